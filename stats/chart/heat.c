#include "stats/chart/report_chart.h"

#include <math.h>

/* A heat map: a lane for each of what rows are of, from left to right time or another number. */
enum { LABEL_COLUMNS = 38 };

/* px */
static const double left = 240, below = 64, label_height = 13;

static void put_cell(struct chart *chart, const struct chart_row *row, const struct axis *x,
	double top, double height)
{
	const struct column *column = chart_column(chart, ROLE_VALUE, 0);
	double value = chart_value(chart, row, ROLE_VALUE, 0), from = axis_at(x, row->x);
	char number[AXIS_LABEL] = "unknown", text[160];

	if (!isnan(value))
		axis_number(column, value, number);
	snprintf(text, sizeof(text), "%s %s", column->name, number);
	text_addf(&chart->svg,
		"<rect class=\"c%d\" shape-rendering=\"crispEdges\" x=\"%.2f\" y=\"%.2f\""
		" width=\"%.2f\" height=\"%.2f\" fill-opacity=\"%.2f\">",
		value < 0, from, top + (double)row->lane * height,
		fmax(axis_at(x, row->end) - from, 0.5), height - (height > 6),
		isnan(value) ? 0 : 0.06 + 0.94 * fmin(fabs(value) / 100, 1));
	chart_put_title(chart, row, row, text);
	text_add_string(&chart->svg, "</rect>\n");
}

/* Labels that have room: those of some lanes only if these are low. */
static void put_lanes(struct chart *chart, double top, double height)
{
	double last = -label_height;

	for (size_t i = 0; i < chart->lanes.count; i++) {
		const char *label = chart->lanes.list[i].text;
		double y = ((double)i + 0.5) * height;
		struct text text = { 0 };

		if (y - last < label_height)
			continue;
		last = y;
		text_add_fit(&text, label, strlen(label), LABEL_COLUMNS);
		axis_text(&chart->svg, left - 8, top + y + 4, "end", text.bytes);
		text_release(&text);
	}
}

double heat_draw(struct chart *chart, double top)
{
	double lanes = (double)chart->lanes.count, height = fmax(2, fmin(24, 1600 / lanes));
	double bottom = top + lanes * height, middle = (left + chart_right) / 2;
	struct axis x = chart_x_axis(chart, left), y = { .begin = bottom, .end = bottom + 5 };
	char legend[200];

	put_lanes(chart, top, height);
	axis_draw(&chart->svg, &x, &y, true, true);
	for (size_t i = 0; i < chart->count; i++)
		put_cell(chart, &chart->rows[i], &x, top, height);
	axis_text(&chart->svg, middle, bottom + 38, "middle",
		x.column->kind == COLUMN_STAMP ? "time since the first one" : x.column->name);
	snprintf(legend, sizeof(legend), "%s: full colour 100 %%",
		chart_column(chart, ROLE_VALUE, 0)->name);
	axis_text(&chart->svg, middle, bottom + below - 8, "middle", legend);
	return bottom + below;
}
