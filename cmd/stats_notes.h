#ifndef CMD_STATS_NOTES_H
#define CMD_STATS_NOTES_H

#include "stats/stats_run.h"

/* The lines that `gpuflame stats` writes to stderr about its input. */

/* With `strict`, anything odd about the files is an error. ERR_FORMAT. */
bool stats_check_odd(const struct stats_notes *notes, bool strict, struct err *err) MUST_CHECK;

/* With `strict`, rows that contradict the hardware are an error. ERR_FORMAT. */
bool stats_check_refused(const struct stats_request *requests, size_t count, bool strict,
	struct err *err) MUST_CHECK;

/* What of the requests could not be shown, and why. */
void stats_say_skipped(const struct stats_request *requests, size_t count, const char *label);

#endif /* CMD_STATS_NOTES_H */
