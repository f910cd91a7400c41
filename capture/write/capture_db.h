#ifndef CAPTURE_WRITE_CAPTURE_DB_H
#define CAPTURE_WRITE_CAPTURE_DB_H

#include <sqlite3.h>

#include "base/err.h"

struct recorder; /* capture/recorder.h */

/* An SQLite file to write a capture to. Errors are ERR_IO with its path, and ERR_NOMEM. */
struct capture_db {
	sqlite3 *handle;  /* NULL: not open */
	const char *path; /* borrowed; for messages */
	struct page_sums *sums;
};

enum capture_db_use {
	CAPTURE_DB_FOLD,      /* made in memory, to be put in its place: capture_db_put() */
	CAPTURE_DB_NEW_TRACE, /* likewise */
	CAPTURE_DB_TRACE,     /* in its place: written to again and again */
};

/* Set up this library's copy of SQLite, before it is used. */
void capture_db_set_up(void);

/*
 * Open a file, or begin one in memory, for which `path` is in messages alone. A commit is one write
 * of the file, which is then synced, unless the program does not want that; each page gets its
 * checksum as it is written (base/page_sum.h).
 */
bool capture_db_open(struct capture_db *db, const struct recorder *recorder, const char *path,
	enum capture_db_use use, struct err *err) MUST_CHECK;

/* Put a file in its place (capture_place_put()) that was made in memory, and is committed. */
bool capture_db_put(const struct capture_db *db, struct recorder *recorder, char **path,
	bool is_last, struct err *err) MUST_CHECK;

/* Nothing, if it is not open. */
void capture_db_close(struct capture_db *db);

/* Run statements without results. */
bool capture_db_run(const struct capture_db *db, const char *sql, struct err *err) MUST_CHECK;

bool capture_db_prepare(const struct capture_db *db, const char *sql, sqlite3_stmt **statement,
	struct err *err) MUST_CHECK;

/* Step a statement without rows, and reset it. */
bool capture_db_step(
	const struct capture_db *db, sqlite3_stmt *statement, struct err *err) MUST_CHECK;

#endif /* CAPTURE_WRITE_CAPTURE_DB_H */
