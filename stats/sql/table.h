#ifndef STATS_SQL_TABLE_H
#define STATS_SQL_TABLE_H

#include <sqlite3.h>

#include "stats/sql/model.h"

/*
 * The trace model as tables of SQLite: a row is an index into one of its arrays, a column a getter.
 * Columns are integers, so that rows are sorted and grouped by them without SQLite's sorter
 * (stats/sql/module.c). docs/TABLES.md describes the tables to users.
 */
#define SQL_NULL INT64_MIN

enum sql_type {
	SQL_INTEGER,
	SQL_NAME,  /* the id of a name, shown as its text */
	SQL_CALL,  /* the same of an API call, without its version */
	SQL_WORD,  /* an index in the column's words */
	SQL_OTHER, /* put() shows it */
};

struct sql_column {
	const char *name;
	uint64_t want;  /* enum trace_want: what readers must keep for it */
	bool is_hidden; /* left out of SELECT *: ids that our own reports group by */
	enum sql_type type;
	const char *const *words;
};

struct sql_table {
	const char *name;
	const struct sql_column *columns; /* if the first is "id", it is the row's number, from 1 */
	int column_count;                 /* at most 63 */
	uint64_t want;                    /* enum trace_want, for all columns */
	/*
	 * Compute what the number of rows depends on, then what is behind the columns that `used`
	 * has a bit for; with SQL_LOOKS_UP, find() is asked then. NULL: nothing is.
	 */
	void (*make)(struct sql_model *model);
	bool (*begin)(struct sql_model *model, uint64_t used, struct err *err);
	size_t (*count)(const struct sql_model *model);
	int64_t (*value)(struct sql_model *model, size_t row, int column);
	/* Where a row is in memory; NULL: there are few. */
	const void *(*place)(const struct sql_model *model, size_t row);
	/* Columns that are SQL_OTHER. */
	void (*put)(struct sql_model *model, size_t row, int column, sqlite3_context *to);
	/*
	 * The rows whose `column`, one of those with a bit in `found`, is `value`: [*first, *end).
	 * It is asked after begin().
	 */
	uint64_t found;
	void (*find)(
		struct sql_model *model, int column, int64_t value, size_t *first, size_t *end);
	/*
	 * Or a table that is called: its last columns are the numbers that it is given, of which
	 * the first `required` must be, and those of the others that are not the least, and the
	 * most, that there is. It has the rows [*first, *end), none unless call() says so.
	 */
	int given, required;
	void (*call)(const int64_t *given, size_t *first, size_t *end);
	int64_t (*called_value)(const int64_t *given, size_t row, int column);
};

enum { SQL_GIVEN_MOST = 5 };

#define SQL_LOOKS_UP ((uint64_t)1 << 63)

/* The bits of columns, for `used` and `found`. */
#define SQL_BIT(column) ((uint64_t)1 << (column))

/*
 * A table's columns as one list, of LIST(SHOWN, HIDDEN): of each its index, name, type, what it
 * wants, and its value, of `model`, `trace` and `row`. The type of an index in words is
 * WORDS(words).
 */
#define SQL_ENUM(index, title, kind, needs, value) index,
#define SQL_SHOWN(index, title, kind, needs, value) \
	{ .name = (title), .want = (needs), .type = SQL_##kind },
#define SQL_HIDDEN(index, title, kind, needs, value) \
	{ .name = (title), .want = (needs), .is_hidden = true, .type = SQL_##kind },
#define SQL_WORDS(list) SQL_WORD, .words = (list)
#define SQL_CASE(index, title, kind, needs, value) \
	case index:                                \
		return value;

#define SQL_COLUMNS(LIST, columns)         \
	enum { LIST(SQL_ENUM, SQL_ENUM) }; \
	static const struct sql_column columns[] = { LIST(SQL_SHOWN, SQL_HIDDEN) };
#define SQL_VALUE(LIST)                  \
	switch (column) {                \
		LIST(SQL_CASE, SQL_CASE) \
	}                                \
	return SQL_NULL

/*
 * The table of such a list, which has `rows` rows, with further members of struct sql_table; both
 * may name the trace.
 */
#define SQL_TABLE(table, LIST, its_columns, rows, ...)                                \
	static size_t count_##table(const struct sql_model *model)                    \
	{                                                                             \
		const struct trace *const trace UNUSED = model->trace;                \
		return rows;                                                          \
	}                                                                             \
	static int64_t table##_value(struct sql_model *model, size_t row, int column) \
	{                                                                             \
		const struct trace *const trace UNUSED = model->trace;                \
		SQL_VALUE(LIST);                                                      \
	}                                                                             \
	const struct sql_table sql_table_##table = { .name = #table,                  \
		.columns = (its_columns),                                             \
		.column_count = ARRAY_SIZE(its_columns),                              \
		.count = count_##table,                                               \
		.value = table##_value,                                               \
		__VA_ARGS__ }

static inline int64_t sql_name_value(uint32_t name)
{
	return name != NAME_NONE ? name : SQL_NULL;
}

/* A time as the clock of the trace's file had it. */
static inline int64_t sql_clock(const struct trace *trace, int64_t time)
{
	return (int64_t)((uint64_t)time + (uint64_t)trace->began);
}

/* Offer a table to a database; `model` must outlive it. */
void sql_table_offer(sqlite3 *db, const struct sql_table *table, struct sql_model *model);

/* "[CUDA memcpy Host-to-Device]", "[CUDA memset]": of an operation_id of the table op. */
const char *sql_operation_label(unsigned operation);

/* A name as text, and that of an API call without its version; nothing for NAME_NONE. */
void sql_put_name(sqlite3_context *to, const struct names *names, uint32_t name);
void sql_put_call(sqlite3_context *to, const struct names *names, uint32_t name);

/*
 * Offer what statements may call beside SQLite's own functions (docs/TABLES.md, "Functions"), and
 * the collation "numbers".
 */
void sql_functions_offer(sqlite3 *db, struct sql_model *model);

/* Rows of the table rank; NULL is allowed. */
void sql_ranks_free(struct rank_facts *ranks);

#endif /* STATS_SQL_TABLE_H */
