#include "stats/chart/report_chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/*
 * Marks over axes: points or bars. Each lane has a picture of its own, and of points each
 * value. Series are distinguished by colour; those beyond the limit share the last one. Of too many
 * rows, neighbours share a mark: of their mean, and from the least to the most.
 */
enum { SERIES = 8, MARKS_MOST = 1500, BARS_MOST = 300, MARK_COLUMNS = 600 };

/* px */
static const double left = 76, gap = 34, line_height = 17, below = 46;

/* A row, or several. */
struct mark {
	size_t rows, known[ROLE_COLUMNS]; /* and those that have a value */
	const double *first, *last;
	double sum[ROLE_COLUMNS], least[ROLE_COLUMNS], most[ROLE_COLUMNS]; /* by value */
};

struct plot {
	struct chart *chart;
	bool is_bars;
	size_t values, series; /* number of columns that are heights; colours */
	size_t lane, lane_rows;
	struct mark *marks; /* of the lane */
	size_t mark_count;
	struct axis x, y;
};

static size_t series_of(const double *row)
{
	return row[1] < SERIES ? (size_t)row[1] : SERIES - 1;
}

/* The mark of the i-th row of the lane. */
static size_t mark_of(const struct plot *plot, const double *row, size_t i)
{
	size_t columns = MARK_COLUMNS / plot->series, column;

	if (plot->is_bars)
		return i / ((plot->lane_rows + BARS_MOST - 1) / BARS_MOST);
	if (plot->lane_rows <= MARKS_MOST)
		return i;
	column = (size_t)((axis_at(&plot->x, chart_x(plot->chart, row)) - plot->x.begin) /
			  (plot->x.end - plot->x.begin) * (double)columns);
	return series_of(row) * columns + (column < columns ? column : columns - 1);
}

static void add_to_mark(const struct plot *plot, struct mark *mark, const double *row)
{
	if (mark->rows++ == 0)
		mark->first = row;
	mark->last = row;
	for (size_t i = 0; i < plot->values; i++) {
		double value = chart_value(plot->chart, row, ROLE_VALUE, i);
		double low = chart_value(plot->chart, row, ROLE_LOW, i);
		double high = chart_value(plot->chart, row, ROLE_HIGH, i);

		if (isnan(value))
			continue;
		low = isnan(low) ? value : low;
		high = isnan(high) ? value : high;
		mark->least[i] = mark->known[i] == 0 ? low : fmin(mark->least[i], low);
		mark->most[i] = mark->known[i] == 0 ? high : fmax(mark->most[i], high);
		mark->sum[i] += value;
		mark->known[i]++;
	}
}

static double mean_of(const struct mark *mark, size_t value)
{
	return mark->known[value] > 0 ? mark->sum[value] / (double)mark->known[value] : 0;
}

static void make_marks(struct plot *plot)
{
	const struct chart *chart = plot->chart;
	size_t at = 0;

	plot->lane_rows = 0;
	for (size_t i = 0; i < chart->count; i++)
		plot->lane_rows += chart_row(chart, i)[0] == (double)plot->lane;
	plot->mark_count = plot->lane_rows < MARKS_MOST ? MARKS_MOST : plot->lane_rows;
	plot->marks = mem_zeroed(plot->mark_count, sizeof(*plot->marks));
	for (size_t i = 0; i < chart->count; i++) {
		const double *row = chart_row(chart, i);

		if (row[0] == (double)plot->lane)
			add_to_mark(plot, &plot->marks[mark_of(plot, row, at++)], row);
	}
	if (plot->is_bars)
		plot->mark_count =
			plot->lane_rows > 0 ? mark_of(plot, NULL, plot->lane_rows - 1) + 1 : 0;
}

/* Of all lanes, so that they can be compared: for one value, or all parts of bars. */
static struct axis y_axis(const struct plot *plot, size_t value)
{
	const struct chart *chart = plot->chart;
	bool logarithmic = chart->roles.logarithmic;
	double least = logarithmic ? INFINITY : 0, most = logarithmic ? 0 : 1e-9;

	for (size_t i = 0; i < chart->count; i++) {
		const double *row = chart_row(chart, i);
		double low = chart_value(chart, row, ROLE_LOW, value);

		for (size_t k = 0; k < plot->values; k++) {
			if (k == value || plot->is_bars)
				most = fmax(most, chart_value(chart, row, ROLE_VALUE, k));
		}
		least = fmin(least, isnan(low) ? chart_value(chart, row, ROLE_VALUE, value) : low);
		most = fmax(most, chart_value(chart, row, ROLE_HIGH, value));
	}
	return axis_of(chart_column(chart, ROLE_VALUE, value), least,
		logarithmic ? most : most * 1.05, logarithmic);
}

/* --- marks --------------------------------------------------------------------------------- */

/* The colour of a series, or of a part of bars: of several, the whole is grey. */
static int class_of(const struct plot *plot, size_t number)
{
	static const int parts[ROLE_COLUMNS] = { 7, 1, 0, 2 };

	return plot->is_bars && plot->values > 1 ? parts[number] : (int)number;
}

/* "20 of them, mean: Duration 1.2 ms (1 ms to 3 ms), ..." */
static void put_title(const struct plot *plot, const struct mark *mark, size_t from, size_t to)
{
	char mean[AXIS_LABEL], least[AXIS_LABEL], most[AXIS_LABEL];
	struct text text = { 0 };

	if (mark->rows > 1)
		text_addf(&text, "%zu of them, mean: ", mark->rows);
	for (size_t i = from; i < to; i++) {
		const struct column *column = chart_column(plot->chart, ROLE_VALUE, i);

		axis_number(column, mean_of(mark, i), mean);
		axis_number(column, mark->least[i], least);
		axis_number(column, mark->most[i], most);
		text_addf(&text, "%s%s %s", i > from ? ", " : "", column->name, mean);
		if (mark->least[i] < mark->most[i])
			text_addf(&text, " (%s to %s)", least, most);
	}
	chart_put_title(plot->chart, mark->first, mark->last, text.bytes);
	text_release(&text);
}

static void put_rect(const struct plot *plot, int class, const double box[4])
{
	text_addf(&plot->chart->svg,
		"<rect class=\"c%d\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>", class,
		box[0], box[2], fmax(box[1] - box[0], 2), fmax(box[3] - box[2], 0));
}

/* From 0, and in it those of further values. */
static void put_bar(const struct plot *plot, const struct mark *mark, size_t at)
{
	const struct axis *x = &plot->x;
	double step = (x->end - x->begin) / (double)plot->mark_count;
	bool is_ordinal = chart_is_ordinal(plot->chart);
	double from = is_ordinal ? x->begin + (double)at * step
				 : axis_at(x, chart_x(plot->chart, mark->first));
	double to = is_ordinal ? from + step : axis_at(x, chart_end(plot->chart, mark->last));

	put_title(plot, mark, 0, plot->values);
	for (size_t i = 0; i < plot->values; i++)
		put_rect(plot, class_of(plot, i),
			(double[]){ from, to - from > 3 ? to - 1 : to,
				axis_at(&plot->y, mean_of(mark, i)), plot->y.begin });
}

/* A point at the mean, and behind it how far it spreads. */
static void put_point(const struct plot *plot, const struct mark *mark, size_t value)
{
	int class = class_of(plot, series_of(mark->first));
	double from = axis_at(&plot->x, chart_x(plot->chart, mark->first));
	double to = axis_at(&plot->x, chart_x(plot->chart, mark->last));
	double y = axis_at(&plot->y, mean_of(mark, value));

	put_title(plot, mark, value, value + 1);
	if (mark->least[value] < mark->most[value]) {
		text_add_string(&plot->chart->svg, "<g opacity=\".4\">");
		put_rect(plot, class,
			(double[]){ from - 1, to + 1, axis_at(&plot->y, mark->most[value]),
				axis_at(&plot->y, mark->least[value]) });
		text_add_string(&plot->chart->svg, "</g>");
	}
	if (mark->rows > 1)
		put_rect(plot, class, (double[]){ from - 1, to + 1, y - 1, y + 1 });
	else
		text_addf(&plot->chart->svg,
			"<circle class=\"c%d\" cx=\"%.2f\" cy=\"%.2f\" r=\"%d\"/>", class, from, y,
			plot->lane_rows > 100 ? 2 : 4);
}

static void put_marks(const struct plot *plot, size_t value)
{
	for (size_t i = 0; i < plot->mark_count; i++) {
		const struct mark *mark = &plot->marks[i];

		if (mark->rows == 0 || (!plot->is_bars && mark->known[value] == 0))
			continue;
		text_add_string(&plot->chart->svg, "<g>");
		if (plot->is_bars)
			put_bar(plot, mark, i);
		else
			put_point(plot, mark, value);
		text_add_string(&plot->chart->svg, "</g>\n");
	}
}

/* --- the whole ----------------------------------------------------------------------------- */

/* What colours mean: parts of bars, or series. Returns where the picture goes on. */
static double put_legend(const struct plot *plot, double top)
{
	const struct chart *chart = plot->chart;
	bool of_parts = plot->is_bars && plot->values > 1;
	size_t count = of_parts                                      ? plot->values
		       : chart_count(&chart->roles, ROLE_SERIES) > 0 ? plot->series
								     : 0;

	for (size_t i = 0; i < count; i++, top += line_height) {
		char others[64];

		snprintf(others, sizeof(others), "%u others", chart->series.count - SERIES + 1);
		put_rect(plot, class_of(plot, i), (double[]){ left, left + 9, top + 4, top + 13 });
		axis_text(&plot->chart->svg, left + 14, top + 13, "start",
			of_parts ? chart_column(chart, ROLE_VALUE, i)->name
			: i == SERIES - 1 && chart->series.count > SERIES
				? others
				: chart_name(chart, (double)chart->series.keys[i]));
	}
	return top;
}

/* Above a picture: whose it is, and of what. */
static void put_heading(const struct plot *plot, size_t value)
{
	const char *label = chart_name(plot->chart, (double)plot->chart->lanes.keys[plot->lane]);
	bool of_parts = plot->is_bars && plot->values > 1;
	struct text text = { 0 };

	text_addf(&text, "%s%s%s", label, label[0] != '\0' && !of_parts ? ": " : "",
		of_parts ? "" : chart_column(plot->chart, ROLE_VALUE, value)->name);
	axis_text(&plot->chart->svg, left, plot->y.end - 8, "start", text.bytes);
	text_release(&text);
}

double plot_draw(struct chart *chart, double top)
{
	struct plot plot = { .chart = chart,
		.is_bars = chart->roles.kind == CHART_BARS,
		.values = chart_count(&chart->roles, ROLE_VALUE),
		.series = chart->series.count < SERIES ? chart->series.count : SERIES,
		.x = chart_x_axis(chart, left) };
	size_t panels = plot.is_bars ? 1 : plot.values, count = panels * chart->lanes.count;
	bool is_ordinal = chart_is_ordinal(chart);
	double height = fmax(380 / (double)count, 120);

	top = put_legend(&plot, top);
	for (size_t i = 0; i < count; i++, top += height) {
		plot.lane = i / panels;
		plot.y = y_axis(&plot, i % panels);
		top += gap;
		plot.y.end = top;
		plot.y.begin = top + height;
		put_heading(&plot, i % panels);
		axis_draw(&chart->svg, &plot.y, &plot.x, false, true);
		if (!is_ordinal)
			axis_draw(&chart->svg, &plot.x, &plot.y, true, i + 1 == count);
		make_marks(&plot);
		put_marks(&plot, i % panels);
		free(plot.marks);
	}
	axis_text(&chart->svg, (left + chart_right) / 2, top + 38, "middle",
		is_ordinal ? "one after the other, in their order"
			   : chart_column(chart, ROLE_X, 0)->name);
	return top + below;
}
