#include "stats/chart/report_chart.h"

#include <math.h>

enum { FILE_COLUMNS = 14, LANE_COLUMNS = 22, NAME_COLUMNS = 60, HEAD_COLUMNS = 100 };

static const double picture_width = 800, left = 76, line_height = 17;

/* --- rows ---------------------------------------------------------------------------------- */

static bool begin(struct printer *printer, const struct print_heading *heading, struct err *err)
{
	const struct report *report = heading->report;
	struct chart *chart = mem_zeroed(1, sizeof(*chart));

	*chart = (struct chart){ .report = report, .least = INFINITY, .most = -INFINITY };
	names_init(&chart->lanes);
	names_init(&chart->series);
	names_init(&chart->texts);
	printer->state = chart;
	if (heading->file != NULL)
		text_add_fit(&chart->head, heading->file, strlen(heading->file), HEAD_COLUMNS);
	return chart_roles_parse(
		&chart->roles, report->chart, report->columns, report->column_count, err);
}

static void take_note(struct printer *printer, const char *text)
{
	struct chart *chart = printer->state;

	chart->head.len = 0;
	text_add_wrapped(&chart->head, text, HEAD_COLUMNS);
}

/* "PID 7, Device ID 0": what is in the columns of a role, after the file; its id in `labels`. */
static size_t add_label(const struct chart *chart, enum chart_role role, const char *file,
	const struct cell *cells, struct names *labels)
{
	struct text text = { 0 };
	size_t count = chart->roles.count[role], id;

	if (file != NULL && count > 0)
		text_add_fit(&text, file, strlen(file), FILE_COLUMNS);
	for (size_t i = 0; i < count; i++) {
		const struct cell *cell = &cells[chart->roles.columns[role][i]];

		text_add_string(&text, text.len > 0 ? ", " : "");
		if (cell->kind == CELL_INTEGER)
			text_addf(&text, "%s %lld", chart_column(chart, role, i)->name,
				(long long)cell->is.integer);
		else if (cell->kind == CELL_TEXT)
			text_add_fit(&text, cell->is.text, cell->len,
				role == ROLE_LANE ? LANE_COLUMNS : NAME_COLUMNS);
	}
	id = names_intern(labels, text.bytes, text.len);
	text_release(&text);
	return id;
}

static const struct cell *copy_cells(struct chart *chart, const struct cell *cells)
{
	size_t count = chart->report->column_count;
	struct cell *copy = arena_alloc(&chart->cells, count * sizeof(*copy));

	memcpy(copy, cells, count * sizeof(*copy));
	for (size_t i = 0; i < count; i++) {
		if (copy[i].kind == CELL_TEXT)
			copy[i] = cell_name(&chart->texts,
				names_intern(&chart->texts, cells[i].is.text, cells[i].len));
	}
	return copy;
}

static void take_row(struct printer *printer, const struct cell *cells)
{
	struct chart *chart = printer->state;
	struct chart_row row = { .cells = cells };
	double width = chart_value(chart, &row, ROLE_WIDTH, 0);

	row.x = chart_value(chart, &row, ROLE_X, 0);
	if (isnan(row.x))
		return;
	row.end = row.x + (isnan(width) ? 0 : width);
	row.lane = add_label(chart, ROLE_LANE, printer->row_file, cells, &chart->lanes);
	row.series = add_label(chart, ROLE_SERIES, printer->row_file, cells, &chart->series);
	row.cells = copy_cells(chart, cells);
	chart->least = fmin(chart->least, row.x);
	chart->most = fmax(chart->most, row.end);
	if (chart->count == 0 && chart->roles.count[ROLE_SUBJECT] > 0) {
		const struct cell *subject = &cells[chart->roles.columns[ROLE_SUBJECT][0]];

		chart->head.len = 0;
		if (subject->kind == CELL_TEXT)
			text_add_fit(&chart->head, subject->is.text, subject->len, NAME_COLUMNS);
	}
	*mem_next(chart->rows, chart->cap, chart->count) = row;
}

/* --- the picture ------------------------------------------------------------------------ */

/* Colours have a contrast of 3:1 or more to each background. */
static const char style[] =
	"svg{background:#fff;max-width:100%;height:auto}text{fill:#222}"
	".grid{stroke:#d4d4d8;shape-rendering:crispEdges}rect,circle{fill:currentColor}"
	".c0{color:#c2410c}.c1{color:#1d4ed8}.c2{color:#047857}.c3{color:#a21caf}"
	".c4{color:#0e7490}.c5{color:#854d0e}.c6{color:#be123c}.c7{color:#6b7280}"
	"@media(prefers-color-scheme:dark){svg{background:#1b1b1f}text{fill:#ddd}"
	".grid{stroke:#3f3f46}"
	".c0{color:#fb923c}.c1{color:#93c5fd}.c2{color:#34d399}.c3{color:#f0abfc}"
	".c4{color:#22d3ee}.c5{color:#facc15}.c6{color:#fda4af}.c7{color:#9ca3af}}";

/* The title and the lines below it; returns where they end. */
static double put_head(struct chart *chart)
{
	char *rest = NULL;
	double y = 22;

	axis_text(&chart->svg, left, y, "start", chart->report->title);
	text_add_string(&chart->head, ""); /* there may be none */
	for (char *line = strtok_r(chart->head.bytes, "\n", &rest); line != NULL;
		line = strtok_r(NULL, "\n", &rest))
		axis_text(&chart->svg, left, y += line_height, "start", line);
	return y + 12;
}

static bool end(struct printer *printer, struct err *err)
{
	struct chart *chart = printer->state;
	double top, height;

	if (chart->count == 0)
		return err_set(
			err, ERR_EMPTY, "nothing to draw for %s", printer->heading.report->name);
	top = put_head(chart);
	height = chart->roles.kind == CHART_HEAT ? heat_draw(chart, top) : plot_draw(chart, top);
	/* it is a single report, so that nothing comes before it */
	fprintf(printer->out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" role=\"img\" "
		"width=\"%.0f\""
		" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" font-size=\"12\""
		" font-family=\"system-ui,Verdana,sans-serif\" aria-label=\"%s\">\n"
		"<style>%s</style>\n%s</svg>\n",
		picture_width, height, picture_width, height, chart->report->title, style,
		chart->svg.bytes);
	return true;
}

static void drop(void *state)
{
	struct chart *chart = state;

	names_release(&chart->lanes);
	names_release(&chart->series);
	names_release(&chart->texts);
	text_release(&chart->head);
	text_release(&chart->svg);
	arena_release(&chart->cells);
	free(chart->rows);
	free(chart);
}

const struct print_format print_svg = {
	.name = "svg",
	.ending = ".svg",
	.is_picture = true,
	.begin = begin,
	.note = take_note,
	.row = take_row,
	.end = end,
	.drop = drop,
};
