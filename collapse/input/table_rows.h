#ifndef COLLAPSE_INPUT_TABLE_ROWS_H
#define COLLAPSE_INPUT_TABLE_ROWS_H

#include <math.h>

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

/* The next row: *row is NULL after the last. Errors as database_step(). */
bool rows_next(struct table_rows *rows, const struct datum **row, struct err *err) MUST_CHECK;

/* What is done with each row. */
typedef void row_fn(void *context, const struct datum *row);

/* A call for each row, if there is the table. */
bool rows_each(const struct database *db, const char *table, const struct database_column *columns,
	size_t count, row_fn *take, void *context, struct err *err) MUST_CHECK;

typedef bool fact_fn(void *context, const char *name, const char *value, struct err *err);

/* A call for each row of a table of names and values that has both, if there is the table. */
bool rows_facts(const struct database *db, const char *table, fact_fn *take, void *context,
	struct err *err) MUST_CHECK;

/* A value as a number: 0 for NULL, texts and blobs, which exports have no numbers in. */
static inline int64_t datum_integer(const struct datum *datum)
{
	if (datum->type != DATUM_FLOAT)
		return datum->type == DATUM_INTEGER ? datum->as.integer : 0;
	if (!(fabs(datum->as.real) < 0x1p63)) /* NaN, too */
		return datum->as.real < 0 ? INT64_MIN : INT64_MAX;
	return (int64_t)datum->as.real;
}

static inline double datum_real(const struct datum *datum)
{
	return datum->type == DATUM_FLOAT ? datum->as.real : (double)datum_integer(datum);
}

/* The bytes of a text or a blob, not terminated, valid until the next row; NULL for other values.
 */
static inline void datum_text(const struct datum *datum, const char **text, size_t *len)
{
	bool has_bytes = datum->type == DATUM_TEXT || datum->type == DATUM_BLOB;

	*text = has_bytes ? datum->as.bytes : NULL;
	*len = has_bytes ? datum->len : 0;
}

#endif /* COLLAPSE_INPUT_TABLE_ROWS_H */
