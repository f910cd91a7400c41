#include "stats/sql/sql_report.h"

#include <assert.h>
#include <math.h>

#include "base/text.h"
#include "base/units.h"
#include "stats/sql/sql_db.h"
#include "stats/sql/export_tables.h"

/* A report while it runs: report_run.state. */
struct sql_state {
	struct sql_db db;
	sqlite3_stmt *put;         /* adds a row to what is gathered */
	sqlite3_stmt *gathered;    /* all of it */
	bool is_open, is_gathered; /* there is the table pooled */
};

/* --- parameters --------------------------------------------------------------------------- */

/* "1ms" is 1000000, "3" is 3, "0.5" is 0.5; false: it is text. */
static bool parse_value(const char *text, size_t len, double *value, bool *is_whole)
{
	char *end;
	int digits;

	*value = strtod(text, &end);
	*is_whole = memchr(text, '.', len) == NULL && *value >= -9007199254740992.0 &&
		    *value <= 9007199254740992.0;
	if (end == text || end >= text + len)
		return len > 0 && end == text + len;
	digits = units_digits(end, len - (size_t)(end - text));
	*value *= pow(10, digits);
	*is_whole |= digits >= 0;
	return digits >= 0;
}

static void bind_text(sqlite3_stmt *statement, int index, const char *text, size_t len)
{
	double value;
	bool is_whole;

	if (!parse_value(text, len, &value, &is_whole))
		sqlite3_bind_text(statement, index, text, (int)len, SQLITE_TRANSIENT);
	else if (is_whole)
		sqlite3_bind_int64(statement, index, (sqlite3_int64)value);
	else
		sqlite3_bind_double(statement, index, value);
}

const char *sql_report_values(const char *text, const char *end)
{
	static const char letters[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

	for (; text < end; text++) {
		size_t len = *text == ':' ? strspn(text + 1, letters) : 0;

		if (len > 0 && text + 1 + len < end && text[1 + len] == '=')
			return text;
	}
	return end;
}

/* The value that a parameter of a report has in a run, or by default; NULL: it is none. */
static const char *value_of(const struct report_run *run, const char *name, size_t *len)
{
	const struct report *report = run->report;
	const char *values = run->arguments, *end = values + strlen(values), *next;

	for (; values < end; values = next + (next < end)) {
		const char *value = strchr(values, '=') + 1;

		next = sql_report_values(values, end);
		*len = (size_t)(next - value);
		if (strncmp(values, name, strlen(name)) == 0 && values[strlen(name)] == '=')
			return value;
	}
	for (size_t i = 0; i < report->parameter_count; i++) {
		*len = strlen(report->parameters[i].value);
		if (strcmp(report->parameters[i].name, name) == 0)
			return report->parameters[i].value;
	}
	return NULL;
}

static void bind_parameters(const struct report_run *run, sqlite3_stmt *statement)
{
	for (int i = 1; i <= sqlite3_bind_parameter_count(statement); i++) {
		const char *name = sqlite3_bind_parameter_name(statement, i);
		size_t len;
		const char *value = name != NULL ? value_of(run, name + 1, &len) : NULL;

		if (value != NULL)
			bind_text(statement, i, value, len);
	}
}

/* What is a number or a time by default is not text. */
static bool is_like(const char *given, size_t len, const char *preset)
{
	double value;
	bool is_whole;

	return parse_value(given, len, &value, &is_whole) ||
	       !parse_value(preset, strlen(preset), &value, &is_whole);
}

bool sql_report_check(const struct report *report, const char *values, struct err *err)
{
	const char *end = values + strlen(values), *next;

	if (report->parameter_count == 0)
		return err_set(err, ERR_USAGE, "report '%s' has no parameters", report->name);
	for (; values < end; values = next + (next < end)) {
		size_t len = strcspn(values, "="), i = 0;

		next = sql_report_values(values, end);
		while (i < report->parameter_count &&
			(strlen(report->parameters[i].name) != len ||
				memcmp(report->parameters[i].name, values, len) != 0))
			i++;
		if (i == report->parameter_count)
			return err_set(err, ERR_USAGE, "'%.*s': expected %s=VALUE of report '%s'",
				(int)(next - values < 64 ? next - values : 64), values,
				report->parameters[0].name, report->name);
		if (!is_like(values + len + 1, (size_t)(next - values) - len - 1,
			    report->parameters[i].value))
			return err_set(err, ERR_USAGE,
				"'%.*s': expected a number, or a time such as 1ms",
				(int)(next - values < 64 ? next - values : 64), values);
	}
	return true;
}

/* --- rows --------------------------------------------------------------------------------- */

enum { COLUMNS_MAX = 200 };

/* By its value, which one thread alone may ask for: each sqlite3_column_ call checks more. */
static struct cell take_cell(sqlite3_value *value)
{
	switch (sqlite3_value_type(value)) {
	case SQLITE_INTEGER:
		return cell_integer(sqlite3_value_int64(value));
	case SQLITE_FLOAT:
		return cell_real(sqlite3_value_double(value));
	case SQLITE_NULL:
		return (struct cell){ 0 };
	default: {
		const char *text = (const char *)sqlite3_value_text(value);

		if (text == NULL)
			mem_die();
		return (struct cell){
			.kind = CELL_TEXT,
			.len = (uint32_t)sqlite3_value_bytes(value),
			.is.text = text,
		};
	}
	}
}

static bool give_row(
	const struct report_run *run, sqlite3_stmt *statement, struct sink *sink, struct err *err)
{
	const struct report *report = run->report;
	const struct sql_state *state = run->state;
	struct cell cells[COLUMNS_MAX];
	int count = sqlite3_column_count(statement);
	int label = state->is_gathered && report->each == NULL ? count - 1 : -1;
	size_t at = 0;

	for (int i = 0; i < count; i++) {
		if (i == report->file_column || i == label)
			sink->file = (const char *)sqlite3_column_text(statement, i);
		else
			cells[at++] = take_cell(sqlite3_column_value(statement, i));
	}
	assert(at == sink->columns);
	return sink->row(sink, cells, err);
}

/* A statement of the report, with the values of its parameters. */
static sqlite3_stmt *prepare(const struct report_run *run, const char *text, struct err *err)
{
	struct sql_state *state = run->state;
	sqlite3_stmt *statement = sql_prepare(&state->db, text, err);

	if (statement != NULL)
		bind_parameters(run, statement);
	return statement;
}

/* What a statement has to say about all rows. */
static bool give_note(const struct report_run *run, struct sink *sink, struct err *err)
{
	struct sql_state *state = run->state;
	sqlite3_stmt *statement = prepare(run, run->report->note, err);
	bool more, ok = statement != NULL && sql_step(&state->db, statement, &more, err);

	if (ok && more && sqlite3_column_type(statement, 0) != SQLITE_NULL)
		ok = sink->note(sink, (const char *)sqlite3_column_text(statement, 0), err);
	sqlite3_finalize(statement);
	return ok;
}

/* --- a report's run ----------------------------------------------------------------------- */

static void open_state(struct report_run *run)
{
	struct sql_state *state = run->state;

	if (!state->is_open)
		sql_open(&state->db, run->names);
	state->is_open = true;
	state->db.model.names = run->names;
	state->db.model.kept = run->trace != NULL ? run->ranks : NULL;
}

/*
 * More than our statements need for the tables of a file of that size, and for the parts of its
 * time: a file may be made so that the rows of one table match all of another.
 */
static uint64_t most_steps(const struct report_run *run, const struct database *file)
{
	enum { LEAST = 200000000, FOR_BYTE = 200, FOR_PART = 100000, MOST_PARTS = 100000 };

	size_t len;
	const char *parts = value_of(run, "chunks", &len);
	uint64_t count = parts != NULL ? strtoull(parts, NULL, 10) : 0;

	return LEAST + database_size(file) * FOR_BYTE +
	       (count < MOST_PARTS ? count : MOST_PARTS) * FOR_PART;
}

static bool show_trace(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct sql_state *state = run->state;

	if (!sql_show(&state->db, trace, run->files > 1 ? run->labels[run->file] : NULL, err))
		return false;
	if (trace->own != NULL && run->report->path == NULL)
		sql_limit(&state->db, most_steps(run, trace->own->database));
	state->db.model.file_number = run->file;
	state->db.model.label = run->labels[run->file];
	return true;
}

/*
 * Put what a report gathers of a trace, or else its rows, with the file's label behind each, into
 * the table of that. Of no trace, it is made without rows.
 */
static bool gather(struct report_run *run, bool has_trace, struct err *err)
{
	const struct report *report = run->report;
	struct sql_state *state = run->state;
	const char *into = state->is_gathered ? "INSERT INTO pooled" : "CREATE TABLE pooled AS";
	sqlite3_stmt *statement;
	bool ok;

	/* of one file, what is cheap to ask for again is not copied; users' own may have parameters
	 */
	if (run->trace != NULL && report->path == NULL && strstr(report->each, "GROUP BY") == NULL)
		into = "CREATE TEMP VIEW pooled AS";
	if (report->each != NULL && has_trace)
		statement = sql_prepare_own(&state->db, err, "%s %s", into, report->each);
	else
		statement = sql_prepare_own(&state->db, err, "%s SELECT *%s FROM (%s\n) WHERE %d",
			into, report->each == NULL ? ", file()" : "",
			report->each == NULL ? report->rows : report->each, has_trace);
	if (statement != NULL)
		bind_parameters(run, statement);
	ok = sql_write(&state->db, statement, err);
	sqlite3_finalize(statement);
	state->is_gathered |= ok;
	return ok;
}

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct sql_state *state = run->state;

	open_state(run);
	if (run->trace != NULL) /* of a single file, it is done when the rows are asked for */
		return true;
	return show_trace(run, trace, err) && gather(run, true, err) &&
	       sql_show(&state->db, NULL, NULL, err);
}

bool sql_report_has_rows(struct report_run *run, bool *has, struct err *err)
{
	sqlite3_stmt *all = sql_report_gathered(run, err);
	struct sql_state *state = run->state;

	if (all == NULL || !sql_step(&state->db, all, has, err))
		return false;
	sqlite3_reset(all);
	return true;
}

bool sql_report_make_tables(const struct report *report, struct sql_db *db, struct err *err)
{
	bool ok = true;

	for (size_t i = 0; ok && i < report->stage_count; i++)
		ok = sql_make_table(db, report->stages[i].name, report->stages[i].text, err);
	return ok;
}

/* The statement of its rows, after the note. */
static sqlite3_stmt *begin_rows(struct report_run *run, struct sink *sink, struct err *err)
{
	const struct report *report = run->report;
	struct sql_state *state = run->state;

	if (run->trace != NULL && (!show_trace(run, run->trace, err) ||
					  (report->each != NULL && !gather(run, true, err))))
		return NULL;
	if (state->is_gathered && report->each == NULL)
		return sql_prepare(&state->db, "SELECT * FROM pooled", err);
	if (!sql_report_make_tables(report, &state->db, err) ||
		(report->note != NULL && !give_note(run, sink, err)))
		return NULL;
	return prepare(run, report->rows, err);
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	struct sql_state *state = run->state;
	sqlite3_stmt *statement;
	bool more, ok;

	open_state(run);
	statement = begin_rows(run, sink, err);
	ok = statement != NULL;
	while (ok && (ok = sql_step(&state->db, statement, &more, err)) && more)
		ok = give_row(run, statement, sink, err);
	sqlite3_finalize(statement);
	return ok;
}

static void release(struct report_run *run)
{
	struct sql_state *state = run->state;

	if (!state->is_open)
		return;
	sqlite3_finalize(state->put);
	sqlite3_finalize(state->gathered);
	sql_close(&state->db);
}

/* --- partial results ---------------------------------------------------------------------- */

bool sql_is_name_column(const char *name)
{
	static const char end[] = "name_id";
	size_t len = strlen(name);

	return len >= sizeof(end) - 1 && strcmp(name + len - (sizeof(end) - 1), end) == 0;
}

sqlite3_stmt *sql_report_gathered(struct report_run *run, struct err *err)
{
	struct sql_state *state = run->state;

	open_state(run);
	if (!state->is_gathered && !gather(run, false, err))
		return NULL;
	if (state->gathered == NULL)
		state->gathered = sql_prepare(&state->db, "SELECT * FROM pooled", err);
	return state->gathered;
}

sqlite3_stmt *sql_report_gatherer(struct report_run *run, struct err *err)
{
	struct sql_state *state = run->state;
	sqlite3_stmt *all = sql_report_gathered(run, err);
	struct text values = { 0 };

	if (all == NULL || state->put != NULL)
		return state->put;
	for (int i = 0; i < sqlite3_column_count(all); i++)
		text_add_string(&values, i > 0 ? ",?" : "?");
	state->put =
		sql_prepare_own(&state->db, err, "INSERT INTO pooled VALUES(%s)", values.bytes);
	text_release(&values);
	return state->put;
}

bool sql_report_gather(struct report_run *run, struct err *err)
{
	struct sql_state *state = run->state;
	bool ok = sql_write(&state->db, state->put, err);

	sqlite3_reset(state->put);
	return ok;
}

static const struct report_code sql_code = {
	.state_size = sizeof(struct sql_state),
	.add = add,
	.finish = finish,
	.release = release,
};

/* --- settling ----------------------------------------------------------------------------- */

static bool find_columns(struct report *report, sqlite3_stmt *statement, struct err *err)
{
	int count = sqlite3_column_count(statement);
	struct column *columns = mem_zeroed((size_t)count + 1, sizeof(*columns));

	report->columns = columns;
	if (count >= COLUMNS_MAX)
		return err_set(err, ERR_FORMAT, "over %d columns", COLUMNS_MAX - 1);
	for (int i = 0; i < count; i++) {
		struct column *column = &columns[report->column_count];
		const char *heading = sqlite3_column_name(statement, i);

		if (strcmp(heading, ":file") == 0) {
			report->file_column = i;
			continue;
		}
		if (!sql_report_column(heading, column, err))
			return false;
		report->column_count++;
	}
	return true;
}

bool sql_report_needs_file(const struct report *report)
{
	return report->path != NULL && sqlite3_strlike("%export%", report->source, 0) == 0;
}

bool sql_report_settle(struct report *report, const struct export_file *own, struct err *err)
{
	struct names names;
	struct trace trace;
	struct sql_state state = { 0 };
	struct report_run run = {
		.report = report, .names = &names, .arguments = "", .state = &state
	};
	sqlite3_stmt *statement;
	bool ok;

	if (report->is_settled)
		return true;
	names_init(&names);
	trace_init(&trace, &names);
	trace.own = own;
	open_state(&run);
	if (own != NULL)
		sql_model_show(&state.db.model, &trace, NULL);
	ok = (report->each == NULL || gather(&run, false, err)) &&
	     sql_report_make_tables(report, &state.db, err);
	statement = ok ? sql_prepare(&state.db, report->rows, err) : NULL;
	ok = statement != NULL && find_columns(report, statement, err);
	if (!ok)
		err_prefix(err, "%s", report->path != NULL ? report->path : report->name);
	report->want = state.db.want;
	if (report->code == NULL)
		report->code = &sql_code;
	else
		report->want = report->code->want;
	/* a table of the file may have the name of one of ours, which it is taken for without it */
	report->reads_export = state.db.reads_export || sql_report_needs_file(report);
	report->by_file =
		report->code == &sql_code && (report->each == NULL || report->file_column >= 0);
	report->is_settled = ok;
	sqlite3_finalize(statement);
	sql_close(&state.db);
	trace_release(&trace);
	names_release(&names);
	return ok;
}
