#include "svg/values.h"

#include <ctype.h>
#include <math.h>

#include "base/units.h"

void values_init(struct values *values, const struct svg_options *options, unsigned decimals)
{
	*values = (struct values){
		.countname = options->countname,
		.factor = options->factor,
		.decimals = decimals,
		.scale = pow(10, -(double)decimals),
		.exact = decimals == 0 && options->factor == 1,
	};
}

/* A number with all of its fraction: "1,234.5". */
static void format_fraction(const struct values *values, uint64_t value, char *text)
{
	uint64_t scale = 1, rest;
	unsigned decimals = values->decimals;
	size_t end;

	for (unsigned i = 0; i < decimals; i++)
		scale *= 10;
	units_count(value / scale, text, VALUE_BYTES);
	rest = value % scale;
	for (; rest > 0 && rest % 10 == 0; decimals--)
		rest /= 10;
	end = strlen(text);
	if (rest > 0)
		snprintf(text + end, VALUE_BYTES - end, ".%0*llu", (int)decimals,
			(unsigned long long)rest);
}

void value_format(const struct values *values, uint64_t value, char *text)
{
	double shown = (double)value * values->scale * values->factor;
	bool fits = shown < 1.8e19;

	if (values->countname == NULL) {
		if (values->exact)
			units_time(value, text, VALUE_BYTES);
		else if (!fits)
			snprintf(text, VALUE_BYTES, "%.3g s", shown / 1e9);
		else if (shown < 999.5 && shown != floor(shown))
			snprintf(text, VALUE_BYTES, "%.3g ns", shown);
		else
			units_time((uint64_t)round(shown), text, VALUE_BYTES);
	} else if (values->exact) {
		units_count(value, text, VALUE_BYTES);
	} else if (values->factor == 1) {
		format_fraction(values, value, text);
	} else if (fits) {
		units_count((uint64_t)round(shown), text, VALUE_BYTES);
	} else {
		snprintf(text, VALUE_BYTES, "%.6g", shown);
	}
}

void value_format_percent(const struct values *values, uint64_t value, char *text)
{
	double full = (double)values->full;

	snprintf(text, VALUE_BYTES, "%.2f", full > 0 ? 100 * (double)value / full : 0);
}

void value_format_share(const struct values *values, uint64_t value, char *text)
{
	double percent = values->full > 0 ? 100 * (double)value / (double)values->full : 0;
	int decimals = percent >= 99.95 || percent == 0 ? 0 : percent >= 9.995 ? 1 : 2;

	if (percent > 0 && percent < 0.005)
		snprintf(text, VALUE_BYTES, "< 0.01 %%");
	else
		snprintf(text, VALUE_BYTES, "%.*f %%", decimals, percent);
}

void value_write_micro(char *text, size_t size)
{
	for (char *at = text; (at = strstr(at, " us")) != NULL; at += 3) {
		size_t rest = strlen(at) + 1;

		if (at == text || !isdigit((unsigned char)at[-1]) ||
			isalnum((unsigned char)at[3]) || (size_t)(at - text) + rest >= size)
			continue;
		memmove(at + 3, at + 2, rest - 2);
		memcpy(at + 1, "\xc2\xb5", 2);
	}
}

static double share(uint64_t value, uint64_t full)
{
	return full > 0 ? (double)value / (double)full : 0;
}

void value_format_points(const struct values *values, uint64_t before, uint64_t after, char *text)
{
	double full = values->full > 0 ? (double)values->full : (double)values->before;
	double points = 100 * ((double)after - (double)before) / full;

	if (fabs(points) < 0.005)
		snprintf(text, VALUE_BYTES, "0.00");
	else
		snprintf(text, VALUE_BYTES, "%+.2f", points);
}

void value_format_change(uint64_t before, uint64_t after, char *text)
{
	double change;

	if (before == 0 || after == 0) {
		snprintf(text, VALUE_BYTES, "%s",
			before == after ? "none"
			: before == 0   ? "new"
					: "gone");
		return;
	}
	change = 100 * ((double)after / (double)before - 1);
	if (fabs(change) < 0.05)
		snprintf(text, VALUE_BYTES, "0 %%");
	else
		snprintf(text, VALUE_BYTES, "%+.*f %%", fabs(change) < 9.95 ? 1 : 0, change);
}

/* From -1 (gone) to 1 (new): relative to the larger of both shares. */
static double share_change(const struct values *values, uint64_t before, uint64_t after)
{
	double was = share(before, values->before), is = share(after, values->after);
	double larger = was > is ? was : is;

	return larger > 0 ? (is - was) / larger : 0;
}

/* The largest change of a step above 0. */
static double step_limit(const struct values *values, int step)
{
	return (double)values->most_change / (1 << (CHANGE_STEPS - step));
}

int value_change_step(const struct values *values, uint64_t before, uint64_t after)
{
	double size = fabs((double)after - (double)before),
	       larger = (double)(before > after ? before : after);
	bool less = after < before;
	int step = 1;

	if (values->change_by_share) {
		double change = share_change(values, before, after);

		less = change < 0;
		size = fabs(change);
		larger = 1;
		step = (int)fmin(CHANGE_STEPS, ceil(size * CHANGE_STEPS));
	} else {
		while (step < CHANGE_STEPS && size > step_limit(values, step))
			step++;
	}
	if (size == 0 || size < values->threshold / 100 * larger)
		return 0;
	return less ? -step : step;
}

void value_format_step(const struct values *values, int step, bool by_share, char *text)
{
	double limit = round(step_limit(values, step));

	if (by_share)
		snprintf(text, VALUE_BYTES, "%d %%", 100 * step / CHANGE_STEPS);
	else /* as a double, the largest total is over its type's */
		value_format(values, limit < 0x1p64 ? (uint64_t)limit : UINT64_MAX, text);
}
