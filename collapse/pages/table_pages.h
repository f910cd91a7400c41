#ifndef COLLAPSE_PAGES_TABLE_PAGES_H
#define COLLAPSE_PAGES_TABLE_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/*
 * Tables of an SQLite database straight from its pages: the columns that are wanted, in the order
 * in which SQLite's own scan gives the rows, without its virtual machine. The format is documented
 * and stable: https://sqlite.org/fileformat2.html; sections are named beside the code that depends
 * on them.
 *
 * Only well-formed data is read. Anything else is "odd", which is not an error: the caller then
 * reads the table by SQLite, which reports what is wrong, or reads it. Files are untrusted: each
 * offset is checked, nothing recurses, and no page is read more than once.
 *
 * Nobody may write to the file meanwhile; if somebody does, rows may be wrong, but nothing else
 * happens.
 */

enum datum_type { DATUM_NULL, DATUM_INTEGER, DATUM_FLOAT, DATUM_TEXT, DATUM_BLOB };

/* A value of a row, of SQLite's types ("2.1. Record Format"). */
struct datum {
	union {
		int64_t integer; /* 0 for NULL */
		double real;
		const char *bytes; /* text, in UTF-8, which may be invalid, or a blob */
	} as;
	uint32_t len; /* in bytes, of text or a blob */
	uint8_t type; /* enum datum_type */
};

/* A column to read. */
struct pages_column {
	uint32_t index;   /* among all columns of the table, from 0 */
	bool missing;     /* the table has no such column: NULL */
	bool is_rowid;    /* INTEGER PRIMARY KEY, which is stored as the row's id */
	bool is_real;     /* of REAL affinity: integers are stored for numbers without fraction */
	bool has_default; /* other than NULL, of rows from before the column was added */
};

enum { PAGES_COLUMNS_MAX = 32 };

struct pages_file {
	int fd;      /* borrowed */
	bool no_log; /* there is none beside it, even if its header says that it is in WAL mode */
	/* Called with each page, which has page_bytes; NULL: not wanted. */
	void (*check)(void *context, const unsigned char *page, uint32_t number);
	void *context;
};

/* A table: where its leaf pages are. Several threads may read one. */
struct pages_table;

/*
 * The table whose b-tree has its root at page `root`, for reading `count` columns, at most
 * PAGES_COLUMNS_MAX. NULL: odd, or no memory.
 */
struct pages_table *pages_table_open(const struct pages_file *file, uint32_t root,
	const struct pages_column *columns, size_t count) MUST_CHECK;
void pages_table_free(struct pages_table *table);

enum pages_result { PAGES_ROW, PAGES_END, PAGES_ODD };

/* A walk over the rows of a table. */
struct pages_walk;

/* The table is borrowed. NULL: no memory. */
struct pages_walk *pages_walk_new(const struct pages_table *table) MUST_CHECK;
void pages_walk_free(struct pages_walk *walk);

/*
 * The next row, in `row`, which has room for all columns; texts and blobs are valid until the
 * next call. PAGES_ODD: this row and what follows must be read by SQLite.
 */
enum pages_result pages_next(struct pages_walk *walk, struct datum *row) MUST_CHECK;

#endif /* COLLAPSE_PAGES_TABLE_PAGES_H */
