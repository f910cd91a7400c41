#ifndef CMD_METER_H
#define CMD_METER_H

#include <pthread.h>
#include <time.h>

#include "base/err.h"
#include "collapse/model/input_format.h"

/* A progress bar on stderr: only on a terminal, and only for work of over a second. */
struct meter {
	struct progress progress; /* first: tick() casts back to the meter */
	const char *what;         /* the current file */
	struct timespec begun;
	bool wanted, shown, has_end;
	int shown_part;       /* percent or, without an end, MB */
	pthread_mutex_t lock; /* of what is shown: others may end the bar, to print something */
};

void meter_init(struct meter *meter, bool quiet);

/* Of a meter's progress, as a stats_input has it: the next file begins. */
void meter_begin(struct progress *progress, const char *what);

/* Erase the bar, if it was shown. */
void meter_end(struct progress *progress);

/* A file is skipped: say why. */
void meter_skip(struct progress *progress, const struct err *err);

#endif /* CMD_METER_H */
