#ifndef COLLAPSE_INPUT_DATABASE_H
#define COLLAPSE_INPUT_DATABASE_H

#include "base/err.h"

struct sqlite3;
struct sqlite3_stmt;
struct checked_pages; /* checked_pages.h */
struct row_budget;

/*
 * An SQLite file from an untrusted source, an export of nsys or a capture of ours: opened
 * once, read-only, with views, triggers and extensions off, and passed on to its readers.
 * Tables are looked up one by one, since an export holds only the tables and columns that its
 * nsys knew and had rows for.
 */
struct database {
	struct sqlite3 *handle;
	struct sqlite3_stmt *lookup; /* of a table's name: database_has_table() */
	const char *path;            /* borrowed; for messages */
	struct checked_pages *pages; /* NULL: its pages have no checksums */
	struct row_budget *budget;   /* of the statement that runs */
	int fd;       /* the file that SQLite reads, or -1: not known to be the same */
	bool owns_fd; /* of a copy */
	bool alone;   /* SQLite takes no locks, since nobody writes, and ignores files beside it */
};

/*
 * Have SQLite open `path`, following links. Nothing is written, rolled back or deleted in
 * place: where a killed writer left a journal or a WAL log, a copy in $TMPDIR is brought to
 * the state that these define, and read instead. `fd` is the same file, open for reading, and
 * borrowed until database_close(): the header is read from it, and closing it while SQLite
 * reads would drop SQLite's locks (fcntl's belong to the process). Until then nobody can write to
 * the file, unless it is a capture: that is locked only while a table is read. `name` is its name
 * in messages, borrowed. ERR_IO; ERR_FORMAT when it is no database, was truncated, or its journal
 * names another file.
 */
bool database_open(struct database *db, int fd, const char *path, const char *name,
	struct err *err) MUST_CHECK;
void database_close(struct database *db);

/*
 * Whether the table exists. A view or a virtual table of that name is ERR_FORMAT: exports have
 * none, and reading one would run its SQL.
 */
bool database_has_table(
	const struct database *db, const char *table, bool *has, struct err *err) MUST_CHECK;

/*
 * How many tables have a name that begins with `prefix`, 0 also if that cannot be read, and what is
 * behind it in the first one's: "" where that does not fit.
 */
size_t database_tables(const struct database *db, const char *prefix, char *rest, size_t size);

struct database_column {
	const char *name;
	bool required;
	const char *or_else; /* used when there is no such column, or NULL */
};

/*
 * Prepare a read of `count` columns of `table`, in the order given; a column
 * that the table lacks gives NULL in every row. *statement is NULL when there is
 * no such table. ERR_FORMAT when a required column is missing.
 */
bool database_select(const struct database *db, const char *table,
	const struct database_column *columns, size_t count, struct sqlite3_stmt **statement,
	struct err *err) MUST_CHECK;

/*
 * Step: *row is whether there is a row. ERR_FORMAT when the database is damaged, or when its rows
 * are more than fit into it, which SQLite does not see.
 */
bool database_step(const struct database *db, struct sqlite3_stmt *statement, const char *table,
	bool *row, struct err *err) MUST_CHECK;

/* What is done with a row; false ends the reading. */
typedef bool database_row_fn(void *context, struct sqlite3_stmt *row, struct err *err);

/* database_select(), and a call for each row, if there is the table. */
bool database_each(const struct database *db, const char *table,
	const struct database_column *columns, size_t count, database_row_fn *take, void *context,
	struct err *err) MUST_CHECK;

/* The largest row id of a table, about its number of rows; 0 when that is not known. */
uint64_t database_rows(const struct database *db, const char *table);

/* The size of its file, in bytes. */
uint64_t database_size(const struct database *db);

#endif /* COLLAPSE_INPUT_DATABASE_H */
