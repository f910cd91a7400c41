#ifndef CMD_RECORD_LAUNCH_H
#define CMD_RECORD_LAUNCH_H

#include <sys/types.h>

#include "base/err.h"

/*
 * Run a command as if it had been typed directly: it has our standard streams,
 * process group and terminal; signals sent to us are forwarded; its end is
 * reported as by a shell.
 */
struct launch {
	const char **argv;  /* NULL-ended; argv[0] is looked up in the PATH of `environment` */
	char **environment; /* NULL-ended */
	bool wait_all;      /* wait for all its processes, not only the first */
};

/* A process that ended as our child: the command, or an orphan of its processes. */
struct launch_ended {
	pid_t pid;
	int status; /* of wait() */
};

struct launch_end {
	int status; /* 0-255; 128 + the signal that ended it; 126, 127 when it could not start */
	int signal; /* the signal that ended it, or 0 */
	size_t left_over;           /* processes not waited for, as far as known */
	struct launch_ended *ended; /* the caller frees it */
	size_t ended_count, ended_cap;
};

/*
 * Run it and wait. Returns false when it could not be started, but sets `end`:
 * ERR_IO (not found, not executable, fork failed).
 *
 * Prints a line on stderr when it waits for processes that the command left.
 * Reaps any child of this process; call it once, from the only thread.
 */
bool launch_run(const struct launch *launch, struct launch_end *end, struct err *err) MUST_CHECK;

/* End this process by `signal`, as the command ended, so that a calling script sees it. */
void launch_die_of(int signal);

#endif /* CMD_RECORD_LAUNCH_H */
