#include "stats/sql/export_tables.h"

#include <stdlib.h>
#include <string.h>

#include "base/idmap.h"
#include "base/mem.h"
#include "collapse/input/table_rows.h"
#include "stats/sql/table.h"

/* What reports read, as nsys's exports of 2020 to 2026 have it: no file has all of them. */
#define CALL_COLUMNS "start,end,globalTid,nameId"
#define MPI_COLUMNS "start,end,globalTid,textId,tag,remoteRank,rootRank,size,recvSize"
#define UCX_COLUMNS "start,end,globalTid,textId"
#define ACC_COLUMNS CALL_COLUMNS ",lineNo,srcFile"
#define NET_COLUMNS "start,end,globalId,portId,metricsListId,metricsIdx,value"

static const struct known_table {
	const char *name, *columns;
} known_tables[] = {
	{ "StringIds", "id,value" },
	{ "OSRT_API", CALL_COLUMNS },
	{ "CUPTI_ACTIVITY_KIND_OPENACC_DATA", ACC_COLUMNS },
	{ "CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH", ACC_COLUMNS },
	{ "CUPTI_ACTIVITY_KIND_OPENACC_OTHER", ACC_COLUMNS },
	{ "OPENMP_EVENT_KIND_THREAD", CALL_COLUMNS },
	{ "OPENMP_EVENT_KIND_PARALLEL", CALL_COLUMNS },
	{ "OPENMP_EVENT_KIND_SYNC_REGION_WAIT", CALL_COLUMNS },
	{ "OPENMP_EVENT_KIND_SYNC_REGION", CALL_COLUMNS },
	{ "OPENMP_EVENT_KIND_TASK", CALL_COLUMNS },
	{ "OPENMP_EVENT_KIND_MASTER", CALL_COLUMNS },
	{ "OPENMP_EVENT_KIND_REDUCTION", CALL_COLUMNS },
	{ "OPENMP_EVENT_KIND_TASK_CREATE", CALL_COLUMNS },
	{ "OPENMP_EVENT_KIND_TASK_SCHEDULE", CALL_COLUMNS },
	{ "OPENMP_EVENT_KIND_CANCEL", CALL_COLUMNS },
	{ "OPENMP_EVENT_KIND_MUTEX_WAIT", CALL_COLUMNS },
	{ "OPENMP_EVENT_KIND_CRITICAL_SECTION", CALL_COLUMNS },
	{ "OPENMP_EVENT_KIND_MUTEX_RELEASED", CALL_COLUMNS },
	{ "OPENMP_EVENT_KIND_LOCK_INIT", CALL_COLUMNS },
	{ "OPENMP_EVENT_KIND_LOCK_DESTROY", CALL_COLUMNS },
	{ "OPENMP_EVENT_KIND_WORKSHARE", CALL_COLUMNS },
	{ "OPENMP_EVENT_KIND_DISPATCH", CALL_COLUMNS },
	{ "OPENMP_EVENT_KIND_FLUSH", CALL_COLUMNS },
	{ "MPI_P2P_EVENTS", MPI_COLUMNS },
	{ "MPI_COLLECTIVES_EVENTS", MPI_COLUMNS },
	{ "MPI_START_WAIT_EVENTS", MPI_COLUMNS },
	{ "MPI_OTHER_EVENTS", MPI_COLUMNS },
	{ "UCP_EVENTS", UCX_COLUMNS },
	{ "UCP_SUBMIT_EVENTS", UCX_COLUMNS },
	{ "UCP_PROGRESS_EVENTS", UCX_COLUMNS },
	{ "CUPTI_ACTIVITY_KIND_MEMCPY",
		"start,end,globalPid,virtualAddress,address,bytes,copyKind" },
	{ "CUDA_UM_CPU_PAGE_FAULT_EVENTS",
		"start,end,globalPid,virtualAddress,address,CpuInstruction" },
	{ "CUDA_UM_GPU_PAGE_FAULT_EVENTS",
		"start,end,globalPid,virtualAddress,address,numberOfPageFaults" },
	{ "TARGET_INFO_GPU_METRICS", "typeId,metricId,metricName" },
	{ "GPU_METRICS", "timestamp,typeId,metricId,value" },
	{ "TARGET_INFO_NETWORK_METRICS", "metricsListId,metricsIdx,name,unit" },
	{ "TARGET_INFO_NIC_INFO", "nicId,name" },
	{ "NIC_ID_MAP", "nicId,globalId" },
	{ "NET_IB_DEVICE_INFO", "guid,name" },
	{ "NET_NIC_METRIC", NET_COLUMNS },
	{ "NET_IB_SWITCH_METRIC", NET_COLUMNS },
};

enum { COLUMNS_MAX = 200, TABLES_MAX = 1000 };

/* A table of the schema. */
struct shown {
	char *name;
	char *columns[COLUMNS_MAX]; /* that it has had so far */
	int column_count;
};

struct export_tables {
	sqlite3 *db;
	const struct sql_model *model;
	bool (*is_ours)(const char *name);
	struct shown **shown;
	size_t shown_count, shown_cap;
	bool has_strings;       /* they have been read */
	struct idmap strings;   /* ids of StringIds */
	uint32_t *string_names; /* by its index */
	size_t strings_cap;
	struct err failure;
};

struct view {
	sqlite3_vtab base; /* first, as SQLite has it */
	struct export_tables *tables;
	struct shown *is; /* the table */
	int key;          /* the column that is the row's id, or -1 */
	bool exists;
};

struct cursor {
	sqlite3_vtab_cursor base;
	struct table_rows *rows;
	const struct datum *row;
	sqlite3_stmt *statement;    /* by the key, or if is_wide */
	bool is_wide;               /* all rows, of more columns than table_rows has */
	bool is_at;                 /* a row of these */
	int of_column[COLUMNS_MAX]; /* its place among those read */
	bool *out;                  /* rows that are not selected */
	uint64_t at;
};

/* --- a table ---------------------------------------------------------------------------------- */

static char *copy_text(const char *text, size_t len)
{
	char *copy = mem_zeroed(len + 1, 1);

	memcpy(copy, text, len);
	return copy;
}

static const struct export_file *file_of(const struct export_tables *tables)
{
	const struct trace *trace = tables->model->trace;
	bool is_open = trace != NULL && trace->own != NULL && trace->own->database != NULL;

	return is_open ? trace->own : NULL;
}

static int find_column(const struct shown *table, const char *name, size_t len)
{
	for (int i = 0; i < table->column_count; i++) {
		if (sqlite3_strnicmp(table->columns[i], name, (int)len) == 0 &&
			table->columns[i][len] == '\0')
			return i;
	}
	return -1;
}

static void add_column(struct shown *table, const char *name, size_t len)
{
	if (table->column_count < COLUMNS_MAX && find_column(table, name, len) < 0)
		table->columns[table->column_count++] = copy_text(name, len);
}

static void add_known_columns(struct shown *table)
{
	for (size_t i = 0; i < ARRAY_SIZE(known_tables); i++) {
		const char *at = known_tables[i].columns;

		if (sqlite3_stricmp(known_tables[i].name, table->name) != 0)
			continue;
		for (; *at != '\0'; at += strspn(at, ",")) {
			add_column(table, at, strcspn(at, ","));
			at += strcspn(at, ",");
		}
	}
}

/* The columns that the file has. One that is the whole key and INTEGER is the row's id. */
static bool add_own_columns(struct view *view, struct err *err)
{
	static const char sql[] = "SELECT name, pk > 0, upper(type) = 'INTEGER'"
				  " FROM pragma_table_info(?1, 'main')";
	const struct export_file *file = file_of(view->tables);
	struct shown *table = view->is;
	sqlite3_stmt *row = NULL;
	int keys = 0;

	if (file == NULL || !database_has_table(file->database, table->name, &view->exists, err))
		return file == NULL;
	if (view->exists &&
		sqlite3_prepare_v2(file->database->handle, sql, -1, &row, NULL) == SQLITE_OK)
		sqlite3_bind_text(row, 1, table->name, -1, SQLITE_STATIC);
	while (row != NULL && sqlite3_step(row) == SQLITE_ROW) {
		const char *name = (const char *)sqlite3_column_text(row, 0);

		if (name == NULL)
			mem_die();
		add_column(table, name, strlen(name));
		if (sqlite3_column_int(row, 1) == 0)
			continue;
		view->key = keys++ == 0 && sqlite3_column_int(row, 2) != 0
				    ? find_column(table, name, strlen(name))
				    : -1;
	}
	sqlite3_finalize(row);
	return true;
}

static int disconnect(sqlite3_vtab *base)
{
	free(base);
	return SQLITE_OK;
}

static int declare(sqlite3 *db, const struct view *view)
{
	sqlite3_str *text = sqlite3_str_new(db);
	char *declaration;
	int code;

	sqlite3_str_appendall(text, "CREATE TABLE t(");
	for (int i = 0; i < view->is->column_count; i++)
		sqlite3_str_appendf(text, "%s\"%w\"", i > 0 ? "," : "", view->is->columns[i]);
	sqlite3_str_appendall(text, ")");
	declaration = sqlite3_str_finish(text);
	if (declaration == NULL)
		mem_die();
	code = sqlite3_declare_vtab(db, declaration);
	sqlite3_free(declaration);
	return code;
}

static int fail(struct export_tables *tables, sqlite3_vtab *base, const struct err *err)
{
	tables->failure = *err;
	if (base != NULL) {
		sqlite3_free(base->zErrMsg);
		base->zErrMsg = sqlite3_mprintf("%s", err->msg);
	}
	return SQLITE_ERROR;
}

static struct shown *find_shown(const struct export_tables *tables, const char *name)
{
	for (size_t i = 0; i < tables->shown_count; i++) {
		if (sqlite3_stricmp(tables->shown[i]->name, name) == 0)
			return tables->shown[i];
	}
	return NULL;
}

static int connect_table(sqlite3 *db, void *data, int argc, const char *const *argv,
	sqlite3_vtab **out, char **message)
{
	enum { TABLE_NAME = 2 };
	struct view *view = mem_zeroed(1, sizeof(*view));
	struct err err = { 0 };
	int code;

	(void)argc;
	view->tables = data;
	view->key = -1;
	view->is = find_shown(data, argv[TABLE_NAME]);
	code = add_own_columns(view, &err) ? declare(db, view) : fail(data, NULL, &err);
	if (code == SQLITE_OK) {
		*out = &view->base;
		return code;
	}
	if (err.code != ERR_NONE)
		*message = sqlite3_mprintf("%s", err.msg);
	disconnect(&view->base);
	return code;
}

/* --- its rows --------------------------------------------------------------------------------- */

/* All rows, or the one whose key is given. */
enum { BY_KEY = 1 };

static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
	const struct view *view = (const struct view *)base;

	info->estimatedRows = 1000000;
	info->estimatedCost = 1e6;
	for (int i = 0; i < info->nConstraint && view->key >= 0; i++) {
		const struct sqlite3_index_constraint *constraint = &info->aConstraint[i];

		if (!constraint->usable || constraint->op != SQLITE_INDEX_CONSTRAINT_EQ ||
			constraint->iColumn != view->key)
			continue;
		info->aConstraintUsage[i].argvIndex = 1;
		info->idxNum = BY_KEY;
		info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
		info->estimatedRows = 1;
		info->estimatedCost = 10;
		break;
	}
	info->orderByConsumed =
		info->nOrderBy == 1 && info->aOrderBy[0].iColumn < 0 && !info->aOrderBy[0].desc;
	info->idxStr = sqlite3_mprintf("%llx", info->colUsed);
	info->needToFreeIdxStr = 1;
	return info->idxStr != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

static int open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
	struct cursor *cursor = mem_zeroed(1, sizeof(*cursor));

	(void)base;
	*out = &cursor->base;
	return SQLITE_OK;
}

static void clear(struct cursor *cursor)
{
	rows_free(cursor->rows);
	cursor->rows = NULL;
	cursor->row = NULL;
	free(cursor->out);
	cursor->out = NULL;
	cursor->at = 0;
	cursor->is_at = false;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
	struct cursor *cursor = (struct cursor *)base;

	clear(cursor);
	sqlite3_finalize(cursor->statement);
	free(cursor);
	return SQLITE_OK;
}

/* Columns to read: those of `used`, whose last bit stands for all others; at least one. */
static size_t choose_columns(const struct view *view, uint64_t used, struct cursor *cursor,
	struct database_column columns[COLUMNS_MAX])
{
	enum { LAST_BIT = 63 };
	size_t count = 0;

	for (int i = 0; i < view->is->column_count; i++) {
		if ((used >> (i < LAST_BIT ? i : LAST_BIT) & 1) == 0)
			continue;
		cursor->of_column[i] = (int)count;
		columns[count++] = (struct database_column){ view->is->columns[i], false, NULL };
	}
	if (count == 0)
		columns[count++] = (struct database_column){ view->is->columns[0], false, NULL };
	return count;
}

/* --- a selection ------------------------------------------------------------------------------ */

struct calls {
	struct thread_call *list;
	size_t count, cap;
};

enum { CALL_START, CALL_END, CALL_THREAD, CALL_READ };

/* The times and threads of all rows; what has no time is not selected. */
static bool read_calls(
	const struct view *view, const char *thread, struct calls *calls, struct err *err)
{
	const struct database_column columns[] = {
		[CALL_START] = { "start", false, NULL },
		[CALL_END] = { "end", false, NULL },
		[CALL_THREAD] = { thread, false, NULL },
	};
	const struct datum *row;
	struct table_rows *rows;
	bool ok = rows_open(
		file_of(view->tables)->database, view->is->name, columns, CALL_READ, &rows, err);

	while (ok && rows != NULL && (ok = rows_next(rows, &row, err)) && row != NULL) {
		struct thread_call *call;

		mem_need(calls->list, calls->cap, calls->count + 1);
		call = &calls->list[calls->count++];
		call->start = rows_integer(rows, &row[CALL_START]);
		call->end = row[CALL_END].type == DATUM_NULL ? call->start
							     : rows_integer(rows, &row[CALL_END]);
		call->thread = (uint64_t)rows_integer(rows, &row[CALL_THREAD]);
	}
	rows_free(rows);
	return ok;
}

/* Which rows are not selected, of a table that has a time, and a thread or a process. */
static bool mark_rows(const struct view *view, struct cursor *cursor, struct err *err)
{
	const struct export_file *file = file_of(view->tables);
	const char *thread = find_column(view->is, "globalTid", 9) >= 0   ? "globalTid"
			     : find_column(view->is, "globalPid", 9) >= 0 ? "globalPid"
									  : NULL;
	struct calls calls = { 0 };
	bool ok;

	if (file->mark == NULL || thread == NULL || find_column(view->is, "start", 5) < 0)
		return true;
	ok = read_calls(view, thread, &calls, err);
	cursor->out = mem_zeroed(calls.count + 1, sizeof(*cursor->out));
	ok = ok && file->mark(file, calls.list, calls.count, cursor->out, err);
	free(calls.list);
	return ok;
}

/* --- reading ---------------------------------------------------------------------------------- */

/* The row by its key. */
static int prepare(const struct view *view, struct cursor *cursor,
	const struct database_column *columns, size_t count)
{
	sqlite3 *handle = file_of(view->tables)->database->handle;
	sqlite3_str *text = sqlite3_str_new(handle);
	char *sql;
	int code;

	sqlite3_str_appendall(text, "SELECT ");
	for (size_t i = 0; i < count; i++) {
		bool has = sqlite3_table_column_metadata(handle, "main", view->is->name,
				   columns[i].name, NULL, NULL, NULL, NULL, NULL) == SQLITE_OK;

		sqlite3_str_appendf(
			text, has ? "%s\"%w\"" : "%sNULL", i > 0 ? "," : "", columns[i].name);
	}
	sqlite3_str_appendf(text, " FROM main.\"%w\" WHERE \"%w\" = ?1", view->is->name,
		view->is->columns[view->key]);
	sql = sqlite3_str_finish(text);
	if (sql == NULL)
		mem_die();
	code = sqlite3_prepare_v2(handle, sql, -1, &cursor->statement, NULL);
	sqlite3_free(sql);
	return code;
}

static int find_row(
	const struct view *view, struct cursor *cursor, uint64_t used, sqlite3_value *key)
{
	struct database_column columns[COLUMNS_MAX];
	size_t count = choose_columns(view, used, cursor, columns);
	int code = SQLITE_OK;

	if (cursor->statement == NULL)
		code = prepare(view, cursor, columns, count);
	if (code == SQLITE_OK) {
		sqlite3_reset(cursor->statement);
		/* its steps are not those of one long wait, which database.c stops */
		sqlite3_stmt_status(cursor->statement, SQLITE_STMTSTATUS_VM_STEP, 1);
		code = sqlite3_bind_value(cursor->statement, 1, key);
	}
	if (code == SQLITE_OK)
		code = sqlite3_step(cursor->statement);
	cursor->is_at = code == SQLITE_ROW;
	return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

/* By SQLite alone, where more columns are wanted than table_rows reads. */
static bool open_statement(const struct view *view, struct cursor *cursor,
	const struct database_column *columns, size_t count, struct err *err)
{
	sqlite3_finalize(cursor->statement);
	cursor->is_wide = true;
	return database_select(file_of(view->tables)->database, view->is->name, columns, count,
		&cursor->statement, err);
}

static bool read_next(const struct view *view, struct cursor *cursor, struct err *err)
{
	if (cursor->is_wide)
		return database_step(file_of(view->tables)->database, cursor->statement,
			view->is->name, &cursor->is_at, err);
	if (!rows_next(cursor->rows, &cursor->row, err))
		return false;
	cursor->is_at = cursor->row != NULL;
	return true;
}

static int next(sqlite3_vtab_cursor *base)
{
	struct cursor *cursor = (struct cursor *)base;
	const struct view *view = (const struct view *)base->pVtab;
	struct err err = { 0 };

	if (cursor->rows == NULL && !cursor->is_wide) { /* there was one row, or none */
		cursor->is_at = false;
		return SQLITE_OK;
	}
	do {
		if (!read_next(view, cursor, &err))
			return fail(view->tables, base->pVtab, &err);
		cursor->at++;
	} while (cursor->is_at && cursor->out != NULL && cursor->out[cursor->at - 1]);
	return SQLITE_OK;
}

static int filter(
	sqlite3_vtab_cursor *base, int number, const char *used, int argc, sqlite3_value **argv)
{
	struct cursor *cursor = (struct cursor *)base;
	const struct view *view = (const struct view *)base->pVtab;
	struct database_column columns[COLUMNS_MAX];
	uint64_t wanted = strtoull(used, NULL, 16);
	struct err err = { 0 };
	size_t count;
	bool ok;

	(void)argc;
	clear(cursor);
	if (!view->exists || file_of(view->tables) == NULL)
		return SQLITE_OK;
	if (number == BY_KEY)
		return find_row(view, cursor, wanted, argv[0]);
	count = choose_columns(view, wanted, cursor, columns);
	ok = mark_rows(view, cursor, &err);
	if (ok && count > PAGES_COLUMNS_MAX)
		ok = open_statement(view, cursor, columns, count, &err);
	else
		ok = ok && rows_open(file_of(view->tables)->database, view->is->name, columns,
				   count, &cursor->rows, &err);
	return ok ? next(base) : fail(view->tables, base->pVtab, &err);
}

static int is_at_end(sqlite3_vtab_cursor *base)
{
	return !((const struct cursor *)base)->is_at;
}

static int put_column(sqlite3_vtab_cursor *base, sqlite3_context *to, int column)
{
	const struct cursor *cursor = (const struct cursor *)base;
	const struct datum *datum;

	if (cursor->rows == NULL) {
		sqlite3_result_value(
			to, sqlite3_column_value(cursor->statement, cursor->of_column[column]));
		return SQLITE_OK;
	}
	datum = &cursor->row[cursor->of_column[column]];
	switch ((enum datum_type)datum->type) {
	case DATUM_NULL:
		break;
	case DATUM_INTEGER:
		sqlite3_result_int64(to, datum->as.integer);
		break;
	case DATUM_FLOAT:
		sqlite3_result_double(to, datum->as.real);
		break;
	case DATUM_TEXT:
		sqlite3_result_text(to, datum->as.bytes, (int)datum->len, SQLITE_TRANSIENT);
		break;
	case DATUM_BLOB:
		sqlite3_result_blob(to, datum->as.bytes, (int)datum->len, SQLITE_TRANSIENT);
		break;
	}
	return SQLITE_OK;
}

static int put_row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *id)
{
	*id = (sqlite3_int64)((const struct cursor *)base)->at;
	return SQLITE_OK;
}

static const sqlite3_module module = {
	.xCreate = connect_table,
	.xConnect = connect_table,
	.xBestIndex = best_index,
	.xDisconnect = disconnect,
	.xDestroy = disconnect,
	.xOpen = open_cursor,
	.xClose = close_cursor,
	.xFilter = filter,
	.xNext = next,
	.xEof = is_at_end,
	.xColumn = put_column,
	.xRowid = put_row_id,
};

/* --- strings ---------------------------------------------------------------------------------- */

static bool read_strings(struct export_tables *tables, struct err *err)
{
	static const struct database_column columns[] = { { "id", true, NULL },
		{ "value", true, NULL } };
	const struct datum *row;
	struct table_rows *rows;
	bool ok = rows_open(file_of(tables)->database, "StringIds", columns, 2, &rows, err);

	while (ok && rows != NULL && (ok = rows_next(rows, &row, err)) && row != NULL) {
		uint32_t index;
		const char *text;
		size_t len;

		rows_text(rows, &row[1], &text, &len);
		if (text == NULL)
			continue;
		index = idmap_add(&tables->strings, (uint64_t)rows_integer(rows, &row[0]));
		mem_need(tables->string_names, tables->strings_cap, tables->strings.count);
		tables->string_names[index] = names_intern(tables->model->names, text, len);
	}
	rows_free(rows);
	return ok;
}

/* The name of an id of StringIds, or NAME_NONE. */
static uint32_t find_string(struct export_tables *tables, sqlite3_value *id)
{
	uint32_t index;

	if (!tables->has_strings && file_of(tables) != NULL)
		(void)read_strings(tables, &tables->failure);
	tables->has_strings = true;
	if (sqlite3_value_type(id) == SQLITE_NULL)
		return NAME_NONE;
	index = idmap_find(&tables->strings, (uint64_t)sqlite3_value_int64(id));
	return index != IDMAP_NONE ? tables->string_names[index] : NAME_NONE;
}

static void forget_strings(struct export_tables *tables)
{
	idmap_release(&tables->strings);
	free(tables->string_names);
	tables->string_names = NULL;
	tables->strings_cap = 0;
	tables->has_strings = false;
}

/* --- functions -------------------------------------------------------------------------------- */

static void string(sqlite3_context *to, int argc, sqlite3_value **argv)
{
	struct export_tables *tables = sqlite3_user_data(to);

	(void)argc;
	sql_put_name(to, tables->model->names, find_string(tables, argv[0]));
}

static void string_id(sqlite3_context *to, int argc, sqlite3_value **argv)
{
	uint32_t name = find_string(sqlite3_user_data(to), argv[0]);

	(void)argc;
	if (name != NAME_NONE)
		sqlite3_result_int64(to, name);
}

static const struct selection *selection_of(sqlite3_context *to)
{
	const struct export_file *file = file_of(sqlite3_user_data(to));

	return file != NULL ? file->selection : NULL;
}

static void time_from(sqlite3_context *to, int argc, sqlite3_value **argv)
{
	const struct selection *selection = selection_of(to);

	(void)argc;
	(void)argv;
	if (selection != NULL && selection->has_from)
		sqlite3_result_int64(to, selection->from);
}

static void time_to(sqlite3_context *to, int argc, sqlite3_value **argv)
{
	const struct selection *selection = selection_of(to);

	(void)argc;
	(void)argv;
	if (selection != NULL && selection->has_to)
		sqlite3_result_int64(to, selection->to);
}

static void has_device(sqlite3_context *to, int argc, sqlite3_value **argv)
{
	const struct selection *selection = selection_of(to);
	bool has = selection == NULL || selection->devices.count == 0;

	(void)argc;
	for (size_t i = 0; !has && i < selection->devices.count; i++)
		has = selection->devices.list[i] == (uint64_t)sqlite3_value_int64(argv[0]);
	sqlite3_result_int(to, has);
}

/* --- the schema ------------------------------------------------------------------------------- */

struct export_tables *export_tables_new(
	sqlite3 *db, const struct sql_model *model, bool (*is_ours)(const char *name))
{
	static const struct {
		const char *name;
		int arguments;
		void (*call)(sqlite3_context *, int, sqlite3_value **);
	} functions[] = {
		{ "string", 1, string },
		{ "string_id", 1, string_id },
		{ "time_from", 0, time_from },
		{ "time_to", 0, time_to },
		{ "has_device", 1, has_device },
	};
	struct export_tables *tables = mem_zeroed(1, sizeof(*tables));

	tables->db = db;
	tables->model = model;
	tables->is_ours = is_ours;
	if (sqlite3_exec(db, "ATTACH ':memory:' AS export", NULL, NULL, NULL) != SQLITE_OK ||
		sqlite3_create_module(db, "export_table", &module, tables) != SQLITE_OK)
		mem_die();
	for (size_t i = 0; i < ARRAY_SIZE(functions); i++) {
		if (sqlite3_create_function(db, functions[i].name, functions[i].arguments,
			    SQLITE_UTF8 | SQLITE_DIRECTONLY, tables, functions[i].call, NULL,
			    NULL) != SQLITE_OK)
			mem_die();
	}
	return tables;
}

static bool run(struct export_tables *tables, const char *format, const char *name, struct err *err)
{
	char *sql = sqlite3_mprintf(format, name), *message = NULL;
	int code;

	if (sql == NULL)
		mem_die();
	tables->failure = (struct err){ 0 };
	code = sqlite3_exec(tables->db, sql, NULL, NULL, &message);
	sqlite3_free(sql);
	if (code != SQLITE_OK && tables->failure.code != ERR_NONE)
		*err = tables->failure;
	else if (code != SQLITE_OK)
		err_set(err, ERR_FORMAT, "cannot use table %s: %s", name,
			message != NULL ? message : sqlite3_errstr(code));
	sqlite3_free(message);
	return code == SQLITE_OK;
}

static bool make(struct export_tables *tables, const char *name, struct err *err)
{
	return run(tables, "CREATE VIRTUAL TABLE export.\"%w\" USING export_table", name, err);
}

/* Whether a name may occur in a text, in any case; what is doubled in quotes always may. */
static bool occurs(const char *name, const char *sql)
{
	size_t len = strlen(name);

	if (strpbrk(name, "\"'`]") != NULL)
		return true;

	for (; *sql != '\0'; sql++) {
		if (sqlite3_strnicmp(sql, name, (int)len) == 0)
			return true;
	}
	return false;
}

static bool use(struct export_tables *tables, const char *name, const char *sql, struct err *err)
{
	struct shown *table;

	if (tables->is_ours(name) || !occurs(name, sql) || find_shown(tables, name) != NULL)
		return true;
	table = mem_zeroed(1, sizeof(*table));
	table->name = copy_text(name, strlen(name));
	add_known_columns(table);
	mem_need(tables->shown, tables->shown_cap, tables->shown_count + 1);
	tables->shown[tables->shown_count++] = table;
	return make(tables, name, err);
}

/* The file's own tables, those of SQLite left out. */
static bool use_own(struct export_tables *tables, const char *sql, struct err *err)
{
	static const char names[] =
		"SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT"
		" LIKE 'sqlite%' AND sql NOT LIKE 'CREATE VIRTUAL%' LIMIT ?1";
	const struct database *file = file_of(tables)->database;
	sqlite3_stmt *row = NULL;
	bool ok = sqlite3_prepare_v2(file->handle, names, -1, &row, NULL) == SQLITE_OK &&
		  sqlite3_bind_int(row, 1, TABLES_MAX) == SQLITE_OK;

	while (ok && sqlite3_step(row) == SQLITE_ROW) {
		const char *name = (const char *)sqlite3_column_text(row, 0);

		if (name == NULL)
			mem_die();
		ok = use(tables, name, sql, err);
	}
	sqlite3_finalize(row);
	return ok || err->code != ERR_NONE ||
	       err_set(err, ERR_IO, "cannot read '%s': %s", file->path,
		       sqlite3_errmsg(file->handle));
}

bool export_tables_use(struct export_tables *tables, const char *sql, struct err *err)
{
	for (size_t i = 0; i < ARRAY_SIZE(known_tables); i++) {
		if (!use(tables, known_tables[i].name, sql, err))
			return false;
	}
	return file_of(tables) == NULL || use_own(tables, sql, err);
}

bool export_tables_show(struct export_tables *tables, struct err *err)
{
	forget_strings(tables);
	for (size_t i = 0; i < tables->shown_count; i++) {
		const char *name = tables->shown[i]->name;

		if (!run(tables, "DROP TABLE IF EXISTS export.\"%w\"", name, err) ||
			!make(tables, name, err))
			return false;
	}
	return true;
}

const struct err *export_tables_failure(const struct export_tables *tables)
{
	return tables->failure.code != ERR_NONE ? &tables->failure : NULL;
}

void export_tables_free(struct export_tables *tables)
{
	for (size_t i = 0; i < tables->shown_count; i++) {
		for (int k = 0; k < tables->shown[i]->column_count; k++)
			free(tables->shown[i]->columns[k]);
		free(tables->shown[i]->name);
		free(tables->shown[i]);
	}
	free(tables->shown);
	forget_strings(tables);
	free(tables);
}
