#ifndef STATS_CHART_REPORT_STEPS_H
#define STATS_CHART_REPORT_STEPS_H

#include "stats/parts/report.h"

struct xml; /* svg/xml.h */

/*
 * Rows as bars, one after the other, each as high as its time and divided into what makes it up. A
 * lane for each process. The number of bars is limited: if there are more rows, neighbours become
 * one, of their means.
 */
struct step_bars;

/* NULL and ERR_NOMEM. */
struct step_bars *step_bars_new(const struct chart_shape *shape, struct err *err);
void step_bars_free(struct step_bars *bars);

/* Rows come lane by lane; `file` is theirs, or NULL. ERR_NOMEM. */
bool step_bars_add(struct step_bars *bars, const char *file, const struct cell *cells,
	struct err *err) MUST_CHECK;

/* Whether there are no rows. */
bool step_bars_are_empty(const struct step_bars *bars);

/* The height of the picture below `top`, in px. */
double step_bars_height(const struct step_bars *bars);

/* Draw below `top`, between these two; write errors are kept by `xml`. ERR_NOMEM. */
bool step_bars_draw(const struct step_bars *bars, struct xml *xml, double left, double right,
	double top, struct err *err) MUST_CHECK;

#endif /* STATS_CHART_REPORT_STEPS_H */
