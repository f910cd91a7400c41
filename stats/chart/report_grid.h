#ifndef STATS_CHART_REPORT_GRID_H
#define STATS_CHART_REPORT_GRID_H

#include "stats/parts/report.h"

struct xml; /* svg/xml.h */

/*
 * Rows as cells of a map: a lane for each rank, a column for each range or step. The colour says
 * how a cell compares with the median of its column: warm is longer, cold shorter. The number
 * of cells is limited: if there are more, neighbouring columns become one, with the value
 * farthest from the median.
 */
struct grid;

/* NULL and ERR_NOMEM. */
struct grid *grid_new(const struct chart_shape *shape, struct err *err);
void grid_free(struct grid *grid);

/* Rows come lane by lane. ERR_NOMEM. */
bool grid_add(struct grid *grid, const struct cell *cells, struct err *err) MUST_CHECK;

/* Whether there are no rows. */
bool grid_is_empty(const struct grid *grid);

/* The height of the picture below `top`, in px. */
double grid_height(const struct grid *grid);

/* Draw below `top`, between these two; write errors are kept by `xml`. */
void grid_draw(const struct grid *grid, struct xml *xml, double left, double right, double top);

#endif /* STATS_CHART_REPORT_GRID_H */
