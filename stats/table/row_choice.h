#ifndef STATS_TABLE_ROW_CHOICE_H
#define STATS_TABLE_ROW_CHOICE_H

#include "base/arena.h"
#include "base/rules.h"
#include "stats/parts/report.h"

/* Which rows of a report are shown, and in which order; zeroed: all, as the report gives them. */
struct row_options {
	const char *filter; /* regular expression: rows with a text that matches; or NULL */
	const char *sort;   /* "COLUMN", "COLUMN:asc" or "COLUMN:desc", or NULL */
	uint64_t limit;     /* so many; 0: all */
};

/* Takes rows, and gives back those that are chosen. */
struct row_choice {
	const struct row_options *options;
	const struct column *columns;
	size_t column_count;
	size_t sorted; /* the column, and the direction; without options->sort nothing is kept */
	bool descends;
	struct names names; /* of texts, for the rules */
	struct rules rules;
	struct arena arena;
	struct cell *cells;       /* kept, row by row */
	size_t count, cap;        /* of rows; of cells */
	uint64_t given, left_out; /* rows that were given back; those over the limit */
};

/*
 * ERR_USAGE, with the columns that there are, for a column that these reports lack; if there is
 * more than one report, it is enough if one has it. ERR_PATTERN, ERR_NOMEM. `with_file`: rows
 * have a last column File.
 */
bool row_options_check(const struct row_options *options, const struct report *const *reports,
	size_t count, bool with_file, struct err *err) MUST_CHECK;

/* For one report, whose columns these are. ERR_PATTERN, ERR_NOMEM. */
bool row_choice_begin(struct row_choice *choice, const struct row_options *options,
	const struct column *columns, size_t column_count, struct err *err) MUST_CHECK;
void row_choice_release(struct row_choice *choice);

typedef bool row_give_fn(void *context, const struct cell *cells, struct err *err);

/* Add a row: it is given back at once, or kept for row_choice_end(). ERR_NOMEM; give()'s. */
bool row_choice_add(struct row_choice *choice, const struct cell *cells, row_give_fn *give,
	void *context, struct err *err) MUST_CHECK;

/* Give back the rows that were kept. Errors likewise. */
bool row_choice_end(
	struct row_choice *choice, row_give_fn *give, void *context, struct err *err) MUST_CHECK;

#endif /* STATS_TABLE_ROW_CHOICE_H */
