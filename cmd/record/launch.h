#ifndef CMD_RECORD_LAUNCH_H
#define CMD_RECORD_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/err.h"

/*
 * Run a command as if it had been typed itself: its standard streams, its
 * process group and its terminal are ours; signals that are sent to us go on
 * to it; how it ended is reported as a shell does.
 */
struct launch {
	const char **argv;  /* NULL-ended; argv[0] is looked up in the PATH of `environment` */
	char **environment; /* NULL-ended */
	bool wait_all;      /* wait for every process that came of it, not for the first alone */
	int kill_signal;    /* sent to all of them when is_over() says so; 0: never */
	bool (*is_over)(void *data);
	void *data;
};

struct launch_end {
	int status;  /* 0-255; 128 + the signal that ended it; 126, 127 when it could not start */
	int signal;  /* the signal that ended it, or 0 */
	bool killed; /* kill_signal was sent */
	size_t left_over; /* processes that were not waited for, as far as it is known */
};

/*
 * Run it and wait. Returns false when it could not be started, with `end` set
 * all the same: ERR_IO (not found, not executable, no process to be had).
 *
 * Prints a line on stderr when it waits for what the command left behind.
 * Reaps any child of this process; to be called once, from the only thread.
 */
bool launch_run(const struct launch *launch, struct launch_end *end, struct err *err) MUST_CHECK;

/* End this process by `signal`, as the command was, so that a calling script sees it. */
void launch_die_of(int signal);

#endif /* CMD_RECORD_LAUNCH_H */
