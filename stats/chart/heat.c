#include "stats/chart/report_chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* A heat map: a lane for each of what rows are of, from left to right time or another number. */
enum { LABEL_COLUMNS = 38 };

/* px */
static const double left = 240, below = 64, label_height = 13;

struct heat {
	struct chart *chart;
	double top, lane_height;
};

static void put_cell(const struct heat *heat, const double *row, double x, double width)
{
	const struct column *column = chart_column(heat->chart, ROLE_VALUE, 0);
	double value = chart_value(heat->chart, row, ROLE_VALUE, 0);
	char number[AXIS_LABEL] = "unknown", text[160];

	if (!isnan(value))
		axis_number(column, value, number);
	snprintf(text, sizeof(text), "%s %s", column->name, number);
	text_addf(&heat->chart->svg,
		"<rect class=\"c%d\" shape-rendering=\"crispEdges\" x=\"%.2f\" y=\"%.2f\""
		" width=\"%.2f\" height=\"%.2f\" fill-opacity=\"%.2f\">",
		value < 0, x, heat->top + row[0] * heat->lane_height, fmax(width, 0.5),
		heat->lane_height - (heat->lane_height > 6),
		isnan(value) ? 0 : 0.06 + 0.94 * fmin(fabs(value) / 100, 1));
	chart_put_title(heat->chart, row, row, text);
	text_add_string(&heat->chart->svg, "</rect>\n");
}

/* Labels that have room: those of some lanes only if these are low. */
static void put_lanes(const struct heat *heat)
{
	struct chart *chart = heat->chart;
	double last = -label_height;

	for (size_t i = 0; i < chart->lanes.count; i++) {
		const char *label = chart_name(chart, (double)chart->lanes.keys[i]);
		double y = ((double)i + 0.5) * heat->lane_height;
		struct text text = { 0 };

		if (y - last < label_height)
			continue;
		last = y;
		text_add_fit(&text, label, strlen(label), LABEL_COLUMNS);
		axis_text(&chart->svg, left - 8, heat->top + y + 4, "end", text.bytes);
		text_release(&text);
	}
}

static void put_cells(const struct heat *heat, double bottom)
{
	struct chart *chart = heat->chart;
	struct axis x = chart_x_axis(chart, left), y = { .begin = bottom, .end = bottom + 5 };

	axis_draw(&chart->svg, &x, &y, true, true);
	for (size_t i = 0; i < chart->count; i++) {
		const double *row = chart_row(chart, i);
		double from = axis_at(&x, chart_x(chart, row));

		put_cell(heat, row, from, axis_at(&x, chart_end(chart, row)) - from);
	}
	axis_text(&chart->svg, (left + chart_right) / 2, bottom + 38, "middle",
		x.column->kind == COLUMN_STAMP ? "time since the first one" : x.column->name);
}

double heat_draw(struct chart *chart, double top)
{
	struct heat heat = {
		.chart = chart,
		.top = top,
		.lane_height = fmax(2, fmin(24, 1600 / (double)chart->lanes.count)),
	};
	double bottom = heat.top + (double)chart->lanes.count * heat.lane_height;
	char legend[200];

	put_lanes(&heat);
	put_cells(&heat, bottom);
	snprintf(legend, sizeof(legend), "%s: full colour 100 %%",
		chart_column(chart, ROLE_VALUE, 0)->name);
	axis_text(&chart->svg, (left + chart_right) / 2, bottom + below - 8, "middle", legend);
	return bottom + below;
}
