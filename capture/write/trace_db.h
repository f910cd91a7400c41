#ifndef CAPTURE_WRITE_TRACE_DB_H
#define CAPTURE_WRITE_TRACE_DB_H

#include <sys/types.h>

#include <sqlite3.h>

#include "base/err.h"
#include "base/global_id.h"
#include "capture/write/capture_db.h"
#include "capture/write/trace_schema.h"

/*
 * The SQLite file of a trace, one transaction from flush to flush. The first error
 * is kept until the transaction ends: writers of rows need not check, and nothing
 * is written after it. For the worker.
 */
struct trace_db {
	const struct sources *from;
	char **place;           /* *place NULL: none was needed yet */
	struct capture_db file; /* open in a transaction */
	dev_t device;           /* of the file, once it was made */
	ino_t inode;
	bool is_made;
	sqlite3_stmt *statements[TRACE_STATEMENTS];
	uint64_t process; /* nsys's global id of this process */
	bool in_transaction;
	bool has_failed; /* `err` says how: nothing more is written in this transaction */
	bool is_gone;    /* the file was removed, or replaced */
	struct err err;
};

void trace_db_init(struct trace_db *db, const struct sources *from, char **place);

void trace_db_close(struct trace_db *db);

/* Ensure that there is a file with its tables, and a transaction. */
bool trace_db_begin(struct trace_db *db);

/*
 * The transaction is over; unless it was committed, it is undone. The file is closed: see
 * own_files.h.
 */
void trace_db_end(struct trace_db *db);

/* True if `done`; otherwise memory ran out: it has failed. */
bool trace_db_has_memory(struct trace_db *db, bool done);

/* A statement to bind and step; NULL if nothing can be written now. */
sqlite3_stmt *trace_db_row(struct trace_db *db, enum trace_statement which);
void trace_db_step(struct trace_db *db, sqlite3_stmt *row);

/* A row of numbers, if one can be written now. */
void trace_db_put(
	struct trace_db *db, enum trace_statement which, const int64_t *numbers, int count);

/* nsys's global ids: a machine's number, the process, the thread. */
static inline int64_t trace_global_id(const struct trace_db *db, uint32_t tid)
{
	return (int64_t)global_tid(db->process, tid);
}

/* From CLOCK_MONOTONIC; a file's times count from the start of the library. */
int64_t trace_time(const struct trace_db *db, int64_t ns);

#endif /* CAPTURE_WRITE_TRACE_DB_H */
