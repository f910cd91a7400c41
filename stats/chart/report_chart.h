#ifndef STATS_CHART_REPORT_CHART_H
#define STATS_CHART_REPORT_CHART_H

#include "base/idmap.h"
#include "stats/chart/axis.h"
#include "stats/chart/roles.h"
#include "stats/table/print.h"

/*
 * A report's rows as a picture: one self-contained SVG without scripts, light or dark as the viewer
 * prefers. Names are untrusted.
 */
extern const struct print_format print_svg;

struct chart {
	const struct column *columns;
	const char *title;
	struct chart_roles roles;
	struct names names;
	struct idmap lanes, series; /* their labels: names, in order of arrival */
	/*
	 * Each row is its lane, its series and the values of roles.columns: numbers, NAN where
	 * there is none, and names for texts.
	 */
	double *rows;
	size_t count, rows_cap;
	double least, most; /* of x */
	struct text head;   /* lines below the title */
	struct text svg;
};

/* px; nothing overlaps in a window that is 800 px wide */
static const double chart_right = 776;

static inline const double *chart_row(const struct chart *chart, size_t i)
{
	return chart->rows + i * (2U + chart->roles.begin[CHART_ROLES]);
}

/* The column that has a role. */
static inline const struct column *chart_column(
	const struct chart *chart, enum chart_role role, size_t which)
{
	return &chart->columns[chart->roles.columns[chart->roles.begin[role] + which]];
}

/* The value in it; NAN if there is none. */
double chart_value(
	const struct chart *chart, const double *row, enum chart_role role, size_t which);

/* Where a row begins and ends on the x axis. */
double chart_x(const struct chart *chart, const double *row);
double chart_end(const struct chart *chart, const double *row);

/* Whether x is a text: rows are side by side. */
bool chart_is_ordinal(const struct chart *chart);

/* The text of a name. */
const char *chart_name(const struct chart *chart, double name);

/* The x axis, from px `begin` on; not for texts. */
struct axis chart_x_axis(const struct chart *chart, double begin);

/* "<title>lane: x to x: VALUES, more</title>" of a mark, from the first of its rows to the last. */
void chart_put_title(
	struct chart *chart, const double *first, const double *last, const char *values);

/* Draw below `top`; returns where the picture ends. */
double heat_draw(struct chart *chart, double top);
double plot_draw(struct chart *chart, double top);

#endif /* STATS_CHART_REPORT_CHART_H */
