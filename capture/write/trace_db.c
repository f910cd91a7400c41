#include "capture/write/trace_db.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/global_id.h"
#include "capture/write/capture_file.h"
#include "capture/write/sources.h"

int64_t trace_time(const struct trace_db *db, int64_t ns)
{
	return ns - db->from->recorder->begun_ns;
}

void trace_db_init(struct trace_db *db, const struct sources *from, char **place)
{
	*db = (struct trace_db){
		.from = from,
		.place = place,
		/* called once: it is a system call */
		.process = global_pid(1, (uint64_t)getpid()),
	};
}

static bool fill(const struct recorder *recorder, const struct capture_db *file, struct err *err)
{
	char session[256];

	snprintf(session, sizeof(session),
		"INSERT INTO TARGET_INFO_SESSION_START_TIME(utcEpochNs) VALUES(%" PRId64 ");COMMIT",
		recorder->begun_ns + recorder->epoch_ns);
	return capture_db_run(file, "BEGIN", err) && capture_db_run(file, trace_schema, err) &&
	       capture_db_run(file, trace_more_schema, err) && capture_db_run(file, session, err);
}

static bool make_file(struct trace_db *db, struct err *err)
{
	struct recorder *recorder = db->from->recorder;
	struct capture_db file;
	struct stat status;
	bool ok;

	if (!capture_db_open(&file, recorder, recorder->config.output, CAPTURE_DB_NEW_TRACE, err))
		return false;
	ok = fill(recorder, &file, err) && capture_db_put(&file, recorder, db->place, true, err);
	capture_db_close(&file);
	if (!ok)
		return false;
	if (stat(*db->place, &status) != 0)
		return err_set_errno(err, errno, "cannot write '%s'", *db->place);
	db->device = status.st_dev;
	db->inode = status.st_ino;
	db->is_made = true;
	return true;
}

/* SQLite writes to a removed file without an error. */
static bool is_there(struct trace_db *db, struct err *err)
{
	struct stat status;

	db->is_gone = stat(*db->place, &status) == 0
			      ? status.st_dev != db->device || status.st_ino != db->inode
			      : errno == ENOENT || errno == ENOTDIR;
	return !db->is_gone ||
	       err_set(err, ERR_IO, "'%s' was removed: what it held is lost", *db->place);
}

/* Opened once more when it is in its place: SQLite's journal goes by the name. */
static bool open_file(struct trace_db *db, struct err *err)
{
	return (db->is_made || make_file(db, err)) && is_there(db, err) &&
	       capture_db_open(&db->file, db->from->recorder, *db->place, CAPTURE_DB_TRACE, err);
}

void trace_db_close(struct trace_db *db)
{
	for (size_t i = 0; i < ARRAY_SIZE(db->statements); i++) {
		sqlite3_finalize(db->statements[i]);
		db->statements[i] = NULL;
	}
	/* what was to be written is committed */
	capture_db_close(&db->file);
}

bool trace_db_has_memory(struct trace_db *db, bool done)
{
	db->has_failed |= !done && !err_nomem(&db->err);
	return done;
}

bool trace_db_begin(struct trace_db *db)
{
	if (db->has_failed)
		return false;
	if (db->in_transaction)
		return true;
	/* "IMMEDIATE": a file that is not there any more fails now, not when rows are lost */
	if (!open_file(db, &db->err) || !capture_db_run(&db->file, "BEGIN IMMEDIATE", &db->err)) {
		db->has_failed = true;
		return false;
	}
	db->in_transaction = true;
	return true;
}

void trace_db_end(struct trace_db *db)
{
	trace_db_close(db);
	db->in_transaction = db->has_failed = false;
	db->err = (struct err){ 0 };
}

sqlite3_stmt *trace_db_row(struct trace_db *db, enum trace_statement which)
{
	if (!trace_db_begin(db))
		return NULL;
	if (db->statements[which] == NULL && !capture_db_prepare(&db->file, trace_statements[which],
						     &db->statements[which], &db->err)) {
		db->has_failed = true;
		return NULL;
	}
	return db->statements[which];
}

void trace_db_step(struct trace_db *db, sqlite3_stmt *row)
{
	if (!capture_db_step(&db->file, row, &db->err))
		db->has_failed = true;
}

void trace_db_put(
	struct trace_db *db, enum trace_statement which, const int64_t *numbers, int count)
{
	sqlite3_stmt *row = trace_db_row(db, which);

	if (row == NULL)
		return;
	for (int i = 0; i < count; i++)
		sqlite3_bind_int64(row, i + 1, numbers[i]);
	trace_db_step(db, row);
}
