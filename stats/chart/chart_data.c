#include "stats/chart/report_chart.h"

#include <math.h>

/* What both kinds of chart read of the rows. */

double chart_value(const struct chart *chart, const double *row, enum chart_role role, size_t which)
{
	return which < chart_count(&chart->roles, role) ? row[2 + chart->roles.begin[role] + which]
							: (double)NAN;
}

double chart_x(const struct chart *chart, const double *row)
{
	return chart_value(chart, row, ROLE_X, 0);
}

double chart_end(const struct chart *chart, const double *row)
{
	double width = chart_value(chart, row, ROLE_WIDTH, 0);

	return chart_x(chart, row) + (isnan(width) ? 0 : width);
}

static bool is_text(const struct column *column)
{
	return column->kind == COLUMN_TEXT || column->kind == COLUMN_WORD;
}

const char *chart_name(const struct chart *chart, double name)
{
	return isnan(name) ? "" : chart->names.list[(uint32_t)name].text;
}

struct axis chart_x_axis(const struct chart *chart, double begin)
{
	struct axis axis = axis_of(chart_column(chart, ROLE_X, 0), chart->least, chart->most,
		chart->roles.logarithmic);

	axis.begin = begin;
	axis.end = chart_right - 12;
	return axis;
}

static void add_value(struct text *text, const struct chart *chart, enum chart_role role,
	size_t which, double value)
{
	const struct column *column = chart_column(chart, role, which);
	char number[AXIS_LABEL];

	axis_number(column,
		value - (column->kind == COLUMN_STAMP && role == ROLE_X ? chart->least : 0),
		number);
	text_add_string(text, is_text(column) ? chart_name(chart, value) : number);
}

void chart_put_title(
	struct chart *chart, const double *first, const double *last, const char *values)
{
	double end = chart_end(chart, last);
	const char *lane = chart_name(chart, (double)chart->lanes.keys[(size_t)first[0]]);
	const char *series = chart_name(chart, (double)chart->series.keys[(size_t)first[1]]);
	struct text text = { 0 };

	text_addf(&text, "%s%s", series[0] != '\0' ? series : lane,
		series[0] != '\0' || lane[0] != '\0' ? ": " : "");
	add_value(&text, chart, ROLE_X, 0, chart_x(chart, first));
	if (first != last || end > chart_x(chart, first)) {
		text_add_string(&text, " to ");
		add_value(&text, chart, ROLE_X, 0, end);
	}
	text_addf(&text, ": %s", values);
	for (size_t i = 0; first == last && i < chart_count(&chart->roles, ROLE_MORE); i++) {
		double more = chart_value(chart, first, ROLE_MORE, i);

		if (isnan(more))
			continue;
		text_addf(&text, ", %s ", chart_column(chart, ROLE_MORE, i)->name);
		add_value(&text, chart, ROLE_MORE, i, more);
	}
	text_add_string(&chart->svg, "<title>");
	axis_add_escaped(&chart->svg, text.bytes);
	text_add_string(&chart->svg, "</title>");
	text_release(&text);
}
