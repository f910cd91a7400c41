#include "stats/chart/report_chart.h"

#include <math.h>
#include <stdio.h>

enum { NAME_COLUMNS = 60 };

/* --- what both kinds of chart read of the rows --------------------------------------------- */

double chart_value(
	const struct chart *chart, const struct chart_row *row, enum chart_role role, size_t which)
{
	const struct cell none = { 0 }, *cell = &none;

	if (which < chart->roles.count[role])
		cell = &row->cells[chart->roles.columns[role][which]];
	return cell->kind == CELL_REAL      ? cell->is.real
	       : cell->kind == CELL_INTEGER ? (double)cell->is.integer
					    : (double)NAN;
}

struct axis chart_x_axis(const struct chart *chart, double begin)
{
	struct axis axis = axis_of(chart_column(chart, ROLE_X, 0), chart->least, chart->most);

	axis.begin = begin;
	axis.end = chart_right - 12;
	return axis;
}

static void add_x(struct text *text, const struct chart *chart, double x)
{
	const struct column *column = chart_column(chart, ROLE_X, 0);
	char number[AXIS_LABEL];

	axis_number(column, column->kind == COLUMN_STAMP ? x - chart->least : x, number);
	text_add_string(text, number);
}

/* ", Step 12, Outlier slow" */
static void add_more(struct text *text, const struct chart *chart, const struct chart_row *row)
{
	for (size_t i = 0; i < chart->roles.count[ROLE_MORE]; i++) {
		const struct column *column = chart_column(chart, ROLE_MORE, i);
		const struct cell *cell = &row->cells[chart->roles.columns[ROLE_MORE][i]];
		char number[AXIS_LABEL];

		if (cell->kind == CELL_EMPTY)
			continue;
		text_addf(text, ", %s ", column->name);
		axis_number(column, chart_value(chart, row, ROLE_MORE, i), number);
		if (cell->kind == CELL_TEXT)
			text_add_fit(text, cell->is.text, cell->len, NAME_COLUMNS);
		else
			text_add_string(text, number);
	}
}

void chart_put_title(struct chart *chart, const struct chart_row *first,
	const struct chart_row *last, const char *values)
{
	const char *series = chart->series.list[first->series].text;
	const char *label = series[0] != '\0' ? series : chart->lanes.list[first->lane].text;
	struct text text = { 0 };

	text_addf(&text, "%s%s", label, label[0] != '\0' ? ": " : "");
	add_x(&text, chart, first->x);
	if (first != last || last->end > first->x) {
		text_add_string(&text, " to ");
		add_x(&text, chart, last->end);
	}
	text_addf(&text, ": %s", values);
	if (first == last)
		add_more(&text, chart, first);
	text_add_string(&chart->svg, "<title>");
	axis_add_escaped(&chart->svg, text.bytes);
	text_add_string(&chart->svg, "</title>");
	text_release(&text);
}

/* --- roles --------------------------------------------------------------------------------- */

/* The text up to one of `ends`, without blanks around it; *rest is NULL after the last one. */
static char *next_piece(char **rest, const char *ends)
{
	char *piece = *rest + strspn(*rest, " "), *end = *rest + strcspn(*rest, ends);

	*rest = *end != '\0' ? end + 1 : NULL;
	for (*end = '\0'; end > piece && end[-1] == ' '; end--)
		end[-1] = '\0';
	return piece;
}

static size_t find_word(const char *word, const char *const *words, size_t count)
{
	size_t i = 0;

	while (i < count && strcmp(word, words[i]) != 0)
		i++;
	return i;
}

static bool add_column(struct chart_roles *roles, size_t role, const char *name,
	const struct column *columns, size_t count)
{
	size_t i = 0;

	while (i < count && strcmp(name, columns[i].name) != 0)
		i++;
	if (i == count || roles->count[role] == ROLE_COLUMNS)
		return false;
	roles->columns[role][roles->count[role]++] = i;
	return true;
}

bool chart_roles_parse(struct chart_roles *roles, const char *text, const struct column *columns,
	size_t count, struct err *err)
{
	static const char *const kinds[CHART_KINDS] = { "heat", "points" };
	static const char *const role_words[CHART_ROLES] = { "x", "width", "value", "low", "high",
		"lane", "series", "subject", "more" };
	char copy[512], *rest = copy;
	const char *piece;
	bool ok;

	snprintf(copy, sizeof(copy), "%s", text);
	piece = next_piece(&rest, ";");
	*roles = (struct chart_roles){ .kind = (enum chart_kind)find_word(
					       piece, kinds, CHART_KINDS) };
	ok = roles->kind < CHART_KINDS;
	while (ok && rest != NULL) {
		char *list = next_piece(&rest, ";");
		size_t role = find_word(piece = next_piece(&list, ":"), role_words, CHART_ROLES);

		ok = role < CHART_ROLES && list != NULL;
		while (ok && list != NULL)
			ok = add_column(
				roles, role, piece = next_piece(&list, ","), columns, count);
	}
	if (!ok)
		return err_set(err, ERR_USAGE, "a picture has no '%s'", piece);
	return (roles->count[ROLE_X] > 0 && roles->count[ROLE_VALUE] > 0 &&
		       columns[roles->columns[ROLE_X][0]].kind > COLUMN_WORD) ||
	       err_set(err, ERR_USAGE, "a picture needs an x, which is a number, and a value");
}
