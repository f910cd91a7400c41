#ifndef STATS_CHART_AXIS_H
#define STATS_CHART_AXIS_H

#include "base/text.h"
#include "stats/measures/sink.h"

/*
 * An axis of a picture: maps the values of a column to pixels, with labels at round values.
 * Logarithmic axes begin and end with a whole power, of two for bytes, else of ten.
 */
struct axis {
	const struct column *column; /* whose values and unit it has */
	double from, to;             /* values at its ends */
	double origin;               /* is labelled 0: points in time count from the first */
	double begin, end;           /* px of its ends; the first may be the larger one */
	bool logarithmic;
};

enum { AXIS_TICKS = 12, AXIS_LABEL = 48 };

/* From `least` to `most`; logarithmic: values below 1 are drawn at 1. */
struct axis axis_of(const struct column *column, double least, double most, bool logarithmic);

/* The pixel of a value. */
double axis_at(const struct axis *axis, double value);

/* The values that get labels, in ascending order; returns their number. */
size_t axis_ticks(const struct axis *axis, double ticks[AXIS_TICKS]);

/* "1.50 ms", "64 KiB", "75.0 %": a value of a column. */
void axis_number(const struct column *column, double value, char text[AXIS_LABEL]);

/* Lines at round values, as far as the other axis goes, and their labels. */
void axis_draw(struct text *svg, const struct axis *axis, const struct axis *across, bool is_x,
	bool has_labels);

/* A line of untrusted text. `anchor` as in SVG: start, middle, end. */
void axis_text(struct text *svg, double x, double y, const char *anchor, const char *text);

/* Untrusted text, escaped. */
void axis_add_escaped(struct text *svg, const char *text);

#endif /* STATS_CHART_AXIS_H */
