#include "collapse/input/database.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

static bool fail(const struct database *db, const char *table, int code, struct err *err)
{
	const char *where = table != NULL ? table : "the file";

	switch (code & 0xff) {
	case SQLITE_NOMEM:
		return err_nomem(err);
	case SQLITE_NOTADB:
		return err_set(err, ERR_FORMAT, "cannot read '%s': it is not an SQLite database",
			db->path);
	case SQLITE_CORRUPT:
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': %s is damaged or cut off (%s); export or copy it again",
			db->path, where, sqlite3_errmsg(db->handle));
	default:
		return err_set(err, ERR_IO, "cannot read '%s': %s: %s", db->path, where,
			sqlite3_errmsg(db->handle));
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
 * SQLite notices a missing page only when it needs it. A copy that was cut off
 * is told at once instead, by the size that the header gives (database file
 * format 2, section 1.3: offsets 16, 24, 28, 92).
 */
static bool check_size(int fd, const char *path, struct err *err)
{
	unsigned char header[100];
	struct stat status;
	uint64_t page_bytes, pages;

	if (fstat(fd, &status) != 0)
		return err_set_errno(err, errno, "cannot read '%s'", path);
	if (pread(fd, header, sizeof(header), 0) < (ssize_t)sizeof(header))
		return true; /* SQLite says what is wrong with it */
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
 * Whether a rollback journal names another one ("super-journal", SQLite's file
 * format, 3.2): SQLite would delete the file that it names, which strangers may
 * choose. None of ours does.
 */
static bool names_another(FILE *journal)
{
	static const unsigned char magic[8] = { 0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7 };
	unsigned char tail[sizeof(magic)];

	return fseek(journal, -(long)sizeof(tail), SEEK_END) != 0 ||
	       fread(tail, 1, sizeof(tail), journal) != sizeof(tail) ||
	       memcmp(tail, magic, sizeof(magic)) == 0;
}

/*
 * A process was killed while it wrote the file, and left the journal that takes
 * its last, unfinished part back: have SQLite do that. ERR_IO when it can't.
 */
static bool take_back(const char *path, struct err *err)
{
	char *name = sqlite3_mprintf("%s-journal", path);
	FILE *journal = name != NULL ? fopen(name, "re") : NULL;
	bool is_safe = journal != NULL && !names_another(journal);
	sqlite3 *handle = NULL;
	int code = SQLITE_READONLY;

	if (journal != NULL)
		fclose(journal);
	sqlite3_free(name);
	if (is_safe)
		code = sqlite3_open_v2(
			path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
	if (is_safe && code == SQLITE_OK)
		code = sqlite3_exec(handle, "SELECT 1 FROM sqlite_schema", NULL, NULL, NULL);
	sqlite3_close(handle);
	if (code == SQLITE_OK)
		return true;
	return err_set(err, ERR_IO,
		"cannot read '%s': its writer was killed, and the unfinished transaction cannot be "
		"rolled back (%s); write permission is needed here",
		path, sqlite3_errstr(code));
}

/*
 * Whether a tool left the file in WAL mode (file format, 1.3: offsets 18 and 19),
 * and with nothing in the log. SQLite would make files beside it to read it all the
 * same, which fails where nothing may be written.
 */
static bool is_idle_wal(int fd, const char *path)
{
	unsigned char header[20] = { 0 };
	char *log = sqlite3_mprintf("%s-wal", path);
	struct stat status;
	bool idle = log != NULL &&
		    pread(fd, header, sizeof(header), 0) == (ssize_t)sizeof(header) &&
		    header[18] == 2 && header[19] == 2 &&
		    (stat(log, &status) != 0 ? errno == ENOENT : status.st_size == 0);

	sqlite3_free(log);
	return idle;
}

/* "file:a%3fb?immutable=1" of a path; NULL without memory. */
static char *immutable_uri(const char *path)
{
	static const char hex[] = "0123456789abcdef";
	char *escaped = sqlite3_malloc64(3 * strlen(path) + 1), *at = escaped, *uri;

	if (escaped == NULL)
		return NULL;
	while (path[0] == '/' && path[1] == '/')
		path++; /* what stands behind two is a host */
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

/* Open it to be read, and look whether it can be. */
static int open_read_only(struct database *db, int fd)
{
	int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, code = SQLITE_NOMEM;

	if (is_idle_wal(fd, db->path)) {
		char *uri = immutable_uri(db->path);

		if (uri != NULL)
			code = sqlite3_open_v2(uri, &db->handle, flags | SQLITE_OPEN_URI, NULL);
		sqlite3_free(uri);
	} else {
		code = sqlite3_open_v2(db->path, &db->handle, flags, NULL);
	}
	if (code != SQLITE_OK)
		return code;
	sqlite3_extended_result_codes(db->handle, 1);
	sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
	sqlite3_limit(db->handle, SQLITE_LIMIT_ATTACHED, 0);
	sqlite3_busy_timeout(db->handle, 2000);
	/* A sequential read has no use for a large cache. */
	code = sqlite3_exec(db->handle,
		"PRAGMA cache_size = -512; PRAGMA cell_size_check = 1;"
		"SELECT 1 FROM sqlite_schema LIMIT 1",
		NULL, NULL, NULL);
	if (code != SQLITE_READONLY_ROLLBACK)
		sqlite3_extended_result_codes(db->handle, 0);
	return code;
}

bool database_open(struct database *db, int fd, const char *path, struct err *err)
{
	int code;

	*db = (struct database){ .path = path };
	code = open_read_only(db, fd);
	if (code == SQLITE_READONLY_ROLLBACK) {
		database_close(db);
		if (!take_back(path, err))
			return false;
		code = open_read_only(db, fd);
	}
	/* Only now: a commit that was cut short tells of more pages than came to be. */
	if (!check_size(fd, path, err)) {
		database_close(db);
		return false;
	}
	if (code == SQLITE_OK)
		return true;
	fail(db, NULL, code & 0xff, err);
	database_close(db);
	return false;
}

void database_close(struct database *db)
{
	sqlite3_close(db->handle);
	db->handle = NULL;
}

bool database_has_table(const struct database *db, const char *table, bool *has, struct err *err)
{
	static const char sql[] =
		"SELECT type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' FROM sqlite_schema"
		" WHERE name = ?1 COLLATE NOCASE AND type IN ('table', 'view')";
	sqlite3_stmt *statement = NULL;
	int code = sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL);
	bool plain = true;

	*has = false;
	if (code == SQLITE_OK)
		code = sqlite3_bind_text(statement, 1, table, -1, SQLITE_STATIC);
	if (code == SQLITE_OK)
		code = sqlite3_step(statement);
	if (code == SQLITE_ROW) {
		*has = true;
		plain = sqlite3_column_int(statement, 0) == 1;
	}
	sqlite3_finalize(statement);
	if (code != SQLITE_ROW && code != SQLITE_DONE)
		return fail(db, NULL, code, err);
	if (!plain)
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': %s is a view or a virtual table, which no export has",
			db->path, table);
	return true;
}

static bool has_column(const struct database *db, const char *table, const char *column)
{
	return sqlite3_table_column_metadata(db->handle, "main", table, column, NULL, NULL, NULL,
		       NULL, NULL) == SQLITE_OK;
}

bool database_select(const struct database *db, const char *table,
	const struct database_column *columns, size_t count, struct sqlite3_stmt **statement,
	struct err *err)
{
	char sql[2048] = "SELECT ";
	size_t len = strlen(sql);
	bool has;
	int code;

	*statement = NULL;
	if (!database_has_table(db, table, &has, err))
		return false;
	if (!has)
		return true;
	for (size_t i = 0; i < count; i++) {
		const char *name = columns[i].name;
		bool there = has_column(db, table, name);

		if (!there && columns[i].or_else != NULL) {
			name = columns[i].or_else;
			there = has_column(db, table, name);
		}
		if (!there && columns[i].required)
			return err_set(err, ERR_FORMAT,
				"cannot read '%s': table %s has no column %s; was it exported by"
				" 'nsys export --type sqlite'?",
				db->path, table, columns[i].name);
		len += (size_t)snprintf(sql + len, sizeof(sql) - len, there ? "%s\"%s\"" : "%sNULL",
			i > 0 ? ", " : "", name);
	}
	snprintf(sql + len, sizeof(sql) - len, " FROM main.\"%s\"", table);
	code = sqlite3_prepare_v2(db->handle, sql, -1, statement, NULL);
	return code == SQLITE_OK || fail(db, table, code, err);
}

bool database_step(const struct database *db, struct sqlite3_stmt *statement, const char *table,
	bool *row, struct err *err)
{
	int code = sqlite3_step(statement);

	*row = code == SQLITE_ROW;
	return code == SQLITE_ROW || code == SQLITE_DONE || fail(db, table, code, err);
}

uint64_t database_rows(const struct database *db, const char *table)
{
	char sql[128];
	sqlite3_stmt *statement = NULL;
	uint64_t rows = 0;

	snprintf(sql, sizeof(sql), "SELECT max(rowid) FROM main.\"%s\"", table);
	if (sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL) == SQLITE_OK &&
		sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int64(statement, 0) > 0)
		rows = (uint64_t)sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return rows;
}
