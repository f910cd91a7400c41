#include "stats/chart/report_chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { FILE_COLUMNS = 14, LANE_COLUMNS = 22, NAME_COLUMNS = 60, HEAD_COLUMNS = 100 };

static const double picture_width = 800, left = 76, line_height = 17;

/* --- rows ---------------------------------------------------------------------------------- */

static bool begin(struct printer *printer, const struct print_heading *heading, struct err *err)
{
	const struct report *report = heading->report;
	struct chart *chart = mem_zeroed(1, sizeof(*chart));

	*chart = (struct chart){ .columns = report->columns,
		.title = report->title,
		.least = INFINITY,
		.most = -INFINITY };
	names_init(&chart->names);
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

static uint32_t add_name(struct chart *chart, const char *text, size_t len, size_t columns)
{
	struct text clean = { 0 };
	uint32_t name;

	text_add_fit(&clean, text, len, columns);
	name = names_intern(&chart->names, clean.bytes, clean.len);
	text_release(&clean);
	return name;
}

/* "PID 7, Device ID 0": what is in the columns of a role, after the file. */
static double add_label(
	struct chart *chart, enum chart_role role, const char *file, const struct cell *cells)
{
	struct text text = { 0 };
	size_t count = chart_count(&chart->roles, role);
	uint32_t name;

	if (file != NULL && count > 0)
		text_add_fit(&text, file, strlen(file), FILE_COLUMNS);
	for (size_t i = 0; i < count; i++) {
		const struct cell *cell =
			&cells[chart->roles.columns[chart->roles.begin[role] + i]];

		text_add_string(&text, text.len > 0 ? ", " : "");
		if (cell->kind == CELL_INTEGER)
			text_addf(&text, "%s %lld", chart_column(chart, role, i)->name,
				(long long)cell->is.integer);
		else if (cell->kind == CELL_TEXT)
			text_add_fit(&text, cell->is.text, cell->len,
				role == ROLE_LANE ? LANE_COLUMNS : NAME_COLUMNS);
	}
	name = names_intern(&chart->names, text.bytes, text.len);
	text_release(&text);
	return idmap_add(role == ROLE_LANE ? &chart->lanes : &chart->series, name);
}

static double number_of(struct chart *chart, const struct cell *cell)
{
	return cell->kind == CELL_REAL      ? cell->is.real
	       : cell->kind == CELL_INTEGER ? (double)cell->is.integer
	       : cell->kind == CELL_TEXT
		       ? (double)add_name(chart, cell->is.text, cell->len, NAME_COLUMNS)
		       : (double)NAN;
}

static void take_row(struct printer *printer, const struct cell *cells)
{
	struct chart *chart = printer->state;
	const struct chart_roles *roles = &chart->roles;
	size_t stride = 2U + roles->begin[CHART_ROLES];
	double *row;

	mem_need(chart->rows, chart->rows_cap, (chart->count + 1) * stride);
	row = chart->rows + chart->count * stride;
	for (size_t i = 0; i < roles->begin[CHART_ROLES]; i++)
		row[2 + i] = number_of(chart, &cells[roles->columns[i]]);
	if (isnan(chart_x(chart, row)))
		return;
	row[0] = add_label(chart, ROLE_LANE, printer->row_file, cells);
	row[1] = add_label(chart, ROLE_SERIES, printer->row_file, cells);
	chart->least = fmin(chart->least, chart_x(chart, row));
	chart->most = fmax(chart->most, chart_end(chart, row));
	if (chart->count++ == 0 && chart_count(roles, ROLE_SUBJECT) > 0) {
		const char *subject = chart_name(chart, chart_value(chart, row, ROLE_SUBJECT, 0));

		chart->head.len = 0;
		text_add_string(&chart->head, subject);
	}
}

/* --- what marks say ------------------------------------------------------------------------ */

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
	double y = 22;

	axis_text(&chart->svg, left, y, "start", chart->title);
	for (char *line = chart->head.len > 0 ? chart->head.bytes : NULL, *end; line != NULL;
		line = end) {
		end = strchr(line, '\n');
		if (end != NULL)
			*end++ = '\0';
		y += line_height;
		axis_text(&chart->svg, left, y, "start", line);
	}
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
		picture_width, height, picture_width, height, chart->title, style,
		chart->svg.bytes);
	return true;
}

static void drop(void *state)
{
	struct chart *chart = state;

	names_release(&chart->names);
	idmap_release(&chart->lanes);
	idmap_release(&chart->series);
	text_release(&chart->head);
	text_release(&chart->svg);
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

/* --- roles ----------------------------------------------------------------------------------- */

static const char *const kind_words[CHART_KINDS] = { "heat", "points" };
static const char *const role_words[CHART_ROLES] = { "x", "width", "value", "low", "high", "lane",
	"series", "subject", "more" };

/* A piece of the text, without blanks around it. */
struct piece {
	const char *text;
	size_t len;
};

/* The next one; `*text` is then at what ended it, one of `ends` or its own end. */
static struct piece next_piece(const char **text, const char *ends)
{
	struct piece piece = { .text = *text + strspn(*text, " ;:,") };

	piece.len = strcspn(piece.text, ends);
	*text = piece.text + piece.len;
	while (piece.len > 0 && piece.text[piece.len - 1] == ' ')
		piece.len--;
	return piece;
}

static bool is_word(struct piece piece, const char *word)
{
	return strlen(word) == piece.len && memcmp(word, piece.text, piece.len) == 0;
}

static size_t find_word(struct piece piece, const char *const *words, size_t count)
{
	size_t i = 0;

	while (i < count && !is_word(piece, words[i]))
		i++;
	return i;
}

static bool refuse(struct piece piece, struct err *err)
{
	return err_set(err, ERR_USAGE, "a picture has no '%.*s'", (int)piece.len, piece.text);
}

bool chart_roles_parse(struct chart_roles *roles, const char *text, const struct column *columns,
	size_t count, struct err *err)
{
	uint8_t found[CHART_ROLES][ROLE_COLUMNS] = { { 0 } }, counts[CHART_ROLES] = { 0 }, used = 0;
	struct piece piece = next_piece(&text, " ;");
	size_t kind = find_word(piece, kind_words, CHART_KINDS), role = 0;

	*roles = (struct chart_roles){ .kind = (enum chart_kind)kind };
	if (kind == CHART_KINDS)
		return refuse(piece, err);
	roles->logarithmic = strncmp(text, " log;", 5) == 0;
	text += strcspn(text, ";");
	while (*text != '\0') {
		size_t i = 0;

		if (*text == ';') {
			piece = next_piece(&text, ":;");
			role = find_word(piece, role_words, CHART_ROLES);
			if (role == CHART_ROLES || *text != ':')
				return refuse(piece, err);
		}
		piece = next_piece(&text, ",;");
		while (i < count && !is_word(piece, columns[i].name))
			i++;
		if (i == count || counts[role] == ROLE_COLUMNS)
			return refuse(piece, err);
		found[role][counts[role]++] = (uint8_t)i;
	}
	for (role = 0; role < CHART_ROLES; role++) {
		for (uint8_t i = 0; i < counts[role] && used < CHART_COLUMNS; i++)
			roles->columns[used++] = found[role][i];
		roles->begin[role + 1] = used;
	}
	return (counts[ROLE_X] > 0 && counts[ROLE_VALUE] > 0 &&
		       columns[found[ROLE_X][0]].kind > COLUMN_WORD) ||
	       err_set(err, ERR_USAGE, "a picture needs an x, which is a number, and a value");
}
