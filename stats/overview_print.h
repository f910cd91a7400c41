#ifndef STATS_OVERVIEW_PRINT_H
#define STATS_OVERVIEW_PRINT_H

#include "stats/overview.h"
#include "stats/overview_gather.h"

/* What both forms of the first screen have. */

enum { OVERVIEW_FINDINGS = 3 };

/* Devices shared by two processes are busy for both: idle time may then be unknown. */
static inline uint64_t overview_idle_ns(const struct survey *survey)
{
	return survey->span_ns > survey->busy_ns ? survey->span_ns - survey->busy_ns : 0;
}

/* The screen as JSON. */
void overview_put_json(
	const struct overview *overview, const struct stats_input *input, struct text *out);

#endif /* STATS_OVERVIEW_PRINT_H */
