#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/idmap.h"
#include "base/mem.h"
#include "base/private_file.h"
#include "base/text.h"
#include "stats/partial_file.h"
#include "stats/sql/sql_report.h"

struct partial_writer {
	sqlite3 *db;
	sqlite3_stmt *name;
	struct idmap saved; /* ids of names */
	bool failed;        /* the database has the reason */
};

static void run(struct partial_writer *writer, sqlite3_stmt *statement)
{
	writer->failed |= sqlite3_step(statement) != SQLITE_DONE;
	sqlite3_reset(statement);
}

static void bind_string(sqlite3_stmt *statement, int index, const char *text, size_t len)
{
	sqlite3_bind_text(statement, index, text, (int)len, SQLITE_STATIC);
}

/* Run a statement with values as sqlite3_mprintf() has them. */
static void execute(struct partial_writer *writer, const char *format, ...)
{
	va_list values;
	char *statement;

	va_start(values, format);
	statement = mem_must(sqlite3_vmprintf(format, values));
	va_end(values);
	writer->failed |= sqlite3_exec(writer->db, statement, NULL, NULL, NULL) != SQLITE_OK;
	sqlite3_free(statement);
}

static sqlite3_stmt *prepare(struct partial_writer *writer, const char *text)
{
	sqlite3_stmt *statement = NULL;

	writer->failed |= sqlite3_prepare_v2(writer->db, text, -1, &statement, NULL) != SQLITE_OK;
	return statement;
}

/* --- about the files -------------------------------------------------------------------- */

static void put_notes(struct partial_writer *writer, const struct stats_notes *notes)
{
	const struct oddities *odd = &notes->odd;

	execute(writer, "INSERT INTO files VALUES(%lld,%lld,%lld,%lld,%lld,%lld,%lld,%lld)",
		(long long)notes->files, (long long)odd->ranges_never_closed,
		(long long)odd->ranges_unnamed, (long long)odd->ops_without_launch,
		(long long)odd->rows_without_time, (long long)odd->rows_backwards,
		(long long)odd->range_rows_bad, (long long)odd->api_rows_bad);
	for (size_t i = 0; i < notes->diagnostics.count; i++) {
		const struct diagnostic *one = &notes->diagnostics.list[i];

		/* what is missing, or there twice, is known when all are together */
		if (one->kind != DIAGNOSTIC_MISSING && one->kind != DIAGNOSTIC_AGAIN)
			execute(writer, "INSERT INTO message VALUES(%d,%lld,%Q)", one->kind,
				(long long)one->count, one->text);
	}
	for (size_t i = 0; i < notes->origins.count; i++) {
		const struct origin *origin = &notes->origins.list[i];

		execute(writer, "INSERT INTO origin VALUES(%d,%lld,%lld,%lld,%lld,%lld,%Q,%Q)",
			origin->has_rank, (long long)origin->rank, (long long)origin->world,
			(long long)origin->local_rank, (long long)origin->pid,
			(long long)origin->start_ns, origin->node, origin->job);
	}
}

/* --- reports in SQL --------------------------------------------------------------------- */

static void put_name(struct partial_writer *writer, const struct names *names, sqlite3_int64 id)
{
	uint32_t had = writer->saved.count;

	idmap_add(&writer->saved, (uint64_t)id);
	if (writer->saved.count == had || id < 0 || id >= names->count)
		return;
	sqlite3_bind_int64(writer->name, 1, id);
	bind_string(writer->name, 2, names->list[id].text, names->list[id].len);
	run(writer, writer->name);
}

/* A line; text has its length before it. */
static void add_value(struct text *rows, sqlite3_stmt *from, int column)
{
	switch (sqlite3_column_type(from, column)) {
	case SQLITE_NULL:
		text_add(rows, "\n", 1);
		break;
	case SQLITE_INTEGER:
		text_addf(rows, "%lld\n", (long long)sqlite3_column_int64(from, column));
		break;
	case SQLITE_FLOAT:
		text_addf(rows, "~%.17g\n", sqlite3_column_double(from, column));
		break;
	default:
		text_addf(rows, "'%d\n", sqlite3_column_bytes(from, column));
		text_add(rows, (const char *)sqlite3_column_text(from, column),
			(size_t)sqlite3_column_bytes(from, column));
		text_add(rows, "\n", 1);
	}
}

static void put_packed(struct partial_writer *writer, sqlite3_stmt *to, struct text *rows)
{
	uLongf len = compressBound((uLong)rows->len);
	Bytef *packed = mem_zeroed(len, 1);

	/* which fails for memory alone */
	if (compress(packed, &len, (const Bytef *)rows->bytes, (uLong)rows->len) != Z_OK)
		mem_die();
	sqlite3_bind_blob(to, 1, packed, (int)len, free);
	run(writer, to);
	rows->len = 0;
}

/* What it has gathered, as it is. */
static bool put_rows(
	struct partial_writer *writer, const char *table, struct report_run *of, struct err *err)
{
	sqlite3_stmt *from = sql_report_gathered(of, err), *to;
	struct text text = { 0 };
	int count = sqlite3_column_count(from);

	if (from == NULL)
		return false;
	execute(writer, "CREATE TABLE \"%w\"(rows)", table);
	text_addf(&text, "INSERT INTO \"%s\" VALUES(?)", table);
	to = prepare(writer, text.bytes);
	text.len = 0;
	while (!writer->failed && sqlite3_step(from) == SQLITE_ROW) {
		for (int i = 0; i < count; i++) {
			add_value(&text, from, i);
			if (sql_is_name_column(sqlite3_column_name(from, i)) &&
				sqlite3_column_type(from, i) == SQLITE_INTEGER)
				put_name(writer, of->names, sqlite3_column_int64(from, i));
		}
		if (text.len >= PARTIAL_BYTES)
			put_packed(writer, to, &text);
	}
	if (text.len > 0)
		put_packed(writer, to, &text);
	text_release(&text);
	sqlite3_reset(from);
	sqlite3_finalize(to);
	return true;
}

/* --- the file --------------------------------------------------------------------------- */

static bool put_all(struct partial_writer *writer, const struct stats_request *requests,
	struct report_run *runs, size_t count, const struct stats_notes *notes, struct err *err)
{
	bool ok = true;

	execute(writer,
		"PRAGMA synchronous = off; PRAGMA journal_mode = off; "
		"PRAGMA application_id = " PARTIAL_ID "; PRAGMA user_version = " PARTIAL_VERSION
		"; BEGIN; CREATE TABLE name(id INTEGER PRIMARY KEY, text); "
		"CREATE TABLE files(files, ranges_never_closed, ranges_unnamed, "
		"ops_without_launch, rows_without_time, rows_backwards, range_rows_bad, "
		"api_rows_bad); CREATE TABLE message(kind, count, text); CREATE TABLE "
		"origin(has_rank, rank, world, local_rank, pid, start_ns, node, job); "
		"CREATE TABLE report(name, lacks)");
	writer->name = prepare(writer, "INSERT INTO name VALUES(?,?)");
	put_notes(writer, notes);
	for (size_t i = 0; ok && i < count; i++) {
		char name[64];

		if (!requests[i].report->merges)
			continue;
		stats_request_name(&requests[i], name);
		execute(writer, "INSERT INTO report VALUES(%Q,%u)", name, requests[i].lacks);
		ok = requests[i].lacks != 0 || put_rows(writer, name, &runs[i], err);
	}
	sqlite3_finalize(writer->name);
	idmap_release(&writer->saved);
	execute(writer, "COMMIT");
	return ok;
}

/* SQLite writes to a path of its own, from where the bytes go to the output. */
static bool copy_file(const char *path, FILE *out, struct err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool ok = fd >= 0 && fflush(out) == 0 && copy_bytes(fd, fileno(out));
	int reason = errno;

	if (fd >= 0)
		close(fd);
	return ok || err_set_errno(err, reason, "cannot write a partial result");
}

bool partial_write(FILE *out, const struct stats_request *requests, struct report_run *runs,
	size_t count, const struct stats_notes *notes, struct err *err)
{
	struct partial_writer writer = { 0 };
	char *path = private_file_path("partial.sqlite", err);
	bool ok;

	if (path == NULL)
		return false;
	writer.failed = sqlite3_open_v2(path, &writer.db,
				SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK;
	ok = !writer.failed && put_all(&writer, requests, runs, count, notes, err);
	if (writer.failed && err->code == ERR_NONE)
		err_set(err, ERR_IO, "cannot write a partial result: %s",
			sqlite3_errmsg(writer.db));
	sqlite3_close(writer.db);
	ok = ok && !writer.failed && copy_file(path, out, err);
	private_file_remove(path);
	free(path);
	return ok;
}
