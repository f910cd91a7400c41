#include <string.h>

#include "stats/table/envelope.h"
#include "stats/table/print.h"

/* {"schema":1, ..., "reports":[{"report":"NAME","file":"FILE","note":"...","rows":[...]}, ...]} */

static bool begin_all(struct printer *printer, struct err *err)
{
	const struct print_options *options = printer->options;
	struct json_write json = { .text = &printer->line };

	envelope_begin(&json, "stats", options->files, options->file_count);
	return text_try_add_string(&printer->line, ",\n\"reports\":[", err);
}

static bool begin(struct printer *printer, const struct print_heading *heading, struct err *err)
{
	struct text *line = &printer->line;

	if (printer->tables == 0 && !begin_all(printer, err))
		return false;
	if (!text_try_add_string(
		    line, printer->tables > 0 ? ",\n{\"report\":" : "{\"report\":", err) ||
		!text_try_add_json(line, heading->name, strlen(heading->name), err))
		return false;
	return heading->file == NULL ||
	       (text_try_add_string(line, ",\"file\":", err) &&
		       text_try_add_json(line, heading->file, strlen(heading->file), err));
}

static bool put_note(struct printer *printer, const char *text, struct err *err)
{
	return text_try_add_string(&printer->line, ",\"note\":", err) &&
	       text_try_add_json(&printer->line, text, strlen(text), err);
}

static bool put_cell(
	struct text *line, const struct column *column, const struct cell *cell, struct err *err)
{
	char number[32], title[64];

	column_title(column, title, sizeof(title));
	if (!text_try_add_json(line, title, strlen(title), err) || !text_try_add(line, ":", 1, err))
		return false;
	if (cell->kind == CELL_TEXT)
		return text_try_add_json(line, cell->is.text, cell->len, err);
	if (cell->kind == CELL_EMPTY)
		return text_try_add_string(line, "null", err);
	return text_try_add(line, number, print_number(column, cell, number), err);
}

static bool put_row(struct printer *printer, const struct cell *cells, struct err *err)
{
	struct text *line = &printer->line;
	bool ok = text_try_add_string(line, printer->rows > 0 ? ",\n  {" : ",\"rows\":[\n  {", err);

	for (size_t i = 0; ok && i < printer->column_count; i++)
		ok = (i == 0 || text_try_add(line, ",", 1, err)) &&
		     put_cell(line, &printer->columns[i], &cells[i], err);
	return ok && text_try_add(line, "}", 1, err);
}

static bool end(struct printer *printer, struct err *err)
{
	return text_try_add_string(
		&printer->line, printer->rows > 0 ? "\n]}" : ",\"rows\":[]}", err);
}

static bool close_all(struct printer *printer, struct err *err)
{
	return (printer->tables > 0 || begin_all(printer, err)) &&
	       text_try_add_string(&printer->line, "]}\n", err);
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
