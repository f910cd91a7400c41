#include "stats/table/row_choice.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/order.h"
#include "base/text.h"

static const struct column file_column = { "File", COLUMN_TEXT, 0, 0 };

static bool is_text(const struct column *column)
{
	return column->kind == COLUMN_TEXT || column->kind == COLUMN_WORD;
}

/*
 * The column of a name: with or without its unit, or the only one that begins so. False if there
 * is none.
 */
static bool find_column(
	const struct column *columns, size_t count, const char *name, size_t len, size_t *found)
{
	size_t alike = 0;

	for (size_t i = 0; i < count; i++) {
		char title[64];

		column_title(&columns[i], title, sizeof(title));
		if (strncasecmp(title, name, len) != 0)
			continue;
		if (len == strlen(title) || len == strlen(columns[i].name)) {
			*found = i;
			return true;
		}
		*found = alike++ == 0 ? i : *found;
	}
	return alike == 1;
}

/* "COLUMN[:asc|:desc]": the length of the column's name; *descends if it says so. */
static size_t split_sort(const char *sort, bool *says, bool *descends)
{
	const char *colon = strrchr(sort, ':');

	*says = colon != NULL && (strcmp(colon, ":asc") == 0 || strcmp(colon, ":desc") == 0);
	*descends = *says && colon[1] == 'd';
	return *says ? (size_t)(colon - sort) : strlen(sort);
}

static bool lacks_column(const char *sort, const struct report *report, struct err *err)
{
	struct text list = { 0 };
	bool ok = true;

	for (size_t i = 0; ok && i < report->column_count; i++)
		ok = text_try_add_string(&list, i > 0 ? ", " : "", err) &&
		     text_try_add_string(&list, report->columns[i].name, err);
	if (ok)
		err_set(err, ERR_USAGE, "--sort: %s has no column '%.100s'; it has %s",
			report->name, sort, list.bytes);
	text_release(&list);
	return false;
}

static bool check_pattern(const char *pattern, struct err *err)
{
	struct names names;
	struct rules rules;
	bool ok;

	names_init(&names);
	rules_init(&rules, &names);
	ok = rules_add(&rules, RULE_ONLY, RULE_ON_ALL, pattern, NULL, err) ||
	     err_prefix(err, "option '--filter'");
	rules_release(&rules);
	names_release(&names);
	return ok;
}

static bool has_text(const struct report *report)
{
	for (size_t i = 0; i < report->column_count; i++) {
		if (is_text(&report->columns[i]))
			return true;
	}
	return false;
}

bool row_options_check(const struct row_options *options, const struct report *const *reports,
	size_t count, bool with_file, struct err *err)
{
	bool has_column, has_texts = with_file, says, descends;
	const char *sort = options->sort != NULL ? options->sort : "";
	size_t len = split_sort(sort, &says, &descends), at;

	has_column = with_file && find_column(&file_column, 1, sort, len, &at);
	if (options->filter != NULL && !check_pattern(options->filter, err))
		return false;
	for (size_t i = 0; i < count; i++) {
		has_texts |= has_text(reports[i]);
		has_column |=
			find_column(reports[i]->columns, reports[i]->column_count, sort, len, &at);
	}
	if (options->filter != NULL && !has_texts)
		return err_set(err, ERR_USAGE, "--filter: %s has no names", reports[0]->name);
	return options->sort == NULL || has_column || lacks_column(sort, reports[0], err);
}

bool row_choice_begin(struct row_choice *choice, const struct row_options *options,
	const struct column *columns, size_t column_count, struct err *err)
{
	bool says, descends;
	size_t len;

	*choice = (struct row_choice){ .options = options,
		.columns = columns,
		.column_count = column_count,
		.sorted = SIZE_MAX };
	names_init(&choice->names);
	rules_init(&choice->rules, &choice->names);
	if (options->sort != NULL) {
		len = split_sort(options->sort, &says, &descends);
		if (!find_column(columns, column_count, options->sort, len, &choice->sorted))
			choice->sorted = SIZE_MAX;
		else
			choice->descends = says ? descends : !is_text(&columns[choice->sorted]);
	}
	return options->filter == NULL ||
	       rules_add(&choice->rules, RULE_ONLY, RULE_ON_ALL, options->filter, NULL, err);
}

void row_choice_release(struct row_choice *choice)
{
	if (choice->options == NULL)
		return;
	rules_release(&choice->rules);
	names_release(&choice->names);
	arena_release(&choice->arena);
	free(choice->cells);
	*choice = (struct row_choice){ 0 };
}

/* Whether some text of the row matches. */
static bool judge(struct row_choice *choice, const struct cell *cells, bool *yes, struct err *err)
{
	*yes = choice->options->filter == NULL;
	for (size_t i = 0; !*yes && i < choice->column_count; i++) {
		struct verdict verdict;
		uint32_t name;

		if (cells[i].kind != CELL_TEXT)
			continue;
		if (!names_try_intern(&choice->names, cells[i].is.text, cells[i].len, &name, err) ||
			!rules_apply(&choice->rules, FRAME_LEAF, name, &verdict, err))
			return false;
		*yes = verdict.only;
	}
	return true;
}

static bool keep(struct row_choice *choice, const struct cell *cells, struct err *err)
{
	size_t columns = choice->column_count;
	struct cell *row;

	if (!mem_try_grow((void **)&choice->cells, &choice->cap, (choice->count + 1) * columns,
		    sizeof(*choice->cells), err))
		return false;
	row = &choice->cells[choice->count * columns];
	memcpy(row, cells, columns * sizeof(*cells));
	for (size_t i = 0; i < columns; i++) {
		if (row[i].kind != CELL_TEXT)
			continue;
		row[i].is.text =
			arena_try_copy(&choice->arena, cells[i].is.text, cells[i].len, err);
		if (row[i].is.text == NULL)
			return false;
	}
	choice->count++;
	return true;
}

static bool give_one(struct row_choice *choice, const struct cell *cells, row_give_fn *give,
	void *context, struct err *err)
{
	if (choice->options->limit > 0 && choice->given == choice->options->limit) {
		choice->left_out++;
		return true;
	}
	choice->given++;
	return give(context, cells, err);
}

bool row_choice_add(struct row_choice *choice, const struct cell *cells, row_give_fn *give,
	void *context, struct err *err)
{
	bool yes;

	if (!judge(choice, cells, &yes, err))
		return false;
	if (!yes)
		return true;
	return choice->sorted != SIZE_MAX ? keep(choice, cells, err)
					  : give_one(choice, cells, give, context, err);
}

static double number_of(const struct cell *cell)
{
	return cell->kind == CELL_REAL ? cell->is.real : (double)cell->is.integer;
}

/* Empty cells come last, whatever the direction. */
static int compare_rows(const void *context, uint32_t a, uint32_t b)
{
	const struct row_choice *choice = context;
	const struct cell *left = &choice->cells[a * choice->column_count + choice->sorted];
	const struct cell *right = &choice->cells[b * choice->column_count + choice->sorted];
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

bool row_choice_end(struct row_choice *choice, row_give_fn *give, void *context, struct err *err)
{
	uint32_t *order;
	bool ok;

	if (choice->count == 0)
		return true;
	if (choice->count > UINT32_MAX)
		return err_set(err, ERR_FORMAT, "--sort: more than 2^32 rows");
	order = mem_try_zeroed(choice->count, sizeof(*order), err);
	if (order == NULL)
		return false;
	for (uint32_t i = 0; i < choice->count; i++)
		order[i] = i;
	order_by(order, choice->count, compare_rows, choice);
	ok = true;
	for (size_t i = 0; ok && i < choice->count; i++)
		ok = give_one(choice, &choice->cells[order[i] * choice->column_count], give,
			context, err);
	free(order);
	return ok;
}
