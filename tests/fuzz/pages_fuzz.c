/*
 * Tables read from their pages, compared with SQLite reading them. The input is SQL text that
 * makes a database, or an SQLite file; what follows a line "--" changes bytes of it, four bytes
 * each: where, in three, and what is put there.
 */
#define _GNU_SOURCE /* memmem */
#include "tests/fuzz/fold_input.h"
#include "tests/unit/read_both.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TABLES_MAX = 8 };

static void change(unsigned char *bytes, size_t size, const uint8_t *changes, size_t len)
{
	for (size_t i = 0; size > 0 && i + 4 <= len; i += 4) {
		size_t at = (size_t)changes[i] << 16 | (size_t)changes[i + 1] << 8 | changes[i + 2];

		bytes[at % size] = changes[i + 3];
	}
}

static size_t list_tables(const struct database *db, char names[TABLES_MAX][64])
{
	sqlite3_stmt *row = NULL;
	size_t count = 0;

	sqlite3_prepare_v2(db->handle,
		"SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\"%'", -1,
		&row, NULL);
	while (sqlite3_step(row) == SQLITE_ROW && count < TABLES_MAX) {
		const char *name = (const char *)sqlite3_column_text(row, 0);

		if (name != NULL && strlen(name) < sizeof(names[0]))
			snprintf(names[count++], sizeof(names[0]), "%s", name);
	}
	sqlite3_finalize(row);
	return count;
}

/* Each table from a file that is opened anew, so that SQLite has seen the same of it. */
static void compare_tables(int fd, const char *path)
{
	char names[TABLES_MAX][64];
	struct database ours, theirs;
	struct err err = { 0 };
	uint64_t rows;
	size_t count = 1;

	for (size_t i = 0; i < count * 3; i++) {
		const char *broken = NULL;

		if (!database_open(&ours, fd, path, path, &err))
			return;
		must(database_open(&theirs, fd, path, path, &err), "it can be opened twice");
		count = list_tables(&ours, names);
		if (i < count * 3)
			broken = read_both(&ours, &theirs, names[i / 3], (int)(i % 3), &rows);
		must(broken == NULL, broken != NULL ? broken : "");
		database_close(&theirs);
		database_close(&ours);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *cut = size > 0 ? memmem(data, size, "\n--\n", 4) : NULL;
	size_t first = cut != NULL ? (size_t)(cut - data) : size;
	sqlite3_int64 made_size = (sqlite3_int64)first;
	unsigned char *made;
	char path[64];
	int fd;

	if (first >= 6 && memcmp(data, "SQLite", 6) == 0) {
		made = sqlite3_malloc64(first);
		must(made != NULL, "memory");
		memcpy(made, data, first);
	} else {
		made = input_run_sql(data, first, &made_size);
	}
	if (cut != NULL && made != NULL)
		change(made, (size_t)made_size, cut + 4, size - first - 4);
	fd = input_file(made, made != NULL ? (size_t)made_size : 0, path);
	sqlite3_free(made);
	compare_tables(fd, path);
	input_close(fd);
	return 0;
}
