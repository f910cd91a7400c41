#include "stats/chart/report_chart.h"

#include <math.h>

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
	size_t rows, known; /* and those that have a value */
	const struct chart_row *first, *last;
	double sum, least, most;
};

/* One of the pictures. */
struct plot {
	struct chart *chart;
	size_t lane, value; /* of which it is */
	size_t series;      /* number of colours */
	size_t lane_rows;
	struct axis x, y;
};

static size_t series_of(const struct chart_row *row)
{
	return row->series < SERIES ? row->series : SERIES - 1;
}

/* The mark of the i-th row of the lane. */
static size_t mark_of(const struct plot *plot, const struct chart_row *row, size_t i)
{
	size_t columns = MARK_COLUMNS / plot->series, column;

	if (plot->lane_rows <= MARKS_MOST)
		return i;
	column = (size_t)((axis_at(&plot->x, row->x) - plot->x.begin) /
			  (plot->x.end - plot->x.begin) * (double)columns);
	return series_of(row) * columns + (column < columns ? column : columns - 1);
}

static void add_to_mark(const struct plot *plot, struct mark *mark, const struct chart_row *row)
{
	double value = chart_value(plot->chart, row, ROLE_VALUE, plot->value);
	double low = chart_value(plot->chart, row, ROLE_LOW, plot->value);
	double high = chart_value(plot->chart, row, ROLE_HIGH, plot->value);

	if (mark->rows++ == 0)
		mark->first = row;
	mark->last = row;
	if (isnan(value))
		return;
	if (mark->known++ == 0)
		mark->least = mark->most = value;
	mark->least = fmin(mark->least, fmin(value, low));
	mark->most = fmax(mark->most, fmax(value, high));
	mark->sum += value;
}

/* Of all lanes, so that they can be compared. */
static struct axis y_axis(const struct chart *chart, size_t value)
{
	double least = 0, most = 1e-9;

	for (size_t i = 0; i < chart->count; i++) {
		const struct chart_row *row = &chart->rows[i];
		double height = chart_value(chart, row, ROLE_VALUE, value);

		least = fmin(least, fmin(height, chart_value(chart, row, ROLE_LOW, value)));
		most = fmax(most, fmax(height, chart_value(chart, row, ROLE_HIGH, value)));
	}
	return axis_of(chart_column(chart, ROLE_VALUE, value), least, most * 1.05);
}

/* --- marks --------------------------------------------------------------------------------- */

/* "20 of them, mean: Duration 1.2 ms (1 ms to 3 ms)" */
static void put_title(const struct plot *plot, const struct mark *mark)
{
	const struct column *column = chart_column(plot->chart, ROLE_VALUE, plot->value);
	char mean[AXIS_LABEL], least[AXIS_LABEL], most[AXIS_LABEL];
	struct text text = { 0 };

	if (mark->rows > 1)
		text_addf(&text, "%zu of them, mean: ", mark->rows);
	axis_number(column, mark->sum / (double)mark->known, mean);
	axis_number(column, mark->least, least);
	axis_number(column, mark->most, most);
	text_addf(&text, "%s %s", column->name, mean);
	if (mark->least < mark->most)
		text_addf(&text, " (%s to %s)", least, most);
	chart_put_title(plot->chart, mark->first, mark->last, text.bytes);
	text_release(&text);
}

static void put_rect(
	struct text *svg, size_t class, double x, double y, double width, double height)
{
	text_addf(svg,
		"<rect class=\"c%zu\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>",
		class, x, y, fmax(width, 2), fmax(height, 0));
}

/* A point at the mean, and behind it how far it spreads. */
static void put_mark(const struct plot *plot, const struct mark *mark)
{
	struct text *svg = &plot->chart->svg;
	size_t class = series_of(mark->first);
	double from = axis_at(&plot->x, mark->first->x), to = axis_at(&plot->x, mark->last->x);
	double y = axis_at(&plot->y, mark->sum / (double)mark->known);
	double top = axis_at(&plot->y, mark->most), bottom = axis_at(&plot->y, mark->least);

	text_add_string(svg, "<g>");
	put_title(plot, mark);
	if (mark->least < mark->most) {
		text_add_string(svg, "<g opacity=\".4\">");
		put_rect(svg, class, from - 1, top, to - from + 2, bottom - top);
		text_add_string(svg, "</g>");
	}
	if (mark->rows > 1)
		put_rect(svg, class, from - 1, y - 1, to - from + 2, 2);
	else
		text_addf(svg, "<circle class=\"c%zu\" cx=\"%.2f\" cy=\"%.2f\" r=\"%d\"/>", class,
			from, y, plot->lane_rows > 100 ? 2 : 4);
	text_add_string(svg, "</g>\n");
}

static void put_marks(struct plot *plot)
{
	const struct chart *chart = plot->chart;
	struct mark *marks = mem_zeroed(MARKS_MOST, sizeof(*marks));
	size_t at = 0;

	plot->lane_rows = 0;
	for (size_t i = 0; i < chart->count; i++)
		plot->lane_rows += chart->rows[i].lane == plot->lane;
	for (size_t i = 0; i < chart->count; i++) {
		const struct chart_row *row = &chart->rows[i];

		if (row->lane == plot->lane)
			add_to_mark(plot, &marks[mark_of(plot, row, at++)], row);
	}
	for (size_t i = 0; i < MARKS_MOST; i++) {
		if (marks[i].known > 0)
			put_mark(plot, &marks[i]);
	}
	free(marks);
}

/* --- the whole ----------------------------------------------------------------------------- */

/* What colours mean. Returns where the picture goes on. */
static double put_legend(struct chart *chart, double top)
{
	size_t all = chart->roles.count[ROLE_SERIES] > 0 ? chart->series.count : 0;

	for (size_t i = 0; i < all && i < SERIES; i++, top += line_height) {
		char others[64];

		snprintf(others, sizeof(others), "%zu others", all - SERIES + 1);
		put_rect(&chart->svg, i, left, top + 4, 9, 9);
		axis_text(&chart->svg, left + 14, top + 13, "start",
			i == SERIES - 1 && all > SERIES ? others : chart->series.list[i].text);
	}
	return top;
}

/* Above a picture: whose it is, and of what. */
static void put_heading(const struct plot *plot)
{
	struct chart *chart = plot->chart;
	const char *label = chart->lanes.list[plot->lane].text;
	struct text text = { 0 };

	text_addf(&text, "%s%s%s", label, label[0] != '\0' ? ": " : "",
		chart_column(chart, ROLE_VALUE, plot->value)->name);
	axis_text(&chart->svg, left, plot->y.end - 8, "start", text.bytes);
	text_release(&text);
}

double plot_draw(struct chart *chart, double top)
{
	size_t values = chart->roles.count[ROLE_VALUE], count = values * chart->lanes.count;
	double height = fmax(380 / (double)count, 120);
	struct plot plot = { .chart = chart,
		.series = chart->series.count < SERIES ? chart->series.count : SERIES,
		.x = chart_x_axis(chart, left) };

	top = put_legend(chart, top);
	for (size_t i = 0; i < count; i++, top += height) {
		plot.lane = i / values;
		plot.value = i % values;
		plot.y = y_axis(chart, plot.value);
		top += gap;
		plot.y.end = top;
		plot.y.begin = top + height;
		put_heading(&plot);
		axis_draw(&chart->svg, &plot.y, &plot.x, false, true);
		axis_draw(&chart->svg, &plot.x, &plot.y, true, i + 1 == count);
		put_marks(&plot);
	}
	axis_text(&chart->svg, (left + chart_right) / 2, top + 38, "middle", plot.x.column->name);
	return top + below;
}
