#include "stats/chart/report_chart.h"

#include <math.h>
#include <stdio.h>

#include "base/units.h"
#include "svg/xml.h"

enum { WANTED_TICKS = 6 };

struct axis axis_of(const struct column *column, double least, double most)
{
	struct axis axis = { .column = column,
		.from = least,
		.to = most,
		.origin = column->kind == COLUMN_STAMP ? least : 0 };

	if (!(most > least)) { /* one value is in the middle */
		axis.from = least - 0.5;
		axis.to = least + 0.5;
	}
	return axis;
}

double axis_at(const struct axis *axis, double value)
{
	double share = (value - axis->from) / (axis->to - axis->from);

	return axis->begin + share * (axis->end - axis->begin);
}

/* The smallest of 1, 2, 5, 10, 20, ... that is `least` or more. */
static double round_step(double least)
{
	static const double steps[] = { 1, 2, 5 };
	double power = pow(10, floor(log10(least)));

	for (int i = 0; i < 3; i++) {
		if (steps[i] * power >= least * (1 - 1e-9))
			return steps[i] * power;
	}
	return 10 * power;
}

size_t axis_ticks(const struct axis *axis, double ticks[AXIS_TICKS])
{
	double step = round_step((axis->to - axis->from) / WANTED_TICKS), first;
	size_t count = 0;

	/* times have no fractions of a nanosecond, and counts none of one */
	if (axis->column->kind <= COLUMN_STAMP && step < 1)
		step = 1;
	first = axis->origin + ceil((axis->from - axis->origin) / step) * step;
	for (; count < AXIS_TICKS && first + (double)count * step <= axis->to; count++)
		ticks[count] = first + (double)count * step;
	return count;
}

void axis_number(const struct column *column, double value, char text[AXIS_LABEL])
{
	static const char *const units[] = { [COLUMN_PERCENT] = " %",
		[COLUMN_MB] = " MB",
		[COLUMN_RATE] = " MB/s",
		[COLUMN_GB_RATE] = " GB/s" };
	bool is_time = column->kind == COLUMN_TIME || column->kind == COLUMN_STAMP;

	if (is_time && value >= 0)
		units_time(value < 0x1p63 ? (uint64_t)(value + 0.5) : (uint64_t)INT64_MAX, text,
			AXIS_LABEL);
	else if (column->kind == COLUMN_COUNT && value >= 0 && value == floor(value))
		units_count((uint64_t)value, text, AXIS_LABEL);
	else
		snprintf(text, AXIS_LABEL, "%.*f%s", value == floor(value) ? 0 : column->decimals,
			value, column->kind >= COLUMN_PERCENT ? units[column->kind] : "");
}

void axis_add_escaped(struct text *svg, const char *text)
{
	char *escaped = xml_escape(text, strlen(text));

	text_add_string(svg, escaped);
	free(escaped);
}

void axis_text(struct text *svg, double x, double y, const char *anchor, const char *text)
{
	text_addf(svg, "<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"%s\">", x, y, anchor);
	axis_add_escaped(svg, text);
	text_add_string(svg, "</text>\n");
}

void axis_draw(struct text *svg, const struct axis *axis, const struct axis *across, bool is_x,
	bool has_labels)
{
	double ticks[AXIS_TICKS];
	size_t count = axis_ticks(axis, ticks);

	for (size_t i = 0; i < count; i++) {
		double at = axis_at(axis, ticks[i]);
		char text[AXIS_LABEL];

		text_addf(svg, "<path class=\"grid\" d=\"M%.2f %.2f%c%.2f\"/>\n",
			is_x ? at : across->begin, is_x ? across->begin : at, is_x ? 'V' : 'H',
			across->end);
		axis_number(axis->column, ticks[i] - axis->origin, text);
		if (has_labels)
			axis_text(svg, is_x ? at : across->begin - 6,
				is_x ? across->begin + 20 : at + 4, is_x ? "middle" : "end", text);
	}
}
