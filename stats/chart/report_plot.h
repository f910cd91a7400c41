#ifndef STATS_CHART_REPORT_PLOT_H
#define STATS_CHART_REPORT_PLOT_H

#include "stats/parts/report.h"

struct xml; /* svg/xml.h */

/*
 * Rows as marks over one or two axes, distinguished by colour: the pace of a range or kernel
 * over time, and the time of messages over their size. The number of marks is limited to some
 * hundreds: if there are more rows, those in one column of the picture become one mark, from
 * the least to the most.
 */
struct plot;

/* NULL and ERR_NOMEM. */
struct plot *plot_new(const struct chart_shape *shape, struct err *err);
void plot_free(struct plot *plot);

/* `file`: the row's file if there are several, or NULL. ERR_NOMEM. */
bool plot_add(
	struct plot *plot, const char *file, const struct cell *cells, struct err *err) MUST_CHECK;

/* Whether there are no rows. */
bool plot_is_empty(const struct plot *plot);

/* The height of the picture below `top`, in px. */
double plot_height(const struct plot *plot);

/* Draw below `top`, between these two. ERR_NOMEM; write errors are kept by `xml`. */
bool plot_draw(const struct plot *plot, struct xml *xml, double left, double right, double top,
	struct err *err) MUST_CHECK;

#endif /* STATS_CHART_REPORT_PLOT_H */
