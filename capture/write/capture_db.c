#include "capture/write/capture_db.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/no_locks.h"
#include "base/page_sum.h"
#include "capture/format.h"
#include "capture/own_files.h"
#include "capture/recorder.h"
#include "capture/write/capture_place.h"

/*
 * How SQLite writes to the file: `methods`, a changed copy of its own, replace those that it would
 * call.
 */
struct page_sums {
	sqlite3_io_methods methods; /* first, so that a file leads here */
	const sqlite3_io_methods *own;
	uint64_t id;
};

/* SQLite writes whole pages, with room at their ends that it does not use. */
static int write_page(sqlite3_file *file, const void *page, int size, sqlite3_int64 offset)
{
	const struct page_sums *sums = (const void *)file->pMethods;

	/* not const: the page is in SQLite's cache, and its own cksumvfs writes there, too */
	page_sum_put((unsigned char *)(uintptr_t)page, (size_t)size, (uint64_t)(offset / size) + 1,
		sums->id);
	return sums->own->xWrite(file, page, size, offset);
}

static bool fail(const struct capture_db *db, struct err *err)
{
	int code = sqlite3_extended_errcode(db->handle);
	int errno_value = sqlite3_system_errno(db->handle);

	if ((code & 0xff) == SQLITE_NOMEM)
		return err_nomem(err);
	if ((code & 0xff) == SQLITE_FULL)
		return err_set(err, ERR_IO, "cannot write '%s': the disk is full", db->path);
	if (errno_value != 0)
		return err_set_errno(err, errno_value, "cannot write '%s'", db->path);
	return err_set(err, ERR_IO, "cannot write '%s': %s", db->path, sqlite3_errmsg(db->handle));
}

bool capture_db_run(const struct capture_db *db, const char *sql, struct err *err)
{
	return sqlite3_exec(db->handle, sql, NULL, NULL, NULL) == SQLITE_OK || fail(db, err);
}

/* Have SQLite leave room at the ends of pages, and write them by write_page(). */
static bool add_page_sums(struct capture_db *db, const struct recorder *recorder, struct err *err)
{
	int room = PAGE_SUM_BYTES;
	sqlite3_file *file = NULL;

	if (sqlite3_file_control(db->handle, NULL, SQLITE_FCNTL_RESERVE_BYTES, &room) !=
			SQLITE_OK ||
		sqlite3_file_control(db->handle, NULL, SQLITE_FCNTL_FILE_POINTER, &file) !=
			SQLITE_OK ||
		file == NULL || file->pMethods == NULL)
		return fail(db, err);
	db->sums = malloc(sizeof(*db->sums));
	if (db->sums == NULL)
		return err_nomem(err);
	*db->sums = (struct page_sums){
		.methods = *file->pMethods,
		.own = file->pMethods,
		/* of this recording: the time of its start, by process */
		.id = (uint64_t)(recorder->begun_ns + recorder->epoch_ns) ^ (uint64_t)getpid()
										    << 40,
	};
	db->sums->methods.xWrite = write_page;
	file->pMethods = &db->sums->methods;
	return true;
}

/* own_files.h says why the copy of SQLite in this library does not call the system's. */
static int on_open(const char *path, int flags, int mode)
{
	int fd = open(path, flags, mode);

	return fd >= 0 ? own_file_move(fd) : fd;
}

void capture_db_set_up(void)
{
	sqlite3_vfs *vfs;

	/* of one thread, and without sums of its memory, which cost it locks */
	(void)sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
	(void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	(void)sqlite3_config(SQLITE_CONFIG_MEMDB_MAXSIZE, INT64_MAX);
	no_locks_allow();
	vfs = sqlite3_vfs_find(NULL);
	if (vfs != NULL)
		(void)vfs->xSetSystemCall(vfs, "open", (sqlite3_syscall_ptr)on_open);
}

static bool open_file(struct capture_db *db, const struct recorder *recorder,
	enum capture_db_use use, struct err *err)
{
	/*
	 * A trace has a journal; it does not change between commits, so that it is complete
	 * without the journal, too. One that is made in memory needs none.
	 */
	static const char *const pragmas[] = {
		[CAPTURE_DB_FOLD] = "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF;"
				    "PRAGMA cache_size = -2048",
		[CAPTURE_DB_NEW_TRACE] = "PRAGMA page_size = 8192; PRAGMA journal_mode = OFF",
		[CAPTURE_DB_TRACE] = "PRAGMA journal_mode = DELETE; PRAGMA cache_size = -4096;"
				     "PRAGMA cache_spill = OFF",
	};
	bool is_file = use == CAPTURE_DB_TRACE;
	char first[128];

	/* in memory, names that begin with "/" would be those of databases that are shared */
	if (sqlite3_open_v2(is_file ? db->path : "new", &db->handle,
		    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
		    is_file ? NULL : "memdb") != SQLITE_OK)
		return db->handle != NULL ? fail(db, err) : err_nomem(err);
	sqlite3_busy_timeout(db->handle, 500);
	if (is_file)
		snprintf(first, sizeof(first), "PRAGMA synchronous = %s",
			recorder->config.sync && !recorder->cannot_sync ? "FULL" : "OFF");
	else
		snprintf(first, sizeof(first),
			"PRAGMA synchronous = OFF; PRAGMA application_id = %d",
			FORMAT_APPLICATION_ID);
	return add_page_sums(db, recorder, err) && capture_db_run(db, pragmas[use], err) &&
	       capture_db_run(db, first, err);
}

bool capture_db_open(struct capture_db *db, const struct recorder *recorder, const char *path,
	enum capture_db_use use, struct err *err)
{
	*db = (struct capture_db){ .path = path };
	if (open_file(db, recorder, use, err))
		return true;
	capture_db_close(db);
	return false;
}

bool capture_db_put(const struct capture_db *db, struct recorder *recorder, char **path,
	bool is_last, struct err *err)
{
	struct capture_bytes bytes = { .is_last = is_last };
	sqlite3_file *file = NULL;
	sqlite3_int64 size = 0;

	if (sqlite3_file_control(db->handle, NULL, SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK) {
		/* SQLite knows its files in memory by their methods */
		file->pMethods = db->sums->own;
		bytes.bytes = sqlite3_serialize(db->handle, "main", &size, SQLITE_SERIALIZE_NOCOPY);
		file->pMethods = &db->sums->methods;
	}
	bytes.size = (size_t)size;
	return bytes.bytes != NULL ? capture_place_put(recorder, path, &bytes, err)
				   : err_nomem(err);
}

void capture_db_close(struct capture_db *db)
{
	/* a connection that does not close goes on using them */
	if (sqlite3_close(db->handle) == SQLITE_OK)
		free(db->sums);
	*db = (struct capture_db){ 0 };
}

bool capture_db_prepare(
	const struct capture_db *db, const char *sql, sqlite3_stmt **statement, struct err *err)
{
	return sqlite3_prepare_v2(db->handle, sql, -1, statement, NULL) == SQLITE_OK ||
	       fail(db, err);
}

bool capture_db_step(const struct capture_db *db, sqlite3_stmt *statement, struct err *err)
{
	bool done = sqlite3_step(statement) == SQLITE_DONE || fail(db, err);

	sqlite3_reset(statement);
	return done;
}
