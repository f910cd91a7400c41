#include "stats/chart/report_chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/*
 * Points over axes. Each lane has a picture of its own, and in it each value. Series are
 * distinguished by colour; those beyond the limit share the last one. Of too many rows, neighbours
 * share a mark: of their mean, and from the least to the most.
 */
enum { SERIES = 8, MARKS_MOST = 1500, MARK_COLUMNS = 600 };

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
}

/* Of all lanes, so that they can be compared. */
static struct axis y_axis(const struct plot *plot, size_t value)
{
	const struct chart *chart = plot->chart;
	bool logarithmic = chart->roles.logarithmic;
	double least = logarithmic ? INFINITY : 0, most = logarithmic ? 0 : 1e-9;

	for (size_t i = 0; i < chart->count; i++) {
		const double *row = chart_row(chart, i);
		double height = chart_value(chart, row, ROLE_VALUE, value);
		double low = chart_value(chart, row, ROLE_LOW, value);

		least = fmin(least, isnan(low) ? height : low);
		most = fmax(most, height);
		most = fmax(most, chart_value(chart, row, ROLE_HIGH, value));
	}
	return axis_of(chart_column(chart, ROLE_VALUE, value), least,
		logarithmic ? most : most * 1.05, logarithmic);
}

/* --- marks --------------------------------------------------------------------------------- */

/* "20 of them, mean: Duration 1.2 ms (1 ms to 3 ms)" */
static void put_title(const struct plot *plot, const struct mark *mark, size_t value)
{
	const struct column *column = chart_column(plot->chart, ROLE_VALUE, value);
	char mean[AXIS_LABEL], least[AXIS_LABEL], most[AXIS_LABEL];
	struct text text = { 0 };

	if (mark->rows > 1)
		text_addf(&text, "%zu of them, mean: ", mark->rows);
	axis_number(column, mean_of(mark, value), mean);
	axis_number(column, mark->least[value], least);
	axis_number(column, mark->most[value], most);
	text_addf(&text, "%s %s", column->name, mean);
	if (mark->least[value] < mark->most[value])
		text_addf(&text, " (%s to %s)", least, most);
	chart_put_title(plot->chart, mark->first, mark->last, text.bytes);
	text_release(&text);
}

static void put_rect(const struct plot *plot, int class, const double box[4])
{
	text_addf(&plot->chart->svg,
		"<rect class=\"c%d\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>", class,
		box[0], box[2], fmax(box[1] - box[0], 2), fmax(box[3] - box[2], 0));
}

/* A point at the mean, and behind it how far it spreads. */
static void put_point(const struct plot *plot, const struct mark *mark, size_t value)
{
	int class = (int)series_of(mark->first);
	double from = axis_at(&plot->x, chart_x(plot->chart, mark->first));
	double to = axis_at(&plot->x, chart_x(plot->chart, mark->last));
	double y = axis_at(&plot->y, mean_of(mark, value));

	put_title(plot, mark, value);
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

		if (mark->known[value] == 0)
			continue;
		text_add_string(&plot->chart->svg, "<g>");
		put_point(plot, mark, value);
		text_add_string(&plot->chart->svg, "</g>\n");
	}
}

/* --- the whole ----------------------------------------------------------------------------- */

/* What colours mean. Returns where the picture goes on. */
static double put_legend(const struct plot *plot, double top)
{
	const struct chart *chart = plot->chart;
	size_t count = chart_count(&chart->roles, ROLE_SERIES) > 0 ? plot->series : 0;

	for (size_t i = 0; i < count; i++, top += line_height) {
		char others[64];

		snprintf(others, sizeof(others), "%u others", chart->series.count - SERIES + 1);
		put_rect(plot, (int)i, (double[]){ left, left + 9, top + 4, top + 13 });
		axis_text(&plot->chart->svg, left + 14, top + 13, "start",
			i == SERIES - 1 && chart->series.count > SERIES
				? others
				: chart_name(chart, (double)chart->series.keys[i]));
	}
	return top;
}

/* Above a picture: whose it is, and of what. */
static void put_heading(const struct plot *plot, size_t value)
{
	const char *label = chart_name(plot->chart, (double)plot->chart->lanes.keys[plot->lane]);
	struct text text = { 0 };

	text_addf(&text, "%s%s%s", label, label[0] != '\0' ? ": " : "",
		chart_column(plot->chart, ROLE_VALUE, value)->name);
	axis_text(&plot->chart->svg, left, plot->y.end - 8, "start", text.bytes);
	text_release(&text);
}

double plot_draw(struct chart *chart, double top)
{
	struct plot plot = { .chart = chart,
		.values = chart_count(&chart->roles, ROLE_VALUE),
		.series = chart->series.count < SERIES ? chart->series.count : SERIES,
		.x = chart_x_axis(chart, left) };
	size_t count = plot.values * chart->lanes.count;
	double height = fmax(380 / (double)count, 120);

	top = put_legend(&plot, top);
	for (size_t i = 0; i < count; i++, top += height) {
		plot.lane = i / plot.values;
		plot.y = y_axis(&plot, i % plot.values);
		top += gap;
		plot.y.end = top;
		plot.y.begin = top + height;
		put_heading(&plot, i % plot.values);
		axis_draw(&chart->svg, &plot.y, &plot.x, false, true);
		axis_draw(&chart->svg, &plot.x, &plot.y, true, i + 1 == count);
		make_marks(&plot);
		put_marks(&plot, i % plot.values);
		free(plot.marks);
	}
	axis_text(&chart->svg, (left + chart_right) / 2, top + 38, "middle",
		chart_column(chart, ROLE_X, 0)->name);
	return top + below;
}
