#include <stdlib.h>

#include "base/mem.h"
#include "collapse/input/table_rows.h"
#include "stats/sql/export_parts.h"
#include "stats/sql/table.h"

/* --- strings ---------------------------------------------------------------------------------- */

static bool read_strings(struct export_tables *tables, struct err *err)
{
	static const struct database_column columns[] = { { "id", true, NULL },
		{ "value", true, NULL } };
	const struct datum *row;
	struct table_rows *rows;
	bool ok = rows_open(export_file_of(tables)->database, "StringIds", columns, 2, &rows, err);

	while (ok && rows != NULL && (ok = rows_next(rows, &row, err)) && row != NULL) {
		uint32_t index;
		const char *text;
		size_t len;

		datum_text(&row[1], &text, &len);
		if (text == NULL)
			continue;
		index = idmap_add(&tables->strings, (uint64_t)datum_integer(&row[0]));
		mem_need(tables->string_names, tables->strings_cap, tables->strings.count);
		tables->string_names[index] = names_intern(tables->model->names, text, len);
	}
	rows_free(rows);
	return ok;
}

/* The name of an id of StringIds, or NAME_NONE. */
static uint32_t find_string(struct export_tables *tables, sqlite3_value *id)
{
	struct err ignored = { 0 }; /* the trace could be read, and has them, too */
	uint32_t index;

	if (!tables->has_strings && export_file_of(tables) != NULL)
		(void)read_strings(tables, &ignored);
	tables->has_strings = true;
	if (sqlite3_value_type(id) == SQLITE_NULL)
		return NAME_NONE;
	index = idmap_find(&tables->strings, (uint64_t)sqlite3_value_int64(id));
	return index != IDMAP_NONE ? tables->string_names[index] : NAME_NONE;
}

void export_forget_strings(struct export_tables *tables)
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
	const struct export_file *file = export_file_of(sqlite3_user_data(to));

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
	uint64_t device = (uint64_t)sqlite3_value_int64(argv[0]);

	(void)argc;
	sqlite3_result_int(to, selection == NULL || selection_lists(&selection->devices, device));
}

void export_functions_offer(struct export_tables *tables)
{
	static const struct {
		const char *name;
		int arguments;
		void (*call)(sqlite3_context *, int, sqlite3_value **);
	} list[] = {
		{ "string", 1, string },
		{ "string_id", 1, string_id },
		{ "time_from", 0, time_from },
		{ "time_to", 0, time_to },
		{ "has_device", 1, has_device },
	};

	for (size_t i = 0; i < ARRAY_SIZE(list); i++) {
		if (sqlite3_create_function(tables->db, list[i].name, list[i].arguments,
			    SQLITE_UTF8 | SQLITE_DIRECTONLY, tables, list[i].call, NULL,
			    NULL) != SQLITE_OK)
			mem_die();
	}
}
