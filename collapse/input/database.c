#define _XOPEN_SOURCE 700 /* realpath */
#include "collapse/input/database.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/mem.h"
#include "base/private_file.h"
#include "capture/format.h"
#include "collapse/input/checked_pages.h"

/*
 * The pages of a table are a tree, in which nothing keeps a small file from having the same page
 * over and over: SQLite would give its rows again and again, without an end. So what rows contain
 * is compared with the size of the file, and SQLite stopped when it takes long to find one.
 */
struct row_budget {
	uint64_t size;  /* of the file, in bytes */
	uint64_t left;  /* bytes of rows that the statement may still give */
	unsigned waits; /* since the last row */
};

enum {
	ROW_BYTES = 6,        /* of the smallest row, with where it is in its page */
	ROWS_PER_FILE = 4,    /* texts in UTF-16 grow, and a column can be wanted twice */
	WAIT_STEPS = 1000000, /* of SQLite's virtual machine, without a row */
};

static int stop_waiting(void *data)
{
	struct row_budget *budget = data;

	/* the first one may come right after a row */
	return ++budget->waits > 1;
}

static bool fail(const struct database *db, const char *table, int code, struct err *err)
{
	const char *where = table != NULL ? table : "the file";
	const char *why = db->handle != NULL ? sqlite3_errmsg(db->handle) : sqlite3_errstr(code);

	switch (code & 0xff) {
	case SQLITE_NOMEM:
		mem_die();
	case SQLITE_NOTADB:
		return err_set(err, ERR_FORMAT, "cannot read '%s': it is not an SQLite database",
			db->path);
	case SQLITE_INTERRUPT:
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': %s is damaged (its rows do not fit into the file); "
			"export or copy it again",
			db->path, where);
	case SQLITE_CORRUPT:
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': %s is damaged or cut off (%s); export or copy it again",
			db->path, where, why);
	default:
		return err_set(err, ERR_IO, "cannot read '%s': %s: %s", db->path, where, why);
	}
}

static uint32_t big_endian(const unsigned char *p, size_t len)
{
	uint32_t value = 0;

	for (size_t i = 0; i < len; i++)
		value = value << 8 | p[i];
	return value;
}

/*
 * SQLite notices a missing page only when it needs it. A truncated file is detected here from
 * the size in the header (database file format 2, section 1.3: offsets 16, 24, 28, 92).
 */
static bool check_size(int fd, const char *path, struct err *err)
{
	unsigned char header[100];
	struct stat status;
	uint64_t page_bytes, pages;

	if (fstat(fd, &status) != 0)
		return err_set_errno(err, errno, "cannot read '%s'", path);
	if (pread(fd, header, sizeof(header), 0) < (ssize_t)sizeof(header))
		return true; /* SQLite reports what is wrong */
	page_bytes = big_endian(header + 16, 2);
	if (page_bytes == 1)
		page_bytes = 65536;
	pages = big_endian(header + 28, 4);
	if (memcmp(header + 24, header + 92, 4) != 0 ||
		(uint64_t)status.st_size >= page_bytes * pages)
		return true;
	return err_set(err, ERR_FORMAT,
		"cannot read '%s': it is cut off, %llu of %llu bytes; copy or export it again",
		path, (unsigned long long)status.st_size, (unsigned long long)(page_bytes * pages));
}

/*
 * Whether a rollback journal names another one ("super-journal", SQLite's file format, 3.2):
 * SQLite would delete the file named, which an attacker may choose. None of our journals does.
 */
static bool names_another(int journal)
{
	static const unsigned char magic[8] = { 0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7 };
	unsigned char tail[sizeof(magic)];
	off_t end = lseek(journal, 0, SEEK_END);

	return end < (off_t)sizeof(tail) ||
	       pread(journal, tail, sizeof(tail), end - (off_t)sizeof(tail)) != sizeof(tail) ||
	       memcmp(tail, magic, sizeof(magic)) == 0;
}

/* Whether the file was left in WAL mode (file format, 1.3: offsets 18 and 19). */
static bool is_wal_mode(int fd)
{
	unsigned char header[20];

	return pread(fd, header, sizeof(header), 0) == (ssize_t)sizeof(header) && header[18] == 2 &&
	       header[19] == 2;
}

/* What is at `path` + `suffix`, links followed. */
enum beside { BESIDE_NOTHING, BESIDE_FILE, BESIDE_OTHER };

static enum beside look_beside(const char *path, const char *suffix)
{
	char *name = sqlite3_mprintf("%s%s", path, suffix);
	struct stat status;
	enum beside found = BESIDE_NOTHING;

	/* an empty one is as good as none */
	if (name == NULL || stat(name, &status) != 0)
		found = name == NULL || errno != ENOENT ? BESIDE_OTHER : BESIDE_NOTHING;
	else if (!S_ISREG(status.st_mode))
		found = BESIDE_OTHER;
	else if (status.st_size > 0)
		found = BESIDE_FILE;
	sqlite3_free(name);
	return found;
}

/* "file:a%3fb?immutable=1" of a path; NULL without memory. */
static char *immutable_uri(const char *path)
{
	static const char hex[] = "0123456789abcdef";
	char *escaped = sqlite3_malloc64(3 * strlen(path) + 1), *at = escaped, *uri;

	if (escaped == NULL)
		return NULL;
	while (path[0] == '/' && path[1] == '/')
		path++; /* what follows two slashes is a host */
	for (; *path != '\0'; path++) {
		unsigned char c = (unsigned char)*path;

		if (strchr("%?#", c) == NULL) {
			*at++ = *path;
			continue;
		}
		*at++ = '%';
		*at++ = hex[c >> 4];
		*at++ = hex[c & 15];
	}
	*at = '\0';
	uri = sqlite3_mprintf("file:%s?immutable=1", escaped);
	sqlite3_free(escaped);
	return uri;
}

/*
 * Whether the file is a capture (file format, 1.3: offset 68), which a recorder may be writing
 * to: it waits half a second for a lock.
 */
static bool is_capture(const unsigned char header[static 100])
{
	return big_endian(header + 68, 4) == FORMAT_APPLICATION_ID;
}

/*
 * Have SQLite open `path`, which is also `fd`, for reading, and check that it can be read. With
 * `alone`, nobody writes to the file and files beside it are ignored. Other files are read in one
 * transaction, but for captures, since a lock for each table takes a third of the time that
 * small ones take.
 */
static int open_read_only(struct database *db, const char *path, int fd, bool alone)
{
	int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, code = SQLITE_NOMEM;
	unsigned char header[100] = { 0 };
	struct stat status;

	db->alone = alone;
	db->budget = calloc(1, sizeof(*db->budget));
	if (db->budget == NULL)
		return SQLITE_NOMEM;
	if (fstat(fd, &status) != 0)
		return SQLITE_IOERR;
	db->budget->size = (uint64_t)status.st_size;
	if (alone) {
		char *uri = immutable_uri(path);

		if (uri != NULL)
			code = sqlite3_open_v2(uri, &db->handle, flags | SQLITE_OPEN_URI, NULL);
		sqlite3_free(uri);
	} else {
		code = sqlite3_open_v2(path, &db->handle, flags, NULL);
	}
	if (code == SQLITE_OK && pread(fd, header, sizeof(header), 0) == (ssize_t)sizeof(header))
		code = checked_pages_new(&db->pages, db->handle, header);
	if (code != SQLITE_OK)
		return code;
	sqlite3_progress_handler(db->handle, WAIT_STEPS, stop_waiting, db->budget);
	sqlite3_extended_result_codes(db->handle, 1);
	sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
	sqlite3_limit(db->handle, SQLITE_LIMIT_ATTACHED, 0);
	sqlite3_busy_timeout(db->handle, 2000);
	/* A sequential read has no use for a large cache. */
	code = sqlite3_exec(db->handle, "PRAGMA cache_size = -512; PRAGMA cell_size_check = 1",
		NULL, NULL, NULL);
	if (code == SQLITE_OK && !is_capture(header))
		code = sqlite3_exec(db->handle, "BEGIN", NULL, NULL, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_exec(
			db->handle, "SELECT 1 FROM sqlite_schema LIMIT 1", NULL, NULL, NULL);
	if (code != SQLITE_READONLY_ROLLBACK)
		sqlite3_extended_result_codes(db->handle, 0);
	return code;
}

/* Open a journal or log, which must be a regular file: a device has no end. -1: errno. */
static int open_regular(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat status;

	if (fd < 0 || (fstat(fd, &status) == 0 && S_ISREG(status.st_mode)))
		return fd;
	close(fd);
	errno = EINVAL;
	return -1;
}

/* Copy a file to a path that is free. */
static bool copy_to(int from, const char *path)
{
	int out = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	bool ok = out >= 0 && copy_bytes(from, out);

	return (out < 0 || close(out) == 0) && ok;
}

/* Have SQLite bring our copy to the state that its journal or log defines. */
static int settle(const char *copy)
{
	struct row_budget budget = { 0 };
	sqlite3 *handle = NULL;
	int code =
		sqlite3_open_v2(copy, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);

	if (code == SQLITE_OK) {
		sqlite3_progress_handler(handle, WAIT_STEPS, stop_waiting, &budget);
		code = sqlite3_exec(handle, "SELECT 1 FROM sqlite_schema", NULL, NULL, NULL);
	}
	sqlite3_close(handle); /* the last connection to a log writes it back when it closes */
	return code;
}

/* Copy the file and its journal or log; *is_super: the journal names another file. */
static bool copy_both(
	const char *path, int fd, const char *suffix, const char *copy, bool *is_super)
{
	char *from = sqlite3_mprintf("%s%s", path, suffix);
	char *to = sqlite3_mprintf("%s%s", copy, suffix);
	int beside = from != NULL ? open_regular(from) : -1;
	bool ok = to != NULL && beside >= 0 && copy_to(fd, copy) && copy_to(beside, to);
	int reason = errno;

	*is_super = ok && strcmp(suffix, "-journal") == 0 && names_another(beside);
	if (beside >= 0)
		close(beside);
	sqlite3_free(from);
	sqlite3_free(to);
	errno = reason;
	return ok;
}

/* Copy, settle the copy and open it. */
static bool open_settled(struct database *db, const char *path, const char *copy, int fd,
	const char *suffix, struct err *err)
{
	bool is_super;
	int code, settled;

	if (!copy_both(path, fd, suffix, copy, &is_super))
		return err_set_errno(err, errno,
			"cannot read '%s': its writer was killed, and '%s%s' cannot be applied to "
			"a copy in '%s'",
			db->path, path, suffix, copy);
	if (is_super)
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': its journal '%s%s' names another file; read a copy of "
			"the file without its journal",
			db->path, path, suffix);
	code = settle(copy);
	settled = open(copy, O_RDONLY | O_CLOEXEC);
	if (settled < 0)
		return err_set_errno(err, errno, "cannot read '%s'", copy);
	if (code == SQLITE_OK)
		code = open_read_only(db, copy, settled, true);
	db->fd = settled;
	db->owns_fd = true;
	return (code == SQLITE_OK || fail(db, NULL, code & 0xff, err)) &&
	       check_size(settled, db->path, err);
}

/*
 * What a killed writer left is not settled in place: neither the file nor its journal is ours.
 * Instead a copy is settled, opened and unlinked.
 */
static bool open_copy(
	struct database *db, const char *path, int fd, const char *suffix, struct err *err)
{
	char *copy = private_file_path("copy.sqlite", err);
	bool ok = copy != NULL && open_settled(db, path, copy, fd, suffix, err);

	if (copy != NULL)
		private_file_remove(copy);
	free(copy);
	return ok;
}

/* Whether the file at `path` is the one that `fd` is. */
static bool is_same_file(const char *path, int fd)
{
	struct stat by_path, by_fd;

	return stat(path, &by_path) == 0 && fstat(fd, &by_fd) == 0 &&
	       by_path.st_dev == by_fd.st_dev && by_path.st_ino == by_fd.st_ino;
}

/* `path` is absolute and without links, so that SQLite finds the journal and log beside it. */
static bool open_at(struct database *db, const char *path, int fd, struct err *err)
{
	bool wal = is_wal_mode(fd);
	enum beside log = look_beside(path, "-wal"), journal = look_beside(path, "-journal");
	int code;

	if (wal && log == BESIDE_FILE)
		return open_copy(db, path, fd, "-wal", err);
	/*
	 * The log of a file that is not in WAL mode is that of an older one, since the mode is
	 * written before the log is made; SQLite would apply it, and create files beside it.
	 */
	if (!wal && log != BESIDE_NOTHING && journal == BESIDE_FILE)
		return open_copy(db, path, fd, "-journal", err);
	/*
	 * Without a log, SQLite would still create files beside it; what is no file, such as
	 * a FIFO, it would wait for.
	 */
	code = open_read_only(
		db, path, fd, wal || log != BESIDE_NOTHING || journal == BESIDE_OTHER);
	if (code == SQLITE_READONLY_ROLLBACK) {
		database_close(db);
		return open_copy(db, path, fd, "-journal", err);
	}
	if (is_same_file(path, fd))
		db->fd = fd;
	if (!check_size(fd, db->path, err))
		return false;
	return code == SQLITE_OK || fail(db, NULL, code & 0xff, err);
}

/* Prepared once, as a reader asks for dozens of tables. */
static const char lookup_sql[] =
	"SELECT type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' FROM sqlite_schema"
	" WHERE name = ?1 COLLATE NOCASE AND type IN ('table', 'view')";

bool database_open(struct database *db, int fd, const char *path, const char *name, struct err *err)
{
	char *real = realpath(path, NULL);
	bool ok;

	*db = (struct database){ .path = name, .fd = -1 };
	if (real == NULL)
		return err_set_errno(err, errno, "cannot read '%s'", name);
	ok = open_at(db, real, fd, err) &&
	     (sqlite3_prepare_v2(db->handle, lookup_sql, -1, &db->lookup, NULL) == SQLITE_OK ||
		     fail(db, NULL, sqlite3_errcode(db->handle), err));
	free(real);
	if (!ok)
		database_close(db);
	return ok;
}

void database_close(struct database *db)
{
	sqlite3_finalize(db->lookup);
	db->lookup = NULL;
	sqlite3_close(db->handle);
	db->handle = NULL;
	checked_pages_free(db->pages);
	db->pages = NULL;
	free(db->budget);
	db->budget = NULL;
	/* not before SQLite has closed it, which would drop SQLite's locks */
	if (db->owns_fd)
		close(db->fd);
	db->owns_fd = false;
	db->fd = -1;
}

bool database_has_table(const struct database *db, const char *table, bool *has, struct err *err)
{
	int code = sqlite3_bind_text(db->lookup, 1, table, -1, SQLITE_STATIC);
	bool plain;

	if (code == SQLITE_OK)
		code = sqlite3_step(db->lookup);
	*has = code == SQLITE_ROW;
	plain = !*has || sqlite3_column_int(db->lookup, 0) == 1;
	sqlite3_reset(db->lookup);
	if (code != SQLITE_ROW && code != SQLITE_DONE)
		return fail(db, NULL, code, err);
	if (!plain)
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': %s is a view or a virtual table, which no export has",
			db->path, table);
	return true;
}

size_t database_tables(const struct database *db, const char *prefix, char *rest, size_t size)
{
	static const char sql[] = "SELECT substr(name, length(?1) + 1) FROM sqlite_schema"
				  " WHERE substr(name, 1, length(?1)) = ?1 AND type = 'table'";
	sqlite3_stmt *statement = NULL;
	size_t count = 0;
	bool ok = sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL) == SQLITE_OK &&
		  sqlite3_bind_text(statement, 1, prefix, -1, SQLITE_STATIC) == SQLITE_OK;

	for (rest[0] = '\0'; ok && sqlite3_step(statement) == SQLITE_ROW; count++) {
		const char *found = (const char *)sqlite3_column_text(statement, 0);

		if (count == 0 && found != NULL && strlen(found) < size)
			memcpy(rest, found, strlen(found) + 1);
	}
	sqlite3_finalize(statement);
	return count;
}

static bool has_column(const struct database *db, const char *table, const char *column)
{
	return sqlite3_table_column_metadata(db->handle, "main", table, column, NULL, NULL, NULL,
		       NULL, NULL) == SQLITE_OK;
}

/* The name of a column that there is, or NULL. */
static const char *find_column(
	const struct database *db, const char *table, const struct database_column *column)
{
	if (has_column(db, table, column->name))
		return column->name;
	return column->or_else != NULL && has_column(db, table, column->or_else) ? column->or_else
										 : NULL;
}

bool database_select(const struct database *db, const char *table,
	const struct database_column *columns, size_t count, struct sqlite3_stmt **statement,
	struct err *err)
{
	sqlite3_str *text = sqlite3_str_new(db->handle);
	const char *lacking = NULL;
	char *sql;
	bool has, ok;
	int code;

	*statement = NULL;
	ok = database_has_table(db, table, &has, err) && has;
	sqlite3_str_appendall(text, "SELECT ");
	for (size_t i = 0; ok && i < count; i++) {
		const char *name = find_column(db, table, &columns[i]);

		if (name == NULL && columns[i].required)
			lacking = columns[i].name;
		/* files name tables and columns: all in quotes */
		sqlite3_str_appendf(
			text, name != NULL ? "%s\"%w\"" : "%sNULL", i > 0 ? ", " : "", name);
	}
	/* in the order of the table, not of an index that has these columns */
	sqlite3_str_appendf(text, " FROM main.\"%w\" NOT INDEXED", table);
	sql = sqlite3_str_finish(text);
	if (!ok || lacking != NULL || sql == NULL) {
		sqlite3_free(sql);
		if (lacking != NULL)
			return err_set(err, ERR_FORMAT,
				"cannot read '%s': table %s has no column %s: gpuflame does not "
				"know its version",
				db->path, table, lacking);
		return err->code == ERR_NONE && (!ok || err_nomem(err));
	}
	code = sqlite3_prepare_v2(db->handle, sql, -1, statement, NULL);
	sqlite3_free(sql);
	db->budget->left = ROWS_PER_FILE * db->budget->size;
	return code == SQLITE_OK || fail(db, table, code, err);
}

/* How many bytes a row has at least. */
static uint64_t bytes_of_row(sqlite3_stmt *row)
{
	uint64_t bytes = ROW_BYTES;

	for (int i = sqlite3_column_count(row); i-- > 0;) {
		int type = sqlite3_column_type(row, i);

		if (type == SQLITE_TEXT || type == SQLITE_BLOB)
			bytes += (uint64_t)sqlite3_column_bytes(row, i);
	}
	return bytes;
}

bool database_step(const struct database *db, struct sqlite3_stmt *statement, const char *table,
	bool *row, struct err *err)
{
	struct row_budget *budget = db->budget;
	int code = sqlite3_step(statement);
	uint64_t bytes;

	*row = code == SQLITE_ROW;
	if (!*row)
		return code == SQLITE_DONE || fail(db, table, code, err);
	budget->waits = 0;
	bytes = bytes_of_row(statement);
	if (bytes > budget->left)
		return fail(db, table, SQLITE_INTERRUPT, err);
	budget->left -= bytes;
	return true;
}

bool database_each(const struct database *db, const char *table,
	const struct database_column *columns, size_t count, database_row_fn *take, void *context,
	struct err *err)
{
	sqlite3_stmt *row;
	bool more, ok = true;

	if (!database_select(db, table, columns, count, &row, err))
		return false;
	while (ok && row != NULL && (ok = database_step(db, row, table, &more, err)) && more)
		ok = take(context, row, err);
	sqlite3_finalize(row);
	return ok;
}

uint64_t database_size(const struct database *db)
{
	return db->budget->size;
}

uint64_t database_rows(const struct database *db, const char *table)
{
	char sql[300];
	sqlite3_stmt *statement = NULL;
	uint64_t rows = 0;
	int code = SQLITE_DONE;

	sqlite3_snprintf(sizeof(sql), sql, "SELECT max(rowid) FROM main.\"%w\"", table);
	if (sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL) == SQLITE_OK)
		code = sqlite3_step(statement);
	if (code == SQLITE_ROW && sqlite3_column_int64(statement, 0) > 0)
		rows = (uint64_t)sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	/*
	 * SQLite checks a page when it reads it: have it forget one that is damaged, so that the
	 * reader of the table sees that, too.
	 */
	if (code != SQLITE_ROW && code != SQLITE_DONE)
		sqlite3_db_release_memory(db->handle);
	return rows;
}
