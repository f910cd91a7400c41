#include "stats/partial_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <unistd.h>
#include <zlib.h>

#include "base/idmap.h"
#include "base/private_file.h"
#include "base/text.h"
#include "collapse/input/input.h"
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

/* --- writing: about the files ------------------------------------------------------------ */

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

/* --- writing: reports ----------------------------------------------------------------------- */

static void put_name(struct partial_writer *writer, const struct names *names, sqlite3_int64 id)
{
	uint32_t had = writer->saved.count;

	idmap_add(&writer->saved, (uint64_t)id);
	if (writer->saved.count == had || id < 0 || id >= names->count)
		return;
	sqlite3_bind_int64(writer->name, 1, id);
	sqlite3_bind_text(
		writer->name, 2, names->list[id].text, (int)names->list[id].len, SQLITE_STATIC);
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

/* --- writing: the file ------------------------------------------------------------------- */

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

/* What it holds is checked: it may have been made by anybody. */
struct partial_reader {
	const struct database *db;
	struct stats_notes *notes;
	struct names *names;
	struct idmap numbers; /* of names in the file */
	uint32_t *ids;        /* by index in them: their ids here */
	size_t ids_cap;
	/* The report that is read: its name, whether it is there, and what it lacked when it was
	 * made. */
	const char *name;
	bool is_there;
	uint64_t lacks;
	struct report_run *run;
	sqlite3_stmt *gathered; /* has its columns */
	char *rows;
};

static bool read_rows(struct partial_reader *reader, const char *table, const char *const *columns,
	size_t count, database_row_fn *take, struct err *err)
{
	struct database_column list[PARTIAL_FILE_COLUMNS];
	bool exists;

	for (size_t i = 0; i < count; i++)
		list[i] = (struct database_column){ .name = columns[i], .required = true };
	return database_has_table(reader->db, table, &exists, err) &&
	       (exists || err_set(err, ERR_FORMAT, "no table '%s'", table)) &&
	       database_each(reader->db, table, list, count, take, reader, err);
}

/* A number that is not negative. */
static bool take_number(int64_t value, uint64_t *number, struct err *err)
{
	*number = (uint64_t)value;
	return value >= 0 || err_set(err, ERR_FORMAT, "a negative number");
}

static bool take_numbers(
	sqlite3_stmt *row, int first, uint64_t *numbers, int count, struct err *err)
{
	for (int i = 0; i < count; i++) {
		if (!take_number(sqlite3_column_int64(row, first + i), &numbers[i], err))
			return false;
	}
	return true;
}

static const char *take_text(sqlite3_stmt *row, int column)
{
	const char *text = (const char *)sqlite3_column_text(row, column);

	return text != NULL ? text : "";
}

/* --- reading: about the files --------------------------------------------------------------------
 */

static bool take_files(void *context, sqlite3_stmt *row, struct err *err)
{
	struct partial_reader *reader = context;
	uint64_t counts[PARTIAL_FILE_COLUMNS];
	struct oddities odd;

	if (!take_numbers(row, 0, counts, PARTIAL_FILE_COLUMNS, err))
		return false;
	odd = (struct oddities){ counts[1], counts[2], counts[3], counts[4], counts[5], counts[6],
		counts[7] };
	oddities_add(&reader->notes->odd, &odd);
	reader->notes->files += (size_t)counts[0];
	return true;
}

static bool take_message(void *context, sqlite3_stmt *row, struct err *err)
{
	struct partial_reader *reader = context;
	uint64_t kind;

	if (!take_number(sqlite3_column_int64(row, 0), &kind, err))
		return false;
	if (kind > DIAGNOSTIC_LATE)
		return err_set(err, ERR_FORMAT, "an unknown kind of message");
	diagnostics_add(&reader->notes->diagnostics, (enum diagnostic_kind)kind, take_text(row, 2));
	return true;
}

static bool take_origin(void *context, sqlite3_stmt *row, struct err *err)
{
	struct partial_reader *reader = context;
	struct origin origin = { 0 };
	uint64_t numbers[PARTIAL_ORIGIN_NUMBERS];

	if (!take_numbers(row, 0, numbers, PARTIAL_ORIGIN_NUMBERS, err))
		return false;
	origin.has_rank = numbers[0] > 0;
	origin.rank = numbers[1];
	origin.world = numbers[2];
	origin.local_rank = numbers[3];
	origin.pid = numbers[4];
	origin.start_ns = numbers[5];
	snprintf(origin.node, sizeof(origin.node), "%s", take_text(row, PARTIAL_ORIGIN_NUMBERS));
	snprintf(origin.job, sizeof(origin.job), "%s", take_text(row, PARTIAL_ORIGIN_NUMBERS + 1));
	origins_add(&reader->notes->origins, &origin);
	return true;
}

static bool take_name(void *context, sqlite3_stmt *row, UNUSED struct err *err)
{
	struct partial_reader *reader = context;
	uint32_t at = idmap_add(&reader->numbers, (uint64_t)sqlite3_column_int64(row, 0));

	mem_need(reader->ids, reader->ids_cap, (size_t)at + 1);
	reader->ids[at] = names_intern(
		reader->names, take_text(row, 1), (size_t)sqlite3_column_bytes(row, 1));
	return true;
}

static bool read_notes(struct partial_reader *reader, struct err *err)
{
	static const char *const files[] = { "files", "ranges_never_closed", "ranges_unnamed",
		"ops_without_launch", "rows_without_time", "rows_backwards", "range_rows_bad",
		"api_rows_bad" };
	static const char *const message[] = { "kind", "count", "text" };
	static const char *const origin[] = { "has_rank", "rank", "world", "local_rank", "pid",
		"start_ns", "node", "job" };
	static const char *const name[] = { "id", "text" };

	return read_rows(reader, "name", name, ARRAY_SIZE(name), take_name, err) &&
	       read_rows(reader, "files", files, ARRAY_SIZE(files), take_files, err) &&
	       read_rows(reader, "message", message, ARRAY_SIZE(message), take_message, err) &&
	       read_rows(reader, "origin", origin, ARRAY_SIZE(origin), take_origin, err);
}

/* --- reading: reports ----------------------------------------------------------------------- */

/* Rows that are uncompressed, with a NUL after them; *end is there. NULL: they cannot be. */
static const char *unpack(struct partial_reader *reader, sqlite3_stmt *row, const char **end)
{
	enum { MOST_BYTES = 64 << 20 };
	const void *packed = sqlite3_column_blob(row, 0);
	uLongf len = MOST_BYTES;

	if (reader->rows == NULL)
		reader->rows = mem_zeroed(MOST_BYTES + 1, 1); /* of which little is touched */
	if (packed == NULL || uncompress((Bytef *)reader->rows, &len, packed,
				      (uLong)sqlite3_column_bytes(row, 0)) != Z_OK)
		return NULL;
	reader->rows[len] = '\0';
	*end = reader->rows + len;
	return reader->rows;
}

/* Bind the value of a line; returns the next one, or NULL. */
static const char *bind_value(sqlite3_stmt *to, int index, const char *line, const char *end)
{
	char *after = (char *)(uintptr_t)line;

	if (*line == '~') {
		sqlite3_bind_double(to, index, strtod(line + 1, &after));
	} else if (*line == '\'') {
		unsigned long len = strtoul(line + 1, &after, 10);

		if (*after != '\n' || len > (size_t)(end - after - 1))
			return NULL;
		sqlite3_bind_text(to, index, after + 1, (int)len, SQLITE_TRANSIENT);
		after += 1 + len;
	} else if (*line != '\n') {
		sqlite3_bind_int64(to, index, strtoll(line, &after, 10));
	} else {
		sqlite3_bind_null(to, index);
	}
	return *after == '\n' ? after + 1 : NULL;
}

/* The row that begins at a line; returns the next one. NULL: it is damaged. */
static const char *take_row(
	struct partial_reader *reader, const char *line, const char *end, struct err *err)
{
	sqlite3_stmt *to = sql_report_gatherer(reader->run, err);

	for (int i = 0; i < sqlite3_column_count(reader->gathered) && line != NULL; i++) {
		bool is_name = sql_is_name_column(sqlite3_column_name(reader->gathered, i)) &&
			       *line != '\n';
		uint32_t at = is_name ? idmap_find(&reader->numbers, strtoull(line, NULL, 10)) : 0;

		line = bind_value(to, i + 1, line, end);
		if (is_name && (at == IDMAP_NONE || reader->ids == NULL))
			line = NULL;
		else if (is_name)
			sqlite3_bind_int64(to, i + 1, reader->ids[at]);
	}
	return line != NULL && sql_report_gather(reader->run, err) ? line : NULL;
}

static bool take_rows(void *context, sqlite3_stmt *row, struct err *err)
{
	struct partial_reader *reader = context;
	const char *end = "", *line = unpack(reader, row, &end);

	while (line != NULL && line < end)
		line = take_row(reader, line, end, err);
	return line != NULL ||
	       (err->code == ERR_NONE &&
		       err_set(err, ERR_FORMAT, "table '%s': a row is damaged", reader->name));
}

/* --- reading: the file ------------------------------------------------------------------- */

static bool take_report(void *context, sqlite3_stmt *row, struct err *err)
{
	struct partial_reader *reader = context;

	if (reader->is_there || strcmp(take_text(row, 0), reader->name) != 0)
		return true;
	reader->is_there = true;
	return take_number(sqlite3_column_int64(row, 1), &reader->lacks, err);
}

static bool read_report(struct partial_reader *reader, const struct stats_request *request,
	unsigned *lacks, struct err *err)
{
	static const char *const columns[] = { "name", "lacks" }, *const packed[] = { "rows" };
	char name[64];

	*lacks = NEED_WHOLE;
	if (!request->report->merges)
		return true;
	stats_request_name(request, name);
	reader->name = name;
	reader->is_there = false;
	if (!read_rows(reader, "report", columns, ARRAY_SIZE(columns), take_report, err))
		return false;
	if (!reader->is_there)
		return err_set(err, ERR_EMPTY, "a partial result that was made without %s", name);
	*lacks = (unsigned)reader->lacks;
	if (*lacks != 0)
		return true;
	reader->gathered = sql_report_gathered(reader->run, err);
	return reader->gathered != NULL &&
	       read_rows(reader, name, packed, ARRAY_SIZE(packed), take_rows, err);
}

bool partial_check(struct input *file, struct err *err)
{
	sqlite3_stmt *statement = NULL;
	bool is_known;

	if (!input_load(file, "", true, err))
		return false;
	is_known = sqlite3_prepare_v2(file->database.handle, "PRAGMA user_version", -1, &statement,
			   NULL) == SQLITE_OK &&
		   sqlite3_step(statement) == SQLITE_ROW &&
		   sqlite3_column_int(statement, 0) == atoi(PARTIAL_VERSION);
	sqlite3_finalize(statement);
	return is_known ||
	       err_set(err, ERR_FORMAT,
		       "cannot read '%s': a partial result of another version of gpuflame",
		       file->path);
}

bool partial_read(struct input *file, const struct stats_request *requests, struct report_run *runs,
	size_t count, unsigned *lacks, struct stats_notes *notes, struct err *err)
{
	struct partial_reader reader = {
		.db = &file->database, .notes = notes, .names = runs[0].names
	};
	bool ok = read_notes(&reader, err);

	for (size_t i = 0; ok && i < count; i++) {
		/* of several files, even if this is the only partial result of them */
		runs[i].files += runs[i].files == 1;
		reader.run = &runs[i];
		ok = read_report(&reader, &requests[i], &lacks[i], err);
	}
	idmap_release(&reader.numbers);
	free(reader.ids);
	free(reader.rows);
	/* what the database says names it already */
	return ok || strncmp(err->msg, "cannot read", strlen("cannot read")) == 0
		       ? ok
		       : err_prefix(err, "cannot read '%s'", file->path);
}
