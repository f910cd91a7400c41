#ifndef STATS_OVERVIEW_ROWS_H
#define STATS_OVERVIEW_ROWS_H

#include "base/text.h"
#include "stats/overview.h"
#include "stats/overview_gather.h"

/* What the tables of the first screen have: of screens for people, and as JSON. */

struct overview_row {
	struct text label; /* as pictures have it; no two of a list are alike */
	uint32_t name;     /* the whole name, or NAME_NONE */
	uint64_t ns, count;
};

struct overview_rows {
	struct overview_row *list; /* the most time first */
	size_t count, more;        /* more: that are not in the list */
};

/* Operations by what they do, as pictures colour them. */
struct overview_rows overview_kinds(const struct overview *overview);

/* The `top` first kernels, copies and fills; and ranges, with all that was launched in them. */
struct overview_rows overview_operations(const struct overview *overview, size_t top);
struct overview_rows overview_ranges(const struct overview *overview, size_t top);

void overview_rows_release(struct overview_rows *rows);

enum { OVERVIEW_FINDINGS = 3 };

/* Devices shared by two processes are busy for both: idle time may then be unknown. */
static inline uint64_t overview_idle_ns(const struct survey *survey)
{
	return survey->span_ns > survey->busy_ns ? survey->span_ns - survey->busy_ns : 0;
}

/* The screen as JSON. */
void overview_put_json(
	const struct overview *overview, const struct stats_input *input, struct text *out);

#endif /* STATS_OVERVIEW_ROWS_H */
