#include "stats/table/print.h"

/* {"schema":1, ..., "reports":[{"report":"NAME","file":"FILE","note":"...","rows":[...]}, ...]} */

/* Room for the end of a table, and of all: the members that say what was cut. */
enum { TABLE_END = 64, ALL_END = 64, LEAST_SHARE = 256 };

static void begin_all(struct printer *printer)
{
	const struct print_options *options = printer->options;
	struct json_write *json = &printer->json;

	*json = (struct json_write){ .text = &printer->line };
	envelope_begin(json, "stats", options->files, options->file_count, options->budget / 4);
	jw_line(json, "\n");
	jw_array(json, "reports");
}

static size_t used(const struct printer *printer)
{
	return printer->budget.written + printer->line.len;
}

/* Each table may take an equal share of what those before it have left. */
static void share_budget(struct printer *printer)
{
	const struct print_options *options = printer->options;
	size_t left = options->budget - ALL_END, tables = 1, share;

	left -= used(printer) < left ? used(printer) : left;
	if (options->tables > printer->tables)
		tables = options->tables - printer->tables;
	share = left / tables < LEAST_SHARE ? LEAST_SHARE : left / tables;
	printer->budget.end =
		options->budget > 0 ? used(printer) + (share < left ? share : left) : SIZE_MAX;
	printer->budget.rows_cut = 0;
}

/* Whether what was written fits; else it is taken back. */
static bool keep(struct printer *printer, const struct json_write *before, size_t len)
{
	if (printer->options->budget == 0 || used(printer) + TABLE_END <= printer->budget.end)
		return true;
	jw_take_back(&printer->json, before, len);
	return false;
}

static bool begin(
	struct printer *printer, const struct print_heading *heading, UNUSED struct err *err)
{
	struct json_write *json = &printer->json, before;
	size_t len;

	if (printer->tables == 0)
		begin_all(printer);
	before = *json;
	len = printer->line.len;
	share_budget(printer);
	jw_line(json, printer->tables > printer->budget.tables_cut ? "\n" : NULL);
	jw_object(json, NULL);
	jw_string(json, "report", heading->name);
	if (heading->file != NULL)
		jw_string(json, "file", heading->file);
	printer->budget.is_cut = !keep(printer, &before, len);
	printer->budget.tables_cut += printer->budget.is_cut;
	return true;
}

static void put_note(struct printer *printer, const char *text)
{
	const struct json_write before = printer->json;
	size_t len = printer->line.len;

	if (printer->budget.is_cut)
		return;
	jw_string(&printer->json, "note", text);
	keep(printer, &before, len);
}

void print_json_cell(struct json_write *json, const struct column *column, const struct cell *cell)
{
	char number[32], title[64];

	column_title(column, title, sizeof(title));
	print_number(column, cell, number);
	if (cell->kind == CELL_TEXT)
		jw_bytes(json, title, cell->is.text, cell->len);
	else if (cell->kind == CELL_EMPTY)
		jw_null(json, title);
	else
		jw_digits(json, title, number);
}

static void put_row(struct printer *printer, const struct cell *cells)
{
	struct json_write *json = &printer->json;
	const struct json_write before = *json;
	size_t len = printer->line.len;

	if (printer->budget.is_cut || printer->budget.rows_cut > 0) {
		printer->budget.rows_cut++;
		return;
	}
	if (printer->rows == 0)
		jw_array(json, "rows");
	jw_line(json, "\n  ");
	jw_object(json, NULL);
	for (size_t i = 0; i < printer->column_count; i++)
		print_json_cell(json, &printer->columns[i], &cells[i]);
	jw_end(json);
	printer->budget.rows_cut += !keep(printer, &before, len);
}

static bool end(struct printer *printer, UNUSED struct err *err)
{
	uint64_t cut = printer->budget.rows_cut + printer->left_out;
	struct json_write *json = &printer->json;

	if (printer->budget.is_cut)
		return true;
	if (printer->rows > printer->budget.rows_cut)
		jw_line(json, "\n");
	else
		jw_array(json, "rows");
	jw_end(json);
	if (cut > 0)
		jw_uint(json, "rows_cut", cut);
	jw_end(json);
	return true;
}

static void close_all(struct printer *printer)
{
	struct json_write *json = &printer->json;

	if (printer->tables == 0)
		begin_all(printer);
	jw_end(json);
	if (printer->budget.tables_cut > 0)
		jw_uint(json, "reports_cut", printer->budget.tables_cut);
	jw_end(json);
	text_add(&printer->line, "\n", 1);
}

const struct print_format print_json = {
	.name = "json",
	.ending = ".json",
	.begin = begin,
	.note = put_note,
	.row = put_row,
	.end = end,
	.close = close_all,
};

void envelope_begin(struct json_write *json, const char *command, const char *const *files,
	size_t count, size_t most)
{
	size_t i = 0;

	jw_object(json, NULL);
	jw_uint(json, "schema", ENVELOPE_SCHEMA);
	jw_string(json, "command", command);
	jw_array(json, "files");
	for (; i < count; i++) {
		const struct json_write before = *json;
		size_t len = json->text->len;

		jw_string(json, NULL, files[i]);
		if (most > 0 && json->text->len > most) {
			jw_take_back(json, &before, len);
			break;
		}
	}
	jw_end(json);
	if (i < count)
		jw_uint(json, "files_cut", count - i);
}
