#include "stats/chart/report_chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/*
 * A heat map: a lane for each of what rows are of, from left to right either time or columns. Of
 * too many columns neighbours become one cell, with the row farthest from 0.
 */
enum { CELLS_MOST = 40000, CAPTION_COLUMNS = 18, LABEL_COLUMNS = 38 };

/* px */
static const double left = 240, captions = 120, below = 64, label_height = 13;

struct heat {
	struct chart *chart;
	enum chart_role role; /* value or difference */
	double full;          /* the value with the full colour */
	double top, lane_height;
};

/* 100 %, or of differences the largest, but at least 10. */
static double full_colour(const struct chart *chart)
{
	double most = 10;

	for (size_t i = 0; i < chart->count; i++)
		most = fmax(
			most, fabs(chart_value(chart, chart_row(chart, i), ROLE_DIFFERENCE, 0)));
	return chart_count(&chart->roles, ROLE_DIFFERENCE) == 0 ? 100 : fmin(most, 100);
}

static void put_cell(const struct heat *heat, const double *row, double x, double width)
{
	const struct column *column = chart_column(heat->chart, heat->role, 0);
	double value = chart_value(heat->chart, row, heat->role, 0);
	char number[AXIS_LABEL] = "unknown", text[160];

	if (!isnan(value))
		axis_number(column, value, number);
	snprintf(text, sizeof(text), "%s %s%s", column->name,
		heat->role == ROLE_DIFFERENCE && value > 0 ? "+" : "", number);
	text_addf(&heat->chart->svg,
		"<rect class=\"c%d\" shape-rendering=\"crispEdges\" x=\"%.2f\" y=\"%.2f\""
		" width=\"%.2f\" height=\"%.2f\" fill-opacity=\"%.2f\">",
		value < 0, x, heat->top + row[0] * heat->lane_height, fmax(width, 0.5),
		heat->lane_height - (heat->lane_height > 6),
		isnan(value) ? 0 : 0.06 + 0.94 * fmin(fabs(value) / heat->full, 1));
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

/* From left to right is time, or another number. */
static void draw_over_axis(const struct heat *heat, double bottom)
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

static void put_captions(const struct heat *heat, const struct idmap *columns, double width)
{
	double last = -label_height;

	for (size_t i = 0; i < columns->count; i++) {
		double x = ((double)i + 0.5) * width;
		const char *whole = chart_name(heat->chart, (double)columns->keys[i]);
		struct text name = { 0 };

		if (x - last < label_height)
			continue;
		last = x;
		text_add_fit(&name, whole, strlen(whole), CAPTION_COLUMNS);
		text_addf(&heat->chart->svg, "<g transform=\"translate(%.2f %.2f) rotate(-60)\">",
			left + x, heat->top - 6);
		axis_text(&heat->chart->svg, 0, 4, "start", name.len > 0 ? name.bytes : "");
		text_add_string(&heat->chart->svg, "</g>\n");
		text_release(&name);
	}
}

/* From left to right are columns of one name each, in order of arrival. */
static void draw_columns(const struct heat *heat)
{
	const struct chart *chart = heat->chart;
	size_t lanes = chart->lanes.count, per = 1, cells;
	struct idmap columns = { 0 };
	const double **farthest;
	double width;

	for (size_t i = 0; i < chart->count; i++)
		idmap_add(&columns, (uint64_t)chart_x(chart, chart_row(chart, i)));
	while ((columns.count / per + 1) * lanes > CELLS_MOST && per < columns.count)
		per++;
	cells = columns.count / per + 1;
	farthest = mem_zeroed(lanes * cells, sizeof(const double *));
	for (size_t i = 0; i < chart->count; i++) {
		const double *row = chart_row(chart, i);
		size_t at = idmap_find(&columns, (uint64_t)chart_x(chart, row));
		const double **cell = &farthest[(size_t)row[0] * cells + at / per];

		if (*cell == NULL || fabs(chart_value(chart, row, heat->role, 0)) >
					     fabs(chart_value(chart, *cell, heat->role, 0)))
			*cell = row;
	}
	width = fmin((chart_right - left - 40) / (double)columns.count, 60);
	put_captions(heat, &columns, width);
	for (size_t i = 0; i < lanes * cells; i++) {
		if (farthest[i] != NULL)
			put_cell(heat, farthest[i], left + (double)(i % cells * per) * width,
				(double)per * width - (width > 4));
	}
	free(farthest);
	idmap_release(&columns);
}

double heat_draw(struct chart *chart, double top)
{
	bool is_ordinal = chart_is_ordinal(chart);
	struct heat heat = {
		.chart = chart,
		.role = chart_count(&chart->roles, ROLE_DIFFERENCE) > 0 ? ROLE_DIFFERENCE
									: ROLE_VALUE,
		.full = full_colour(chart),
		.top = is_ordinal ? top + captions : top,
		.lane_height = fmax(2, fmin(24, 1600 / (double)chart->lanes.count)),
	};
	double bottom = heat.top + (double)chart->lanes.count * heat.lane_height;
	char legend[200];

	put_lanes(&heat);
	if (is_ordinal)
		draw_columns(&heat);
	else
		draw_over_axis(&heat, bottom);
	snprintf(legend, sizeof(legend), "%s: %sfull colour %.0f %%",
		chart_column(chart, heat.role, 0)->name,
		heat.role == ROLE_DIFFERENCE ? "blue is less, orange more, " : "", heat.full);
	axis_text(&chart->svg, (left + chart_right) / 2, bottom + below - 8, "middle", legend);
	return bottom + below;
}
