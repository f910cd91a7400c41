#ifndef STATS_CHART_REPORT_CHART_H
#define STATS_CHART_REPORT_CHART_H

#include "base/arena.h"
#include "base/names.h"
#include "base/text.h"
#include "stats/measures/report.h"
#include "stats/table/print.h"

/* An axis of a picture: maps the values of a column to pixels, with labels at round values. */
struct axis {
	const struct column *column; /* whose values and unit it has */
	double from, to;             /* values at its ends */
	double origin;               /* is labelled 0: points in time count from the first */
	double begin, end;           /* px of its ends; the first may be the larger one */
};

enum { AXIS_TICKS = 12, AXIS_LABEL = 48 };

struct axis axis_of(const struct column *column, double least, double most);

/* The pixel of a value. */
double axis_at(const struct axis *axis, double value);

/* The values that get labels, in ascending order; returns their number. */
size_t axis_ticks(const struct axis *axis, double ticks[AXIS_TICKS]);

/* "1.50 ms", "64", "75.0 %": a value of a column. */
void axis_number(const struct column *column, double value, char text[AXIS_LABEL]);

/* Lines at round values, as far as the other axis goes, and their labels. */
void axis_draw(struct text *svg, const struct axis *axis, const struct axis *across, bool is_x,
	bool has_labels);

/* A line of untrusted text. `anchor` as in SVG: start, middle, end. */
void axis_text(struct text *svg, double x, double y, const char *anchor, const char *text);

/* Untrusted text, escaped. */
void axis_add_escaped(struct text *svg, const char *text);

/*
 * What a picture shows of a report's rows, in one line: a kind, and which columns have which role,
 * by their names without units:
 *
 *     heat; x: Start; width: Duration; lane: PID, Device ID; value: Busy
 */
enum chart_kind {
	CHART_HEAT,   /* a cell for each row, in its lane, at its time */
	CHART_POINTS, /* a mark for each row; one picture below the other for several values */
	CHART_KINDS
};

enum chart_role {
	ROLE_X,     /* a number */
	ROLE_WIDTH, /* how far it goes */
	ROLE_VALUE, /* heights; of a heat map: percent of 100 */
	ROLE_LOW,   /* how far a value spreads */
	ROLE_HIGH,
	ROLE_LANE,    /* rows with the same have a picture of their own */
	ROLE_SERIES,  /* and with the same have one colour */
	ROLE_SUBJECT, /* what the whole picture is of: in its heading */
	ROLE_MORE,    /* further texts of a mark */
	CHART_ROLES
};

enum { ROLE_COLUMNS = 4 };

struct chart_roles {
	enum chart_kind kind;
	size_t columns[CHART_ROLES][ROLE_COLUMNS]; /* indices of the report's */
	size_t count[CHART_ROLES];                 /* by role */
};

/* ERR_USAGE: unknown words, or columns that the report does not have. */
bool chart_roles_parse(struct chart_roles *roles, const char *text, const struct column *columns,
	size_t count, struct err *err) MUST_CHECK;

/*
 * A report's rows as a picture: one self-contained SVG without scripts, light or dark as the viewer
 * prefers. Names are untrusted.
 */
extern const struct print_format print_svg;

struct chart_row {
	size_t lane, series;
	double x, end; /* where it is on the x axis */
	const struct cell *cells;
};

struct chart {
	const struct report *report;
	struct chart_roles roles;
	struct names lanes, series; /* their labels, in order of arrival */
	struct names texts;         /* of cells */
	struct arena cells;
	struct chart_row *rows;
	size_t count, cap;
	double least, most; /* of x */
	struct text head;   /* lines below the title */
	struct text svg;
};

/* px; nothing overlaps in a window that is 800 px wide */
static const double chart_right = 776;

/* The column that has a role. */
static inline const struct column *chart_column(
	const struct chart *chart, enum chart_role role, size_t which)
{
	return &chart->report->columns[chart->roles.columns[role][which]];
}

/* The number in it; NAN if there is none. */
double chart_value(
	const struct chart *chart, const struct chart_row *row, enum chart_role role, size_t which);

/* The x axis, from px `begin` on. */
struct axis chart_x_axis(const struct chart *chart, double begin);

/* "<title>lane: x to x: VALUES, more</title>" of a mark, from the first of its rows to the last. */
void chart_put_title(struct chart *chart, const struct chart_row *first,
	const struct chart_row *last, const char *values);

/* Draw below `top`; returns where the picture ends. */
double heat_draw(struct chart *chart, double top);
double plot_draw(struct chart *chart, double top);

#endif /* STATS_CHART_REPORT_CHART_H */
