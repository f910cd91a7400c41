#ifndef STATS_CHART_REPORT_AXIS_H
#define STATS_CHART_REPORT_AXIS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct xml; /* svg/xml.h */

/*
 * An axis of a report's picture: maps values to pixels, with labels at round values.
 * Logarithmic axes begin and end with a whole power, of ten for times and of two for bytes.
 */
enum axis_unit {
	AXIS_TIME, /* ns */
	AXIS_BYTES,
};

struct axis {
	double from, to;   /* values at its ends */
	double begin, end; /* px of its ends; the first may be the larger one */
	enum axis_unit unit;
	bool logarithmic;
};

enum { AXIS_TICKS = 12, AXIS_LABEL = 40 };

/* From 0 to `most`, with a small margin after it. */
struct axis axis_linear(enum axis_unit unit, double most);

/* From `least` to `most`; values below 1 are drawn at 1. */
struct axis axis_logarithmic(enum axis_unit unit, double least, double most);

/* The pixel of a value. */
double axis_at(const struct axis *axis, double value);

/* The values that get labels, in ascending order; returns their number. */
size_t axis_ticks(const struct axis *axis, double ticks[AXIS_TICKS]);

/* "1.50 ms", "64 KiB"; `text` has AXIS_LABEL bytes. */
void axis_label(enum axis_unit unit, double value, char text[AXIS_LABEL]);

/* A line of trusted or untrusted text. `anchor` as in SVG: start, middle, end. */
void axis_text(struct xml *xml, double x, double y, const char *anchor, const char *text);

#endif /* STATS_CHART_REPORT_AXIS_H */
