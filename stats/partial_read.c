#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "collapse/input/input.h"
#include "stats/packed_table.h"
#include "stats/partial_file.h"
#include "stats/parts/partial.h"
#include "stats/sql/report.h"

/* What it holds is checked: it may have been made by anybody. */
struct partial_reader {
	const struct database *db;
	struct stats_notes *notes;
	sqlite3_stmt *name;
	uint32_t *ids; /* by number of a name: its id here, + 1; 0: not looked up */
	size_t ids_cap;
};

static bool bad(struct err *err, const char *what)
{
	return err_set(err, ERR_FORMAT, "%s", what);
}

static bool select_all(const struct partial_reader *reader, const char *table,
	const char *const *columns, size_t count, sqlite3_stmt **statement, struct err *err)
{
	struct database_column list[PARTIAL_FILE_COLUMNS];

	for (size_t i = 0; i < count; i++)
		list[i] = (struct database_column){ .name = columns[i], .required = true };
	return database_select(reader->db, table, list, count, statement, err) &&
	       (*statement != NULL || err_set(err, ERR_FORMAT, "no table '%s'", table));
}

/* A number that is not negative. */
static bool take_number(int64_t value, uint64_t *number, struct err *err)
{
	*number = (uint64_t)value;
	return value >= 0 || bad(err, "a negative number");
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

/* --- names ------------------------------------------------------------------------------ */

static bool look_up_name(
	struct partial_reader *reader, int64_t number, struct names *names, struct err *err)
{
	sqlite3_reset(reader->name);
	sqlite3_bind_int64(reader->name, 1, number);
	if (sqlite3_step(reader->name) != SQLITE_ROW ||
		sqlite3_column_type(reader->name, 0) != SQLITE_TEXT)
		return bad(err, "a name that is not there");
	reader->ids[number] = names_intern(names, take_text(reader->name, 0),
				      (size_t)sqlite3_column_bytes(reader->name, 0)) +
			      1;
	return true;
}

/* The id of a name that a row refers to by its number in the file; PACKED_NULL is none. */
static bool take_name(struct partial_reader *reader, int64_t number, struct names *names,
	uint64_t *name, struct err *err)
{
	size_t had = reader->ids_cap;

	*name = NAME_NONE;
	if (number == PACKED_NULL)
		return true;
	if (number < 1 || number > UINT32_MAX / 2)
		return bad(err, "a name that is not there");
	mem_need(reader->ids, reader->ids_cap, (size_t)number + 1);
	if (reader->ids_cap > had)
		memset(reader->ids + had, 0, (reader->ids_cap - had) * sizeof(*reader->ids));
	if (reader->ids[number] == 0 && !look_up_name(reader, number, names, err))
		return false;
	*name = reader->ids[number] - 1;
	return true;
}

/* --- about the files -------------------------------------------------------------------- */

typedef bool row_fn(struct partial_reader *reader, sqlite3_stmt *row, struct err *err);

static bool read_rows(struct partial_reader *reader, const char *table, const char *const *columns,
	size_t count, row_fn *take, struct err *err)
{
	sqlite3_stmt *statement;
	bool more, ok;

	if (!select_all(reader, table, columns, count, &statement, err))
		return false;
	while ((ok = database_step(reader->db, statement, table, &more, err)) && more) {
		if (!take(reader, statement, err)) {
			ok = false;
			break;
		}
	}
	sqlite3_finalize(statement);
	return ok;
}

static bool take_files(struct partial_reader *reader, sqlite3_stmt *row, struct err *err)
{
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

static bool take_message(struct partial_reader *reader, sqlite3_stmt *row, struct err *err)
{
	uint64_t kind;

	if (!take_number(sqlite3_column_int64(row, 0), &kind, err))
		return false;
	if (kind > DIAGNOSTIC_LATE)
		return bad(err, "an unknown kind of message");
	diagnostics_add(&reader->notes->diagnostics, (enum diagnostic_kind)kind, take_text(row, 2));
	return true;
}

static bool take_origin(struct partial_reader *reader, sqlite3_stmt *row, struct err *err)
{
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
	origins_add(&reader->notes->origins, &origin, NULL);
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

	return read_rows(reader, "files", files, ARRAY_SIZE(files), take_files, err) &&
	       read_rows(reader, "message", message, ARRAY_SIZE(message), take_message, err) &&
	       read_rows(reader, "origin", origin, ARRAY_SIZE(origin), take_origin, err);
}

/* --- reports in SQL --------------------------------------------------------------------- */

static bool take_row(struct partial_reader *reader, const struct packed_reader *from,
	struct report_run *run, sqlite3_stmt *to, const bool *is_name, struct err *err)
{
	uint64_t name;

	for (int i = 0; i < from->columns; i++) {
		int64_t number = from->numbers[i];

		if (!is_name[i] && from->others[i] != NULL) {
			sqlite3_bind_value(to, i + 1, from->others[i]);
			continue;
		}
		if (is_name[i]) {
			if (!take_name(reader, number, run->names, &name, err))
				return false;
			number = name != NAME_NONE ? (int64_t)name : PACKED_NULL;
		}
		if (number != PACKED_NULL)
			sqlite3_bind_int64(to, i + 1, number);
		else
			sqlite3_bind_null(to, i + 1);
	}
	return sql_report_gather(run, err);
}

static bool read_gathered(
	struct partial_reader *reader, const char *table, struct report_run *run, struct err *err)
{
	sqlite3_stmt *to = sql_report_gatherer(run, err);
	sqlite3_stmt *all = to != NULL ? sql_report_gathered(run, err) : NULL;
	int count = all != NULL ? sqlite3_column_count(all) : 0;
	const char *columns[PACKED_COLUMNS_MAX];
	bool is_name[PACKED_COLUMNS_MAX], more, ok;
	struct packed_reader from = { 0 };

	for (int i = 0; i < count; i++) {
		columns[i] = sqlite3_column_name(all, i);
		is_name[i] = sql_is_name_column(columns[i]);
	}
	ok = all != NULL && packed_begin(&from, reader->db, table, columns, count, err);
	while (ok && (ok = packed_next(&from, &more, err)) && more)
		ok = take_row(reader, &from, run, to, is_name, err);
	packed_end(&from);
	return ok;
}

/* --- reports in C ----------------------------------------------------------------------- */

/* "label0", "sum0" and so on. */
int partial_group_columns(
	const struct report_partial *partial, const char *columns[PARTIAL_GROUP_COLUMNS])
{
	static const char *const labels[PARTIAL_LABELS] = { "label0", "label1", "label2", "label3",
		"label4", "label5", "label6" };
	static const char *const sums[PARTIAL_COUNTERS] = { "sum0", "sum1", "sum2", "sum3", "sum4",
		"sum5", "sum6", "sum7", "sum8", "sum9", "sum10", "sum11", "sum12", "sum13", "sum14",
		"sum15" };
	int count = 0;

	columns[count++] = "id";
	for (size_t i = 0; partial->labels[i] != '\0'; i++)
		columns[count++] = labels[i];
	for (size_t i = 0; i < partial->counters; i++)
		columns[count++] = sums[i];
	return count;
}

const char *const partial_value_columns[PARTIAL_VALUE_COLUMNS] = { "id", "measure", "value",
	"count", "min", "max" };

/* The groups of a report, by their ids in the file. */
struct group_list {
	struct report_run *run;
	uint32_t *groups;
	size_t cap;
	uint64_t count;
};

static bool take_group(
	struct partial_reader *reader, const int64_t *row, struct group_list *list, struct err *err)
{
	const struct report_partial *partial = list->run->report->partial;
	struct partial_group group = { 0 };
	uint32_t index;
	int at = 1;

	if (row[0] != (int64_t)list->count)
		return bad(err, "groups that are not counted");
	for (size_t i = 0; partial->labels[i] != '\0'; i++) {
		if (partial->labels[i] == 'n' ? !take_name(reader, row[at++], list->run->names,
							&group.labels[i], err)
					      : !take_number(row[at++], &group.labels[i], err))
			return false;
		if (partial->labels[i] == 'u' && group.labels[i] > UINT32_MAX)
			return bad(err, "a number beyond 32 bits");
	}
	for (size_t i = 0; i < partial->counters; i++) {
		if (!take_number(row[at++], &group.counters[i], err))
			return false;
	}
	if (!partial->put(list->run, &group, &index, err))
		return false;
	mem_need(list->groups, list->cap, (size_t)list->count + 1);
	list->groups[list->count++] = index;
	return true;
}

static bool take_values(const struct group_list *list, const int64_t *row, struct err *err)
{
	const struct report_partial *partial = list->run->report->partial;
	struct tally_sum sum;
	struct tally *tally;

	if (row[0] < 0 || (uint64_t)row[0] >= list->count || row[1] < 0 ||
		(uint64_t)row[1] >= partial->tallies || row[2] < 0 || row[3] <= 0)
		return bad(err, "values of nothing");
	tally = partial->tally(list->run, (size_t)row[1]);
	sum = (struct tally_sum){ .group = list->groups[row[0]],
		.total = (uint64_t)row[2],
		.count = (uint64_t)row[3],
		.min = (uint64_t)row[4],
		.max = (uint64_t)row[5] };
	if (row[4] == PACKED_NULL) {
		tally_add_pair(tally, sum.group, sum.total, sum.count);
		return true;
	}
	if (row[4] < 0 || row[5] < row[4] || row[2] < row[5])
		return bad(err, "an impossible sum");
	return tally_add_sum(tally, &sum, err);
}

static bool read_groups(
	struct partial_reader *reader, const char *table, struct report_run *run, struct err *err)
{
	struct group_list list = { .run = run };
	const char *columns[PARTIAL_GROUP_COLUMNS];
	int count = partial_group_columns(run->report->partial, columns);
	struct packed_reader from = { 0 };
	char values[PARTIAL_NAME_SIZE];
	bool more, ok;

	ok = packed_begin(&from, reader->db, table, columns, count, err);
	while (ok && (ok = packed_next(&from, &more, err)) && more)
		ok = take_group(reader, from.numbers, &list, err);
	packed_end(&from);
	snprintf(values, sizeof(values), "%s values", table);
	ok = ok && packed_begin(&from, reader->db, values, partial_value_columns,
			   PARTIAL_VALUE_COLUMNS, err);
	while (ok && (ok = packed_next(&from, &more, err)) && more)
		ok = take_values(&list, from.numbers, err);
	packed_end(&from);
	free(list.groups);
	return ok;
}

/* --- the file --------------------------------------------------------------------------- */

/* Whether the report was asked for when it was made, and there was data. */
static bool find_report(
	struct partial_reader *reader, const char *name, bool *asked, bool *has, struct err *err)
{
	static const char *const columns[] = { "name", "has_data" };
	sqlite3_stmt *row;
	bool more, ok;

	*asked = *has = false;
	if (!select_all(reader, "report", columns, ARRAY_SIZE(columns), &row, err))
		return false;
	while (!*asked && (ok = database_step(reader->db, row, "report", &more, err)) && more) {
		*asked = strcmp(take_text(row, 0), name) == 0;
		*has = *asked && sqlite3_column_int64(row, 1) > 0;
	}
	sqlite3_finalize(row);
	return *asked || ok;
}

static bool read_report(struct partial_reader *reader, const struct stats_request *request,
	struct report_run *run, bool *found, struct err *err)
{
	char name[64];
	bool asked, has;

	stats_request_name(request, name);
	if (!find_report(reader, name, &asked, &has, err))
		return false;
	if (!asked)
		return err_set(err, ERR_EMPTY, "a partial result that was made without %s", name);
	*found |= has;
	return !has || (run->report->is_sql ? read_gathered(reader, name, run, err)
					    : read_groups(reader, name, run, err));
}

static bool begin_names(struct partial_reader *reader, struct err *err)
{
	bool has;

	if (!database_has_table(reader->db, "name", &has, err))
		return false;
	return (has && sqlite3_prepare_v2(reader->db->handle,
			       "SELECT text FROM main.name WHERE rowid = ?", -1, &reader->name,
			       NULL) == SQLITE_OK) ||
	       bad(err, "no table 'name'");
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
	size_t count, bool *found, struct stats_notes *notes, struct err *err)
{
	struct partial_reader reader = { .db = &file->database, .notes = notes };
	bool ok = begin_names(&reader, err) && read_notes(&reader, err);

	for (size_t i = 0; ok && i < count; i++) {
		/* of several files, even if this is the only partial result of them */
		runs[i].files += runs[i].files == 1;
		ok = !report_is_mergeable(requests[i].report) ||
		     read_report(&reader, &requests[i], &runs[i], &found[i], err);
	}
	sqlite3_finalize(reader.name);
	free(reader.ids);
	/* what the database says names it already */
	return ok || strncmp(err->msg, "cannot read", strlen("cannot read")) == 0
		       ? ok
		       : err_prefix(err, "cannot read '%s'", file->path);
}
