#include "stats/chart/report_axis.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "base/units.h"
#include "svg/xml.h"

enum { WANTED_TICKS = 6 };

struct axis axis_linear(enum axis_unit unit, double most)
{
	return (struct axis){ .to = most > 0 ? most * 1.05 : 1, .unit = unit };
}

static double base_of(enum axis_unit unit)
{
	return unit == AXIS_BYTES ? 2 : 10;
}

static double power_of(const struct axis *axis, double value)
{
	return value <= 1 ? 0 : log2(value) / log2(base_of(axis->unit));
}

struct axis axis_logarithmic(enum axis_unit unit, double least, double most)
{
	struct axis axis = { .unit = unit, .logarithmic = true };
	/* log2() of a power may be off by the last bit, and is then not a whole number */
	double from = floor(power_of(&axis, least) + 1e-9), to = ceil(power_of(&axis, most) - 1e-9);

	axis.from = pow(base_of(unit), from);
	axis.to = pow(base_of(unit), to > from ? to : from + 1);
	return axis;
}

double axis_at(const struct axis *axis, double value)
{
	double share = (value - axis->from) / (axis->to - axis->from);

	if (axis->logarithmic)
		share = (power_of(axis, value) - power_of(axis, axis->from)) /
			(power_of(axis, axis->to) - power_of(axis, axis->from));
	return axis->begin + share * (axis->end - axis->begin);
}

/* The smallest of 1, 2, 5, 10, 20, ... that is `least` or more. */
static double round_step(double least)
{
	double power = pow(10, floor(log10(least)));

	for (int i = 0; i < 3; i++) {
		static const double steps[] = { 1, 2, 5 };

		if (steps[i] * power >= least * (1 - 1e-9))
			return steps[i] * power;
	}
	return 10 * power;
}

size_t axis_ticks(const struct axis *axis, double ticks[AXIS_TICKS])
{
	size_t count = 0;

	if (axis->logarithmic) {
		double from = round(power_of(axis, axis->from));
		double to = round(power_of(axis, axis->to));
		double step = ceil((to - from) / WANTED_TICKS);

		for (; from <= to && count < AXIS_TICKS; from += step)
			ticks[count++] = pow(base_of(axis->unit), from);
	} else {
		double step = round_step(axis->to / WANTED_TICKS);

		/* times have no fractions of a nanosecond */
		step = step < 1 ? 1 : step;
		for (; (double)count * step <= axis->to && count < AXIS_TICKS; count++)
			ticks[count] = (double)count * step;
	}
	return count;
}

void axis_label(enum axis_unit unit, double value, char text[AXIS_LABEL])
{
	static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
	size_t i = 0;

	if (unit == AXIS_TIME) {
		units_time(value < 0x1p63 ? (uint64_t)(value + 0.5) : (uint64_t)INT64_MAX, text,
			AXIS_LABEL);
		return;
	}
	for (; value >= 1024 && i + 1 < sizeof(units) / sizeof(units[0]); i++)
		value /= 1024;
	/* three digits, and no decimals for a whole number */
	snprintf(text, AXIS_LABEL, "%.*f %s",
		value == floor(value) || value >= 100 ? 0
		: value >= 10                         ? 1
						      : 2,
		value, units[i]);
}

void axis_text(struct xml *xml, double x, double y, const char *anchor, const char *text)
{
	xml_put(xml, "<text");
	xml_attribute_number(xml, "x", x);
	xml_attribute_number(xml, "y", y);
	xml_attribute(xml, "text-anchor", anchor);
	xml_put(xml, ">");
	xml_text(xml, text);
	xml_put(xml, "</text>\n");
}
