#ifndef COLLAPSE_INPUT_TABLE_ROWS_H
#define COLLAPSE_INPUT_TABLE_ROWS_H

#include "collapse/input/database.h"
#include "collapse/pages/table_pages.h"

/*
 * The rows of a large table: read from its pages (collapse/pages/table_pages.h) if that is
 * possible, else by SQLite, with the same values in the same order. SQLite holds its lock
 * meanwhile, so that a writer waits as it would for any other reader.
 *
 * With GPUFLAME_READER=sqlite in the environment, SQLite reads all.
 */
struct table_rows;

/*
 * Read columns of `table` as database_select() does: *rows is NULL when there is no such table.
 * At most PAGES_COLUMNS_MAX columns; `db` and `table` are borrowed until rows_free().
 */
bool rows_open(const struct database *db, const char *table, const struct database_column *columns,
	size_t count, struct table_rows **rows, struct err *err) MUST_CHECK;
void rows_free(struct table_rows *rows); /* may be NULL */

/*
 * How many rows there are if their ids were counted up from 1 and all are there, and no more than
 * fit into their pages; 0: not known.
 */
uint64_t rows_expected(const struct table_rows *rows);

/* The next row: *row is NULL after the last. Errors as database_step(). */
bool rows_next(struct table_rows *rows, const struct datum **row, struct err *err) MUST_CHECK;

/* What is done with each row. */
typedef void row_fn(void *context, struct table_rows *rows, const struct datum *row);

/* A call for each row, if there is the table. */
bool rows_each(const struct database *db, const char *table, const struct database_column *columns,
	size_t count, row_fn *take, void *context, struct err *err) MUST_CHECK;

typedef bool fact_fn(void *context, const char *name, const char *value, struct err *err);

/* A call for each row of a table of names and values that has both, if there is the table. */
bool rows_facts(const struct database *db, const char *table, fact_fn *take, void *context,
	struct err *err) MUST_CHECK;

/*
 * Values as SQLite converts them: 0 for NULL and for text that is no number. Texts are not
 * terminated, NULL for NULL, and valid until the next text or row; *len is in bytes.
 */
int64_t rows_convert_integer(struct table_rows *rows, const struct datum *datum);
double rows_convert_real(struct table_rows *rows, const struct datum *datum);
void rows_convert_text(
	struct table_rows *rows, const struct datum *datum, const char **text, size_t *len);

static inline int64_t rows_integer(struct table_rows *rows, const struct datum *datum)
{
	return datum->type <= DATUM_INTEGER ? datum->as.integer : rows_convert_integer(rows, datum);
}

static inline double rows_real(struct table_rows *rows, const struct datum *datum)
{
	return datum->type == DATUM_FLOAT ? datum->as.real : rows_convert_real(rows, datum);
}

static inline void rows_text(
	struct table_rows *rows, const struct datum *datum, const char **text, size_t *len)
{
	if (datum->type != DATUM_TEXT && datum->type != DATUM_NULL) {
		rows_convert_text(rows, datum, text, len);
		return;
	}
	*text = datum->type == DATUM_TEXT ? datum->as.bytes : NULL;
	*len = datum->type == DATUM_TEXT ? datum->len : 0;
}

/* The bytes of a text or a blob as they are; other values as text. */
static inline void rows_bytes(
	struct table_rows *rows, const struct datum *datum, const char **bytes, size_t *len)
{
	if (datum->type != DATUM_BLOB) {
		rows_text(rows, datum, bytes, len);
		return;
	}
	*bytes = datum->as.bytes;
	*len = datum->len;
}

#endif /* COLLAPSE_INPUT_TABLE_ROWS_H */
