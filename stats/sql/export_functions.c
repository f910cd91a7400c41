#include "base/mem.h"
#include "stats/sql/export_tables.h"
#include "stats/sql/table.h"

/* --- strings ---------------------------------------------------------------------------------- */

static bool take_string(void *context, sqlite3_stmt *row, struct err *err)
{
	struct sql_model *model = context;
	const char *text = (const char *)sqlite3_column_text(row, 1);
	uint32_t index;

	(void)err;
	if (text == NULL)
		return true;
	index = idmap_add(&model->strings, (uint64_t)sqlite3_column_int64(row, 0));
	mem_need(model->string_names, model->strings_cap, model->strings.count);
	model->string_names[index] =
		names_intern(model->names, text, (size_t)sqlite3_column_bytes(row, 1));
	return true;
}

/* The name of an id of StringIds, or NAME_NONE. */
static uint32_t find_string(struct sql_model *model, sqlite3_value *id)
{
	static const struct database_column columns[] = { { "id", true, NULL },
		{ "value", true, NULL } };
	const struct export_file *file = export_file_of(model);
	struct err ignored = { 0 }; /* the trace could be read, and has them, too */
	uint32_t index;

	if (!model->has_strings && file != NULL &&
		!database_each(file->database, "StringIds", columns, ARRAY_SIZE(columns),
			take_string, model, &ignored))
		idmap_release(&model->strings);
	model->has_strings = true;
	if (sqlite3_value_type(id) == SQLITE_NULL)
		return NAME_NONE;
	index = idmap_find(&model->strings, (uint64_t)sqlite3_value_int64(id));
	return index != IDMAP_NONE ? model->string_names[index] : NAME_NONE;
}

/* --- functions -------------------------------------------------------------------------------- */

static void string(sqlite3_context *to, int argc, sqlite3_value **argv)
{
	struct sql_model *model = sqlite3_user_data(to);

	(void)argc;
	sql_put_name(to, model->names, find_string(model, argv[0]));
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

void export_functions_offer(sqlite3 *db, struct sql_model *model)
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
		if (sqlite3_create_function(db, list[i].name, list[i].arguments,
			    SQLITE_UTF8 | SQLITE_DIRECTONLY, model, list[i].call, NULL,
			    NULL) != SQLITE_OK)
			mem_die();
	}
}
