#ifndef STATS_TABLE_ROW_CHOICE_H
#define STATS_TABLE_ROW_CHOICE_H

#include "base/rules.h"
#include "stats/measures/report.h"

/* Which rows of a report are shown, and in which order; zeroed: all, as the report gives them. */
struct row_options {
	const char *filter; /* regular expression: rows with a text that matches; or NULL */
	const char *sort;   /* "COLUMN", "COLUMN:asc" or "COLUMN:desc", or NULL */
	uint64_t limit;     /* so many; 0: all */
};

/* The filter and the order of one table. */
struct row_choice {
	const char *filter;
	size_t column_count;
	size_t sorted; /* the column, SIZE_MAX: none; and the direction */
	bool descends;
	struct names names; /* of texts */
	struct rules rules;
	struct cell *cells; /* kept, row by row */
	size_t count, cap;  /* of rows; of cells */
};

/*
 * ERR_USAGE, with the columns that there are, for a column that these reports lack; if there is
 * more than one report, it is enough if one has it. ERR_PATTERN.
 */
bool row_options_check(const struct row_options *options, const struct report *const *reports,
	size_t count, struct err *err) MUST_CHECK;

/* For a table that has these columns. ERR_PATTERN. */
bool row_choice_begin(struct row_choice *choice, const struct row_options *options,
	const struct column *columns, size_t column_count, struct err *err) MUST_CHECK;
void row_choice_release(struct row_choice *choice);

/* Whether some text of the row matches. ERR_PATTERN. */
bool row_choice_match(struct row_choice *choice, const struct cell *cells, bool *matches,
	struct err *err) MUST_CHECK;

/* If rows are sorted, they are kept. */
void row_choice_keep(struct row_choice *choice, const struct cell *cells);

static inline const struct cell *row_choice_at(const struct row_choice *choice, uint32_t row)
{
	return choice->cells + row * choice->column_count;
}

/* When there are all: their order. Caller frees. */
uint32_t *row_choice_sort(const struct row_choice *choice);

#endif /* STATS_TABLE_ROW_CHOICE_H */
