#ifndef STATS_PARTS_STEP_WINDOWS_H
#define STATS_PARTS_STEP_WINDOWS_H

#include "collapse/model/trace.h"
#include "stats/parts/range_places.h"
#include "stats/parts/tally.h"

/*
 * The time spans of training steps on the GPU: from the first operation launched in a step to
 * the first one of the next step of its process, or, for the last step, to its own last
 * operation.
 */
struct step_window {
	uint32_t range, process;
	int64_t start, end;
};

struct step_windows {
	struct step_window *list; /* by process, then by start */
	size_t count, cap;
	const struct range_places *places;
	struct range_places own; /* if they are not shared */
};

/* Outermost steps that have operations. ERR_NOMEM. */
bool step_windows_init(struct step_windows *windows, const struct report_run *run,
	const struct trace *trace, struct err *err) MUST_CHECK;
void step_windows_release(struct step_windows *windows);

/*
 * Times above this are outliers of their group: the third quartile plus 1.5 times the
 * interquartile range, J. W. Tukey's inner fence (Exploratory Data Analysis, 1977).
 */
double step_windows_limit(struct tally *tally, uint32_t group);

#endif /* STATS_PARTS_STEP_WINDOWS_H */
