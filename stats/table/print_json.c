#include "stats/table/print.h"

/* {"schema":1, ..., "reports":[{"report":"NAME","file":"FILE","note":"...","rows":[...]}, ...]} */

enum { IN_ALL = 1, IN_REPORTS, IN_REPORT, IN_ROWS };

/* What has been written before, to this printer or to others of the same file. */
static struct json_write at(struct printer *printer, unsigned depth)
{
	return (struct json_write){
		.text = &printer->line,
		.depth = depth,
		.is_object = { true, false, true, false },
		.has_items = { true, printer->tables > 0, true, printer->rows > 0 },
	};
}

static struct json_write begin_all(struct printer *printer)
{
	const struct print_options *options = printer->options;
	struct json_write json = { .text = &printer->line };

	envelope_begin(&json, "stats", options->files, options->file_count);
	jw_line(&json, "\n");
	jw_array(&json, "reports");
	return json;
}

static bool begin(struct printer *printer, const struct print_heading *heading, struct err *err)
{
	struct json_write json = printer->tables > 0 ? at(printer, IN_REPORTS) : begin_all(printer);

	(void)err;
	jw_line(&json, printer->tables > 0 ? "\n" : NULL);
	jw_object(&json, NULL);
	jw_string(&json, "report", heading->name);
	if (heading->file != NULL)
		jw_string(&json, "file", heading->file);
	return true;
}

static void put_note(struct printer *printer, const char *text)
{
	struct json_write json = at(printer, IN_REPORT);

	jw_string(&json, "note", text);
}

static void put_cell(struct json_write *json, const struct column *column, const struct cell *cell)
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
	struct json_write json = at(printer, printer->rows > 0 ? IN_ROWS : IN_REPORT);

	if (printer->rows == 0)
		jw_array(&json, "rows");
	jw_line(&json, "\n  ");
	jw_object(&json, NULL);
	for (size_t i = 0; i < printer->column_count; i++)
		put_cell(&json, &printer->columns[i], &cells[i]);
	jw_end(&json);
}

static bool end(struct printer *printer, struct err *err)
{
	struct json_write json = at(printer, printer->rows > 0 ? IN_ROWS : IN_REPORT);

	(void)err;
	if (printer->rows == 0)
		jw_array(&json, "rows");
	else
		jw_line(&json, "\n");
	jw_end(&json);
	jw_end(&json);
	return true;
}

static void close_all(struct printer *printer)
{
	struct json_write json = printer->tables > 0 ? at(printer, IN_REPORTS) : begin_all(printer);

	jw_end(&json);
	jw_end(&json);
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

void envelope_begin(
	struct json_write *json, const char *command, const char *const *files, size_t count)
{
	jw_object(json, NULL);
	jw_uint(json, "schema", ENVELOPE_SCHEMA);
	jw_string(json, "command", command);
	jw_array(json, "files");
	for (size_t i = 0; i < count; i++)
		jw_string(json, NULL, files[i]);
	jw_end(json);
}
