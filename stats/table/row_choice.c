#include "stats/table/print.h"

#include <strings.h>

#include "base/die.h"
#include "base/order.h"
#include "base/text.h"

/*
 * The column of a name: with or without its unit, or the only one that begins so. SIZE_MAX: there
 * is none.
 */
static size_t find_column(const struct column *columns, size_t count, const char *name, size_t len)
{
	size_t alike = 0, found = SIZE_MAX;

	for (size_t i = 0; i < count; i++) {
		char title[64];

		column_title(&columns[i], title, sizeof(title));
		if (strncasecmp(title, name, len) != 0)
			continue;
		if (len == strlen(title) || len == strlen(columns[i].name))
			return i;
		found = alike++ == 0 ? i : SIZE_MAX;
	}
	return found;
}

/* "COLUMN[:asc|:desc]": the length of the column's name, and the direction, or NULL. */
static size_t split_sort(const char *sort, const char **direction)
{
	const char *colon = strrchr(sort, ':');
	bool says = colon != NULL && (strcmp(colon, ":asc") == 0 || strcmp(colon, ":desc") == 0);

	*direction = says ? colon + 1 : NULL;
	return says ? (size_t)(colon - sort) : strlen(sort);
}

static bool check_sort(
	const char *sort, const struct report *const *reports, size_t count, struct err *err)
{
	const char *direction;
	size_t len = split_sort(sort, &direction);
	struct text list = { 0 };

	for (size_t i = 0; i < count; i++) {
		if (find_column(reports[i]->columns, reports[i]->column_count, sort, len) !=
			SIZE_MAX)
			return true;
	}
	for (size_t i = 0; i < reports[0]->column_count; i++)
		text_addf(&list, "%s%s", i > 0 ? ", " : "", reports[0]->columns[i].name);
	err_set(err, ERR_USAGE, "--sort: %s has no column '%.100s'; it has %s", reports[0]->name,
		sort, list.bytes);
	text_release(&list);
	return false;
}

bool row_options_check(const struct row_options *options, const struct report *const *reports,
	size_t count, struct err *err)
{
	struct row_choice choice;
	bool ok = row_choice_begin(&choice, options, NULL, 0, err) ||
		  err_prefix(err, "option '--filter'");

	row_choice_release(&choice);
	return ok && (options->sort == NULL || check_sort(options->sort, reports, count, err));
}

bool row_choice_begin(struct row_choice *choice, const struct row_options *options,
	const struct column *columns, size_t column_count, struct err *err)
{
	const char *direction = NULL;

	*choice = (struct row_choice){
		.filter = options->filter, .column_count = column_count, .sorted = SIZE_MAX
	};
	names_init(&choice->names);
	rules_init(&choice->rules, &choice->names);
	if (options->sort != NULL) {
		choice->sorted = find_column(columns, column_count, options->sort,
			split_sort(options->sort, &direction));
		choice->descends = direction != NULL
					   ? *direction == 'd'
					   : choice->sorted != SIZE_MAX &&
						     columns[choice->sorted].kind > COLUMN_WORD;
	}
	return options->filter == NULL ||
	       rules_add(&choice->rules, RULE_ONLY, RULE_ON_ALL, options->filter, NULL, err);
}

void row_choice_release(struct row_choice *choice)
{
	rules_release(&choice->rules);
	names_release(&choice->names);
	free(choice->cells);
	*choice = (struct row_choice){ 0 };
}

bool row_choice_match(
	struct row_choice *choice, const struct cell *cells, bool *matches, struct err *err)
{
	*matches = choice->filter == NULL;
	for (size_t i = 0; !*matches && i < choice->column_count; i++) {
		struct verdict verdict;

		if (cells[i].kind != CELL_TEXT)
			continue;
		if (!rules_apply(&choice->rules, FRAME_LEAF,
			    names_intern(&choice->names, cells[i].is.text, cells[i].len), &verdict,
			    err))
			return false;
		*matches = verdict.only;
	}
	return true;
}

void row_choice_keep(struct row_choice *choice, const struct cell *cells)
{
	size_t columns = choice->column_count;
	struct cell *row;

	if (choice->count == UINT32_MAX)
		die("--sort: more than 2^32 rows");
	mem_need(choice->cells, choice->cap, (choice->count + 1) * columns);
	row = &choice->cells[choice->count++ * columns];
	memcpy(row, cells, columns * sizeof(*cells));
	for (size_t i = 0; i < columns; i++) {
		if (row[i].kind == CELL_TEXT)
			row[i] = cell_name(&choice->names,
				names_intern(&choice->names, cells[i].is.text, cells[i].len));
	}
}

static double number_of(const struct cell *cell)
{
	return cell->kind == CELL_REAL ? cell->is.real : (double)cell->is.integer;
}

/* Empty cells come last, whatever the direction. */
static int compare_rows(const void *context, uint32_t a, uint32_t b)
{
	const struct row_choice *choice = context;
	const struct cell *left = row_choice_at(choice, a) + choice->sorted;
	const struct cell *right = row_choice_at(choice, b) + choice->sorted;
	int order;

	if (left->kind == CELL_EMPTY || right->kind == CELL_EMPTY)
		return (left->kind == CELL_EMPTY) - (right->kind == CELL_EMPTY);
	if (left->kind == CELL_TEXT || right->kind == CELL_TEXT)
		order = left->kind != right->kind
				? (left->kind == CELL_TEXT ? 1 : -1)
				: text_compare_numbers(left->is.text, right->is.text);
	else
		order = (number_of(left) > number_of(right)) - (number_of(left) < number_of(right));
	return choice->descends ? -order : order;
}

uint32_t *row_choice_sort(const struct row_choice *choice)
{
	return order_all(choice->count, compare_rows, choice);
}
