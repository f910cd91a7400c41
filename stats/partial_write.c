#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/private_file.h"
#include "base/text.h"
#include "stats/packed_table.h"
#include "stats/partial_file.h"
#include "stats/sql/sql_report.h"

struct partial_writer {
	sqlite3 *db;
	const struct names *names; /* of the report that is written */
	sqlite3_stmt *name;
	uint32_t *saved; /* by id of a name: its number in the file, from 1; 0: none yet */
	size_t saved_cap;
	uint32_t saved_count;
	bool failed;
};

static void run(struct partial_writer *writer, sqlite3_stmt *statement)
{
	writer->failed |= sqlite3_step(statement) != SQLITE_DONE;
	sqlite3_reset(statement);
}

static void execute(struct partial_writer *writer, const char *text)
{
	writer->failed |= sqlite3_exec(writer->db, text, NULL, NULL, NULL) != SQLITE_OK;
}

static sqlite3_stmt *prepare(struct partial_writer *writer, const char *text)
{
	sqlite3_stmt *statement = NULL;

	writer->failed |= sqlite3_prepare_v2(writer->db, text, -1, &statement, NULL) != SQLITE_OK;
	return statement;
}

/* A statement that inserts into a table of `count` columns. */
static sqlite3_stmt *prepare_insert(struct partial_writer *writer, const char *table, int count)
{
	struct text text = { 0 };
	sqlite3_stmt *statement;

	text_addf(&text, "INSERT INTO \"%s\" VALUES(?", table);
	for (int i = 1; i < count; i++)
		text_add_string(&text, ",?");
	text_add_string(&text, ")");
	statement = prepare(writer, text.bytes);
	text_release(&text);
	return statement;
}

static void bind_string(sqlite3_stmt *statement, int index, const char *text, size_t len)
{
	sqlite3_bind_text(statement, index, text, (int)len, SQLITE_STATIC);
}

/* --- names ------------------------------------------------------------------------------ */

/* Those of another report may have other ids. */
static void begin_names(struct partial_writer *writer, const struct names *names)
{
	if (writer->names != names && writer->saved != NULL)
		memset(writer->saved, 0, writer->saved_cap * sizeof(*writer->saved));
	writer->names = names;
}

/* The number that a name has in the file; PACKED_NULL: none. */
static int64_t save_name(struct partial_writer *writer, uint64_t name)
{
	size_t had = writer->saved_cap;

	if (name >= writer->names->count)
		return PACKED_NULL;
	mem_need(writer->saved, writer->saved_cap, (size_t)name + 1);
	if (writer->saved_cap > had)
		memset(writer->saved + had, 0, (writer->saved_cap - had) * sizeof(*writer->saved));
	if (writer->saved[name] == 0) {
		writer->saved[name] = ++writer->saved_count;
		sqlite3_bind_int64(writer->name, 1, writer->saved_count);
		bind_string(writer->name, 2, writer->names->list[name].text,
			writer->names->list[name].len);
		run(writer, writer->name);
	}
	return writer->saved[name];
}

/* --- about the files -------------------------------------------------------------------- */

static void put_odd(struct partial_writer *writer, const struct stats_notes *notes)
{
	const struct oddities *odd = &notes->odd;
	const uint64_t counts[PARTIAL_FILE_COLUMNS] = { notes->files, odd->ranges_never_closed,
		odd->ranges_unnamed, odd->ops_without_launch, odd->rows_without_time,
		odd->rows_backwards, odd->range_rows_bad, odd->api_rows_bad };
	sqlite3_stmt *statement;

	execute(writer, "CREATE TABLE files(files, ranges_never_closed, ranges_unnamed, "
			"ops_without_launch, rows_without_time, rows_backwards, range_rows_bad, "
			"api_rows_bad)");
	statement = prepare_insert(writer, "files", PARTIAL_FILE_COLUMNS);
	for (int i = 0; i < PARTIAL_FILE_COLUMNS; i++)
		sqlite3_bind_int64(statement, i + 1, (sqlite3_int64)counts[i]);
	run(writer, statement);
	sqlite3_finalize(statement);
}

static void put_messages(struct partial_writer *writer, const struct diagnostics *diagnostics)
{
	sqlite3_stmt *statement;

	execute(writer, "CREATE TABLE message(kind, count, text)");
	statement = prepare_insert(writer, "message", 3);
	for (size_t i = 0; i < diagnostics->count; i++) {
		const struct diagnostic *one = &diagnostics->list[i];

		/* what is missing, or there twice, is known when all are together */
		if (one->kind == DIAGNOSTIC_MISSING || one->kind == DIAGNOSTIC_AGAIN)
			continue;
		sqlite3_bind_int64(statement, 1, one->kind);
		sqlite3_bind_int64(statement, 2, (sqlite3_int64)one->count);
		bind_string(statement, 3, one->text, strlen(one->text));
		run(writer, statement);
	}
	sqlite3_finalize(statement);
}

static void put_origins(struct partial_writer *writer, const struct origins *origins)
{
	sqlite3_stmt *statement;

	execute(writer,
		"CREATE TABLE origin(has_rank, rank, world, local_rank, pid, start_ns, node, job)");
	statement = prepare_insert(writer, "origin", PARTIAL_ORIGIN_NUMBERS + 2);
	for (size_t i = 0; i < origins->count; i++) {
		const struct origin *origin = &origins->list[i];
		const uint64_t numbers[PARTIAL_ORIGIN_NUMBERS] = { origin->has_rank, origin->rank,
			origin->world, origin->local_rank, origin->pid, origin->start_ns };

		for (int k = 0; k < PARTIAL_ORIGIN_NUMBERS; k++)
			sqlite3_bind_int64(statement, k + 1, (sqlite3_int64)numbers[k]);
		bind_string(
			statement, PARTIAL_ORIGIN_NUMBERS + 1, origin->node, strlen(origin->node));
		bind_string(
			statement, PARTIAL_ORIGIN_NUMBERS + 2, origin->job, strlen(origin->job));
		run(writer, statement);
	}
	sqlite3_finalize(statement);
}

/* --- reports in SQL --------------------------------------------------------------------- */

/* What it has gathered, as it is. */
static bool put_rows(
	struct partial_writer *writer, const char *table, struct report_run *of, struct err *err)
{
	sqlite3_stmt *from = sql_report_gathered(of, err);
	int count = from != NULL ? sqlite3_column_count(from) : 0;
	const char *columns[PACKED_COLUMNS_MAX];
	bool is_name[PACKED_COLUMNS_MAX] = { false };
	struct packed_writer to;

	if (from == NULL)
		return false;
	for (int i = 0; i < count; i++) {
		columns[i] = sqlite3_column_name(from, i);
		is_name[i] = sql_is_name_column(columns[i]);
	}
	packed_open(&to, writer->db, table, columns, count);
	while (sqlite3_step(from) == SQLITE_ROW) {
		int64_t numbers[PACKED_COLUMNS_MAX];
		sqlite3_value *others[PACKED_COLUMNS_MAX] = { NULL };

		for (int i = 0; i < count; i++) {
			int type = sqlite3_column_type(from, i);

			numbers[i] =
				type == SQLITE_NULL ? PACKED_NULL : sqlite3_column_int64(from, i);
			if (is_name[i] && type == SQLITE_INTEGER)
				numbers[i] = save_name(writer, (uint64_t)numbers[i]);
			else if (type != SQLITE_INTEGER && type != SQLITE_NULL)
				others[i] = sqlite3_column_value(from, i);
		}
		packed_add(&to, numbers, others);
	}
	sqlite3_reset(from);
	writer->failed |= !packed_close(&to);
	return true;
}

/* --- the file --------------------------------------------------------------------------- */

static bool put_report(struct partial_writer *writer, sqlite3_stmt *list,
	const struct stats_request *request, struct report_run *of, struct err *err)
{
	char name[64];

	stats_request_name(request, name);
	bind_string(list, 1, name, strlen(name));
	sqlite3_bind_int64(list, 2, request->lacks);
	run(writer, list);
	if (request->lacks != 0)
		return true;
	begin_names(writer, of->names);
	return put_rows(writer, name, of, err);
}

static bool put_all(struct partial_writer *writer, const struct stats_request *requests,
	struct report_run *runs, size_t count, const struct stats_notes *notes, struct err *err)
{
	sqlite3_stmt *list;
	bool ok = true;

	execute(writer,
		"PRAGMA synchronous = off; PRAGMA journal_mode = off; "
		"PRAGMA application_id = " PARTIAL_ID "; PRAGMA user_version = " PARTIAL_VERSION
		"; BEGIN; CREATE TABLE name(id INTEGER PRIMARY KEY, text); "
		"CREATE TABLE report(name, lacks)");
	writer->name = prepare_insert(writer, "name", 2);
	list = prepare_insert(writer, "report", 2);
	put_odd(writer, notes);
	put_messages(writer, &notes->diagnostics);
	put_origins(writer, &notes->origins);
	for (size_t i = 0; ok && i < count; i++)
		ok = !requests[i].report->merges ||
		     put_report(writer, list, &requests[i], &runs[i], err);
	sqlite3_finalize(list);
	sqlite3_finalize(writer->name);
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
	free(writer.saved);
	ok = ok && !writer.failed && copy_file(path, out, err);
	private_file_remove(path);
	free(path);
	return ok;
}
