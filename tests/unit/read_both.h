#ifndef TESTS_UNIT_READ_BOTH_H
#define TESTS_UNIT_READ_BOTH_H

/*
 * Tables read from their pages and by SQLite, row by row: both give the same values, or both end
 * with the same error. Shared by a unit test and a fuzz target.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "collapse/input/table_rows.h"

struct both {
	struct database_column columns[PAGES_COLUMNS_MAX];
	char names[PAGES_COLUMNS_MAX][64];
	size_t count;
	struct table_rows *ours, *theirs;
	uint64_t row_count;
};

static inline bool both_same(const struct datum *a, const struct datum *b)
{
	if (a->type != b->type)
		return false;
	switch ((enum datum_type)a->type) {
	case DATUM_NULL:
	case DATUM_INTEGER:
		return a->as.integer == b->as.integer;
	case DATUM_FLOAT:
		return memcmp(&a->as.real, &b->as.real, sizeof(a->as.real)) == 0;
	case DATUM_TEXT:
	case DATUM_BLOB:
		return a->len == b->len && memcmp(a->as.bytes, b->as.bytes, a->len) == 0;
	}
	return false;
}

/* Want the columns of a table, and one that it lacks; from the `from`th one on. */
static inline void both_columns(
	struct both *both, const struct database *db, const char *table, int from)
{
	sqlite3_stmt *row = NULL;

	both->count = 0;
	sqlite3_prepare_v2(db->handle, "SELECT name FROM pragma_table_xinfo(?1) WHERE cid >= ?2",
		-1, &row, NULL);
	sqlite3_bind_text(row, 1, table, -1, SQLITE_STATIC);
	sqlite3_bind_int(row, 2, from);
	while (sqlite3_step(row) == SQLITE_ROW && both->count + 1 < PAGES_COLUMNS_MAX) {
		const char *name = (const char *)sqlite3_column_text(row, 0);

		/* no name of nsys needs quotes */
		if (name == NULL || strlen(name) >= sizeof(both->names[0]) ||
			strchr(name, '"') != NULL)
			continue;
		snprintf(both->names[both->count], sizeof(both->names[0]), "%s", name);
		both->columns[both->count] =
			(struct database_column){ both->names[both->count], false, NULL };
		both->count++;
	}
	sqlite3_finalize(row);
	both->columns[both->count++] = (struct database_column){ "no such column", false, NULL };
}

/*
 * Both ended in the same way; if one fails earlier, so does the other: SQLite looks at a whole
 * page at once, unless it has seen it before.
 */
static inline const char *both_end(struct both *both, const struct datum *our_row,
	struct err *our_err, const struct datum *their_row, struct err *their_err)
{
	bool ok = true;

	while (ok && our_row != NULL && their_err->code != ERR_NONE)
		ok = rows_next(both->ours, &our_row, our_err);
	while (ok && their_row != NULL && our_err->code != ERR_NONE)
		ok = rows_next(both->theirs, &their_row, their_err);
	if (our_err->code != their_err->code || strcmp(our_err->msg, their_err->msg) != 0)
		return "one reader fails as the other does";
	return our_err->code == ERR_NONE && (our_row != NULL || their_row != NULL)
		       ? "both have as many rows"
		       : NULL;
}

static inline const char *both_rows(struct both *both)
{
	struct err our_err = { 0 }, their_err = { 0 };
	const struct datum *our_row = NULL, *their_row = NULL;

	for (;;) {
		bool ours = rows_next(both->ours, &our_row, &our_err);
		bool theirs = rows_next(both->theirs, &their_row, &their_err);

		if (!ours || !theirs || our_row == NULL || their_row == NULL)
			return both_end(both, our_row, &our_err, their_row, &their_err);
		for (size_t i = 0; i < both->count; i++) {
			if (!both_same(&our_row[i], &their_row[i]))
				return "both have the same values";
		}
		both->row_count++;
	}
}

/*
 * Read the columns of a table from the `from`th one on both ways, from the file that was opened
 * twice: what should hold and does not, or NULL. *row_count rows were the same.
 */
static inline const char *read_both(const struct database *ours, const struct database *theirs,
	const char *table, int from, uint64_t *row_count)
{
	struct both both = { 0 };
	struct err our_err = { 0 }, their_err = { 0 };
	const char *broken = NULL;
	bool our_ok, their_ok;

	both_columns(&both, ours, table, from);
	our_ok = rows_open(ours, table, both.columns, both.count, &both.ours, &our_err);
	setenv("GPUFLAME_READER", "sqlite", 1);
	their_ok = rows_open(theirs, table, both.columns, both.count, &both.theirs, &their_err);
	unsetenv("GPUFLAME_READER");
	if (our_ok != their_ok || strcmp(our_err.msg, their_err.msg) != 0)
		broken = "both can be opened";
	else if (both.ours != NULL && both.theirs != NULL)
		broken = both_rows(&both);
	*row_count = both.row_count;
	rows_free(both.ours);
	rows_free(both.theirs);
	return broken;
}

#endif /* TESTS_UNIT_READ_BOTH_H */
