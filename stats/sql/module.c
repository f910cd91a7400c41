#include <limits.h>
#include <stdio.h>

#include "base/order.h"
#include "stats/sql/table.h"

/*
 * A struct sql_table as a virtual table (https://sqlite.org/vtab.html). What SQLite wants to sort
 * or group by is sorted here, by integers, in half of the time; where it looks for rows by their
 * id, they are found.
 */
struct table_source {
	const struct sql_table *table;
	struct sql_model *model;
};

struct table_view {
	sqlite3_vtab base; /* first, as SQLite has it */
	struct table_source source;
};

struct table_cursor {
	sqlite3_vtab_cursor base;
	size_t at, end;
	uint32_t *order; /* rows, [at, end); NULL: as they are */
	int64_t given[SQL_GIVEN_MOST];
};

/* What best_index() tells filter(), as text: "USED:FOUND:ORDER". */
struct plan {
	uint64_t used;
	int found;         /* a column whose value is given, or -1 */
	const char *order; /* a character for each column, from 'A', and '+' or '-' */
};

enum { ORDER_MOST = 8, ORDER_SIZE = 2 * ORDER_MOST + 1, FIRST_COLUMN = 'A' };

static int connect_table(sqlite3 *db, void *data, UNUSED int argc, UNUSED const char *const *argv,
	sqlite3_vtab **out, UNUSED char **message)
{
	const struct table_source *source = data;
	struct table_view *view = mem_zeroed(1, sizeof(*view));
	sqlite3_str *text = sqlite3_str_new(db);
	char *declaration;
	int code;

	view->source = *source;
	*out = &view->base;
	sqlite3_str_appendf(text, "CREATE TABLE %s(", source->table->name);
	for (int i = 0; i < source->table->column_count; i++)
		sqlite3_str_appendf(text, "%s\"%s\"%s", i > 0 ? "," : "",
			source->table->columns[i].name,
			source->table->columns[i].is_hidden ? " HIDDEN" : "");
	sqlite3_str_appendall(text, ")");
	declaration = sqlite3_str_finish(text);
	if (declaration == NULL)
		mem_die();
	/* what a file has in its schema cannot ask for it */
	sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
	code = sqlite3_declare_vtab(db, declaration);
	sqlite3_free(declaration);
	return code;
}

static int disconnect_table(sqlite3_vtab *view)
{
	free(view);
	return SQLITE_OK;
}

static size_t count_rows(const struct table_source *source)
{
	return source->model->trace != NULL && source->table->count != NULL
		       ? source->table->count(source->model)
		       : 0;
}

static bool has_id(const struct sql_table *table)
{
	return strcmp(table->columns[0].name, "id") == 0;
}

static bool is_found(const struct sql_table *table, int column)
{
	return column >= 0 && ((column == 0 && has_id(table)) || (table->found >> column & 1) != 0);
}

static int choose_found(const struct sql_table *table, sqlite3_index_info *info)
{
	int found = -1;

	for (int i = 0; i < info->nConstraint; i++) {
		const struct sqlite3_index_constraint *constraint = &info->aConstraint[i];

		if (constraint->usable && constraint->op == SQLITE_INDEX_CONSTRAINT_EQ &&
			is_found(table, constraint->iColumn) &&
			(found < 0 || constraint->iColumn == 0))
			found = i;
	}
	return found;
}

/* The order as a plan has it; false if its values are not in the order of their integers. */
static bool write_order(const struct sql_table *table, sqlite3_index_info *info, char *order)
{
	for (int i = 0; i < info->nOrderBy; i++) {
		int column = info->aOrderBy[i].iColumn;

		if (column < 0 || i >= ORDER_MOST || table->columns[column].type != SQL_INTEGER)
			return false;
		*order++ = (char)(FIRST_COLUMN + column);
		*order++ = info->aOrderBy[i].desc ? '-' : '+';
	}
	*order = '\0';
	return true;
}

/* What a table is given is passed on in its order; idxNum has a bit for each. */
static int best_call(const struct sql_table *table, sqlite3_index_info *info)
{
	int places[SQL_GIVEN_MOST], first = table->column_count - table->given, argument = 0;
	const int required = (1 << table->required) - 1;
	bool waits = false;

	memset(places, -1, sizeof(places));
	for (int i = 0; i < info->nConstraint; i++) {
		const struct sqlite3_index_constraint *constraint = &info->aConstraint[i];

		if (constraint->iColumn < first || constraint->op != SQLITE_INDEX_CONSTRAINT_EQ)
			continue;
		if (constraint->usable)
			places[constraint->iColumn - first] = i;
		waits |= !constraint->usable;
	}
	for (int i = 0; i < table->given; i++) {
		if (places[i] < 0)
			continue;
		info->idxNum |= 1 << i;
		info->aConstraintUsage[places[i]].argvIndex = ++argument;
		info->aConstraintUsage[places[i]].omit = 1;
	}
	info->estimatedCost = 10;
	info->estimatedRows = 2;
	return waits || (info->idxNum & required) != required ? SQLITE_CONSTRAINT : SQLITE_OK;
}

static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
	const struct table_source *source = &((const struct table_view *)base)->source;
	size_t rows = count_rows(source);
	int found = choose_found(source->table, info);
	char order[ORDER_SIZE] = "";

	if (source->table->call != NULL)
		return best_call(source->table, info);
	/* not known before a trace is shown, or what is computed of it */
	if (rows == 0)
		rows = 1000000;
	if (found >= 0) {
		bool is_id = info->aConstraint[found].iColumn == 0 && has_id(source->table);

		info->aConstraintUsage[found].argvIndex = 1;
		rows = is_id ? 1 : 8;
		info->idxFlags = is_id ? SQLITE_INDEX_SCAN_UNIQUE : 0;
	}
	info->estimatedCost = (double)rows + 1;
	info->estimatedRows = (sqlite3_int64)rows + 1;
	if (info->nOrderBy > 0 && write_order(source->table, info, order)) {
		info->orderByConsumed = 1;
		info->estimatedCost *= 1.2;
	}
	info->idxStr = sqlite3_mprintf("%llx:%d:%s", info->colUsed,
		found >= 0 ? info->aConstraint[found].iColumn : -1, order);
	info->needToFreeIdxStr = 1;
	return info->idxStr != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

static int open_cursor(UNUSED sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
	struct table_cursor *cursor = mem_zeroed(1, sizeof(*cursor));

	*out = &cursor->base;
	return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
	free(((struct table_cursor *)base)->order);
	free(base);
	return SQLITE_OK;
}

static uint64_t key_of(const struct table_source *source, size_t row, const char *by)
{
	int64_t value = source->table->value(source->model, row, by[0] - FIRST_COLUMN);
	uint64_t key = (uint64_t)value ^ (uint64_t)1 << 63;

	return by[1] == '-' ? ~key : key;
}

/* Whether rows are in their order as they are, by its first column alone: files mostly are. */
static bool are_in_order(
	const struct table_source *source, const struct table_cursor *cursor, const char *order)
{
	size_t row = cursor->at + 1;

	while (row < cursor->end && key_of(source, row - 1, order) < key_of(source, row, order))
		row++;
	return row >= cursor->end;
}

/* By the last column first. */
static void sort_rows(
	const struct table_source *source, struct table_cursor *cursor, const char *order)
{
	size_t first = cursor->at, count = cursor->end - first;
	uint64_t *keys = mem_zeroed(count, sizeof(*keys));

	cursor->order = mem_zeroed(count, sizeof(*cursor->order));
	for (size_t i = 0; i < count; i++)
		cursor->order[i] = (uint32_t)i;
	for (size_t column = strlen(order); column > 0; column -= 2) {
		for (size_t i = 0; i < count; i++)
			keys[i] = key_of(source, first + i, order + column - 2);
		order_by_keys(cursor->order, keys, count);
	}
	for (size_t i = 0; i < count; i++)
		cursor->order[i] += (uint32_t)first;
	free(keys);
	cursor->at = 0;
	cursor->end = count;
}

static struct plan read_plan(const char *text)
{
	struct plan plan;
	char *end;

	plan.used = strtoull(text, &end, 16);
	plan.found = (int)strtol(end + 1, &end, 10);
	plan.order = end + 1;
	return plan;
}

static void find_rows(const struct table_source *source, struct table_cursor *cursor, int column,
	sqlite3_value *value)
{
	int64_t wanted = sqlite3_value_int64(value);

	if (sqlite3_value_numeric_type(value) != SQLITE_INTEGER)
		cursor->end = 0;
	else if (column > 0 || !has_id(source->table))
		source->table->find(source->model, column, wanted, &cursor->at, &cursor->end);
	else if (wanted < 1 || (uint64_t)wanted > cursor->end)
		cursor->end = 0;
	else
		cursor->end = (cursor->at = (size_t)wanted - 1) + 1;
}

/* `numbers` has a bit for each that is given. */
static void call(const struct sql_table *table, struct table_cursor *cursor, int numbers,
	sqlite3_value **argv)
{
	bool has_null = false;

	for (int i = 0; i < table->given; i++) {
		cursor->given[i] = (i - table->required) % 2 == 0 ? INT64_MIN : INT64_MAX;
		if ((numbers & 1 << i) == 0)
			continue;
		has_null |= sqlite3_value_type(*argv) == SQLITE_NULL;
		cursor->given[i] = sqlite3_value_int64(*argv++);
	}
	if (!has_null)
		table->call(cursor->given, &cursor->at, &cursor->end);
}

static int filter(
	sqlite3_vtab_cursor *base, int number, const char *text, int argc, sqlite3_value **argv)
{
	const struct table_source *source = &((const struct table_view *)base->pVtab)->source;
	struct table_cursor *cursor = (struct table_cursor *)base;
	struct err err = { 0 };
	struct plan plan;
	bool looks_up;
	uint64_t used;

	free(cursor->order);
	cursor->order = NULL;
	cursor->at = cursor->end = 0;
	if (source->table->call != NULL) {
		call(source->table, cursor, number, argv);
		return SQLITE_OK;
	}
	plan = read_plan(text);
	looks_up = argc > 0 && (plan.found > 0 || !has_id(source->table));
	used = (plan.used & ~SQL_LOOKS_UP) | (looks_up ? SQL_LOOKS_UP : 0);
	if (source->model->trace != NULL && source->table->make != NULL)
		source->table->make(source->model);
	if (source->model->trace != NULL && source->table->begin != NULL &&
		!source->table->begin(source->model, used, &err)) {
		sqlite3_free(base->pVtab->zErrMsg);
		base->pVtab->zErrMsg = sqlite3_mprintf("%s", err.msg);
		return SQLITE_ERROR;
	}
	cursor->end = count_rows(source);
	if (argc > 0 && source->model->trace != NULL)
		find_rows(source, cursor, plan.found, argv[0]);
	if (*plan.order != '\0' && !are_in_order(source, cursor, plan.order))
		sort_rows(source, cursor, plan.order);
	return SQLITE_OK;
}

static size_t row_of(const struct table_cursor *cursor)
{
	return cursor->order != NULL ? cursor->order[cursor->at] : cursor->at;
}

/* Rows of many that are in another order are fetched from memory before they are asked for. */
static int next(sqlite3_vtab_cursor *base)
{
	enum { AHEAD = 8 };
	const struct table_source *source = &((const struct table_view *)base->pVtab)->source;
	struct table_cursor *cursor = (struct table_cursor *)base;

	cursor->at++;
	if (source->table->place != NULL && cursor->order != NULL &&
		cursor->end - cursor->at > AHEAD)
		__builtin_prefetch(
			source->table->place(source->model, cursor->order[cursor->at + AHEAD]));
	return SQLITE_OK;
}

static int is_at_end(sqlite3_vtab_cursor *base)
{
	const struct table_cursor *cursor = (const struct table_cursor *)base;

	return cursor->at >= cursor->end;
}

void sql_put_name(sqlite3_context *to, const struct names *names, uint32_t name)
{
	if (name != NAME_NONE)
		sqlite3_result_text(
			to, names->list[name].text, (int)names->list[name].len, SQLITE_STATIC);
}

void sql_put_call(sqlite3_context *to, const struct names *names, uint32_t name)
{
	if (name != NAME_NONE)
		sqlite3_result_text(to, names->list[name].text,
			(int)sql_call_len(&names->list[name]), SQLITE_STATIC);
}

static int put_column(sqlite3_vtab_cursor *base, sqlite3_context *to, int index)
{
	const struct table_source *source = &((const struct table_view *)base->pVtab)->source;
	const struct table_cursor *cursor = (const struct table_cursor *)base;
	const struct sql_column *column = &source->table->columns[index];
	size_t row = row_of(cursor);
	int64_t value;

	if (column->type == SQL_OTHER) {
		source->table->put(source->model, row, index, to);
		return SQLITE_OK;
	}
	value = source->table->call != NULL ? source->table->called_value(cursor->given, row, index)
					    : source->table->value(source->model, row, index);
	if (value == SQL_NULL)
		return SQLITE_OK;
	if (column->type == SQL_INTEGER)
		sqlite3_result_int64(to, value);
	else if (column->type == SQL_WORD)
		sqlite3_result_text(to, column->words[value], -1, SQLITE_STATIC);
	else if (column->type == SQL_CALL)
		sql_put_call(to, source->model->trace->names, (uint32_t)value);
	else
		sql_put_name(to, source->model->trace->names, (uint32_t)value);
	return SQLITE_OK;
}

static int put_row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *id)
{
	*id = (sqlite3_int64)row_of((const struct table_cursor *)base) + 1;
	return SQLITE_OK;
}

static const sqlite3_module module = {
	.xConnect = connect_table,
	.xBestIndex = best_index,
	.xDisconnect = disconnect_table,
	.xOpen = open_cursor,
	.xClose = close_cursor,
	.xFilter = filter,
	.xNext = next,
	.xEof = is_at_end,
	.xColumn = put_column,
	.xRowid = put_row_id,
};

void sql_table_offer(sqlite3 *db, const struct sql_table *table, struct sql_model *model)
{
	struct table_source *source = mem_zeroed(1, sizeof(*source));
	sqlite3_stmt *statement;
	char text[64];

	*source = (struct table_source){ table, model };
	sqlite3_snprintf(sizeof(text), text, "SELECT 1 FROM %s%.*s%s", table->name,
		2 * table->required, "(0,0,0,0,0", table->required > 0 ? ")" : "");
	/* it is declared while statements may do that */
	if (sqlite3_create_module_v2(db, table->name, &module, source, free) != SQLITE_OK ||
		sqlite3_prepare_v2(db, text, -1, &statement, NULL) != SQLITE_OK)
		mem_die();
	sqlite3_finalize(statement);
}
