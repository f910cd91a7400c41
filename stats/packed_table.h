#ifndef STATS_PACKED_TABLE_H
#define STATS_PACKED_TABLE_H

#include <sqlite3.h>
#include <stdint.h>

#include "base/err.h"
#include "collapse/input/database.h"

/*
 * A table of a partial result: many rows of whole numbers, alike and in some order, as few rows
 * (docs/FORMATS.md, "Partial results"). Each has `rows`, how many it stands for, and in each column
 * the value that all of these have, or, as a blob, their whole numbers, each as its distance from
 * the one before.
 */
enum { PACKED_COLUMNS_MAX = 64, PACKED_ROWS_MAX = 4096 };

/* NULL among whole numbers. */
#define PACKED_NULL INT64_MIN

struct packed_writer {
	sqlite3_stmt *insert;
	int columns, rows;
	int64_t *numbers[PACKED_COLUMNS_MAX];      /* by column: PACKED_ROWS_MAX */
	sqlite3_value *others[PACKED_COLUMNS_MAX]; /* of all rows: no number; or NULL */
	bool failed;                               /* the database has the reason */
};

/* Create the table. What fails, fails in packed_close(). */
void packed_open(struct packed_writer *writer, sqlite3 *db, const char *table,
	const char *const *columns, int count);

/* Add a row of whole numbers; in columns where `others` is not NULL, of that instead. */
void packed_add(struct packed_writer *writer, const int64_t *numbers, sqlite3_value *const *others);
bool packed_close(struct packed_writer *writer);

/*
 * Reads such a table, which anybody may have made: an answer is a row, in `numbers`, or in `others`
 * where that is not NULL.
 */
struct packed_reader {
	const struct database *db;
	const char *table;
	sqlite3_stmt *select;
	int columns;
	int64_t rows, next;
	struct packed_column {
		const uint8_t *at, *end; /* NULL: all rows have one value */
		int64_t number, same;    /* the latest; how many more rows have it */
	} list[PACKED_COLUMNS_MAX];
	int64_t numbers[PACKED_COLUMNS_MAX];
	sqlite3_value *others[PACKED_COLUMNS_MAX];
};

/* ERR_FORMAT: there is no such table. To be closed in any case. */
bool packed_begin(struct packed_reader *reader, const struct database *db, const char *table,
	const char *const *columns, int count, struct err *err) MUST_CHECK;
bool packed_next(struct packed_reader *reader, bool *more, struct err *err) MUST_CHECK;
void packed_end(struct packed_reader *reader);

#endif /* STATS_PACKED_TABLE_H */
