#include "stats/table/print.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "stats/chart/report_chart.h"

enum { FLUSH_BYTES = 1 << 16, COLUMNS_MAX = 64 };

static bool take_row(struct sink *sink, const struct cell *cells, struct err *err);

void printer_init(struct printer *printer, const struct print_options *options, FILE *out)
{
	*printer = (struct printer){ .sink = { .row = take_row }, .options = options, .out = out };
}

void printer_release(struct printer *printer)
{
	free(printer->line);
	free(printer->with_file);
	table_free(printer->table);
	chart_free(printer->chart);
}

static void flush(struct printer *printer)
{
	if (printer->len > 0)
		fwrite(printer->line, 1, printer->len, printer->out);
	printer->len = 0;
}

bool print_bytes(struct printer *printer, const char *text, size_t len, struct err *err)
{
	if (len == 0)
		return true;
	if (!mem_grow((void **)&printer->line, &printer->cap, printer->len + len, 1, err))
		return false;
	memcpy(printer->line + printer->len, text, len);
	printer->len += len;
	return true;
}

bool print_string(struct printer *printer, const char *text, struct err *err)
{
	return print_bytes(printer, text, strlen(text), err);
}

/* --- text ------------------------------------------------------------------------ */

/* Code points that a terminal obeys rather than shows, or that break a line. */
static bool is_unfit(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c ||
	       (code >= 0x200e && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
	       (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

static bool is_plain(const char *text, size_t len, char quote)
{
	for (size_t i = 0; i < len; i++) {
		if ((unsigned char)text[i] < 0x20 || (unsigned char)text[i] >= 0x7f ||
			text[i] == quote)
			return false;
	}
	return true;
}

bool print_clean(struct printer *printer, const char *text, size_t len, char quote, struct err *err)
{
	size_t used;

	if (is_plain(text, len, quote))
		return print_bytes(printer, text, len, err);
	for (size_t at = 0; at < len; at += used) {
		uint32_t code = utf8_next(text + at, len - at, &used);
		bool ok;

		if (code == UTF8_INVALID)
			ok = print_string(printer, "\xef\xbf\xbd", err);
		else if (is_unfit(code))
			ok = print_bytes(printer, " ", 1, err);
		else
			ok = print_bytes(printer, text + at, used, err) &&
			     (quote == 0 || text[at] != quote ||
				     print_bytes(printer, &quote, 1, err));
		if (!ok)
			return false;
	}
	return true;
}

/* Digits from the end of `text`; without printf, since tables of a million rows are made. */
static size_t put_digits(uint64_t value, unsigned decimals, bool negative, char text[32])
{
	char buffer[32];
	size_t at = sizeof(buffer), count = 0;

	while (value > 0 || count <= decimals) {
		if (count == decimals && decimals > 0)
			buffer[--at] = '.';
		buffer[--at] = (char)('0' + value % 10);
		value /= 10;
		count++;
	}
	if (negative)
		buffer[--at] = '-';
	memcpy(text, buffer + at, sizeof(buffer) - at);
	text[sizeof(buffer) - at] = '\0';
	return sizeof(buffer) - at;
}

size_t print_number(const struct column *column, const struct cell *cell, char text[32])
{
	int64_t value = cell->is.integer;
	unsigned decimals = 0;

	if (cell->kind == CELL_REAL) {
		decimals = column->decimals;
		value = sink_scale(cell->is.real, decimals);
	} else if (cell->kind != CELL_INTEGER) {
		text[0] = '\0';
		return 0;
	}
	return put_digits(
		value < 0 ? -(uint64_t)value : (uint64_t)value, decimals, value < 0, text);
}

/* --- formats ----------------------------------------------------------------------- */

bool print_json_text(struct printer *printer, const char *text, size_t len, struct err *err)
{
	bool ok = print_bytes(printer, "\"", 1, err);
	size_t used;

	for (size_t at = 0; ok && at < len; at += used) {
		uint32_t code = utf8_next(text + at, len - at, &used);
		char escape[16];

		if (code == '"' || code == '\\') {
			escape[0] = '\\';
			escape[1] = (char)code;
			ok = print_bytes(printer, escape, 2, err);
		} else if (code == UTF8_INVALID) {
			ok = print_string(printer, "\xef\xbf\xbd", err);
		} else if (is_unfit(code)) {
			snprintf(escape, sizeof(escape), "\\u%04x", (unsigned)code);
			ok = print_string(printer, escape, err);
		} else {
			ok = print_bytes(printer, text + at, used, err);
		}
	}
	return ok && print_bytes(printer, "\"", 1, err);
}

/* RFC 4180, with quotes only where they are needed. */
static bool print_csv_text(struct printer *printer, const char *text, size_t len, struct err *err)
{
	bool quoted = memchr(text, ',', len) != NULL || memchr(text, '"', len) != NULL;

	if (!quoted)
		return print_clean(printer, text, len, 0, err);
	return print_bytes(printer, "\"", 1, err) && print_clean(printer, text, len, '"', err) &&
	       print_bytes(printer, "\"", 1, err);
}

/* A '|' would end the cell, and "<b>" would be obeyed (CommonMark 0.31, 6.6). */
static bool print_markdown_text(
	struct printer *printer, const char *text, size_t len, struct err *err)
{
	static const char special[] = "|<>*_`[]\\~&";
	size_t plain = 0;

	for (size_t i = 0; i <= len; i++) {
		if (i < len && (text[i] == '\0' || strchr(special, text[i]) == NULL))
			continue;
		if (!print_clean(printer, text + plain, i - plain, 0, err) ||
			(i < len && !print_bytes(printer, "\\", 1, err)))
			return false;
		plain = i;
		/* the special one itself goes with what is behind it */
	}
	return true;
}

static bool print_text(struct printer *printer, const char *text, size_t len, struct err *err)
{
	switch (printer->options->format) {
	case PRINT_JSON:
		return print_json_text(printer, text, len, err);
	case PRINT_CSV:
		return print_csv_text(printer, text, len, err);
	case PRINT_MARKDOWN:
		return print_markdown_text(printer, text, len, err);
	case PRINT_TSV:
	case PRINT_TABLE:
	case PRINT_SVG:
		break;
	}
	return print_clean(printer, text, len, 0, err);
}

static bool print_cell(struct printer *printer, const struct column *column,
	const struct cell *cell, struct err *err)
{
	char number[32];

	if (cell->kind == CELL_TEXT)
		return print_text(printer, cell->is.text, cell->len, err);
	if (cell->kind == CELL_EMPTY)
		return printer->options->format != PRINT_JSON || print_string(printer, "null", err);
	return print_bytes(printer, number, print_number(column, cell, number), err);
}

static const struct {
	const char *open, *between, *close;
} marks[] = {
	[PRINT_TABLE] = { "", "", "" },
	[PRINT_CSV] = { "", ",", "\n" },
	[PRINT_TSV] = { "", "\t", "\n" },
	[PRINT_JSON] = { "{", ",", "}" },
	[PRINT_MARKDOWN] = { "| ", " | ", " |\n" },
	[PRINT_SVG] = { "", "", "" },
};

static bool print_row(struct printer *printer, const struct cell *cells, struct err *err)
{
	enum print_format format = printer->options->format;
	bool json = format == PRINT_JSON;

	if (json && !print_string(printer, printer->rows > 0 ? ",\n  " : "\n  ", err))
		return false;
	if (!print_string(printer, marks[format].open, err))
		return false;
	for (size_t i = 0; i < printer->column_count; i++) {
		char title[64];

		if (i > 0 && !print_string(printer, marks[format].between, err))
			return false;
		if (json) {
			column_title(&printer->columns[i], title, sizeof(title));
			if (!print_json_text(printer, title, strlen(title), err) ||
				!print_bytes(printer, ":", 1, err))
				return false;
		}
		if (!print_cell(printer, &printer->columns[i], &cells[i], err))
			return false;
	}
	return print_string(printer, marks[format].close, err);
}

static bool take_cells(struct printer *printer, const struct cell *cells, struct err *err)
{
	if (printer->options->format == PRINT_SVG) {
		if (!chart_add(printer->chart, printer->sink.file, cells, err))
			return false;
	} else if (printer->options->format == PRINT_TABLE) {
		if (!table_add(printer->table, cells, err))
			return false;
	} else if (!print_row(printer, cells, err)) {
		return false;
	}
	printer->rows++;
	if (printer->len > FLUSH_BYTES)
		flush(printer);
	return true;
}

static bool print_head(struct printer *printer, struct err *err)
{
	enum print_format format = printer->options->format;
	bool ok = print_string(printer, marks[format].open, err);
	char title[64];

	for (size_t i = 0; ok && i < printer->column_count; i++) {
		column_title(&printer->columns[i], title, sizeof(title));
		ok = (i == 0 || print_string(printer, marks[format].between, err)) &&
		     print_string(printer, title, err);
	}
	ok = ok && print_string(printer, marks[format].close, err);
	if (!ok || format != PRINT_MARKDOWN)
		return ok;
	for (size_t i = 0; ok && i < printer->column_count; i++)
		ok = print_string(printer,
			printer->columns[i].kind == COLUMN_TEXT ? "| --- " : "| ---: ", err);
	return ok && print_string(printer, "|\n", err);
}

static bool take_row(struct sink *sink, const struct cell *cells, struct err *err)
{
	struct printer *printer = (struct printer *)sink;
	size_t own = printer->column_count - 1;
	struct cell with_file[COLUMNS_MAX];

	if (printer->with_file == NULL)
		return take_cells(printer, cells, err);
	memcpy(with_file, cells, own * sizeof(*cells));
	with_file[own] = cell_text(printer->file != NULL ? printer->file
				   : sink->file != NULL  ? sink->file
							 : "");
	return take_cells(printer, with_file, err);
}

static bool is_untitled(const struct printer *printer)
{
	return printer->options->format == PRINT_CSV || printer->options->format == PRINT_TSV;
}

/* What says which report this is; formats of scripts have it only where they have a place. */
static bool print_title(struct printer *printer, const struct report *report, const char *name,
	const char *file, struct err *err)
{
	const struct print_options *options = printer->options;
	bool bold = options->color && options->format == PRINT_TABLE;

	if (printer->tables > 0 && !print_bytes(printer, "\n", 1, err))
		return false;
	if (is_untitled(printer))
		return true;
	if (!print_string(printer, options->format == PRINT_MARKDOWN ? "### " : "", err) ||
		!print_string(printer, bold ? "\033[1m" : "", err) ||
		!print_string(printer, report->title, err) || !print_string(printer, " (", err) ||
		!print_string(printer, name, err) || !print_string(printer, ")", err))
		return false;
	if (file != NULL && (!print_string(printer, ": ", err) ||
				    !print_clean(printer, file, strlen(file), 0, err)))
		return false;
	return print_string(printer, bold ? "\033[0m\n" : "\n", err) &&
	       print_string(printer, "\n", err);
}

/* {"NAME": [rows], ...} for several, {"NAME FILE": ...} by file, [rows] for one. */
static bool begin_json(struct printer *printer, const char *name, const char *file, struct err *err)
{
	size_t name_len = strlen(name), file_len = file != NULL ? strlen(file) : 0;
	char *key;
	bool ok;

	if (!printer->options->many)
		return print_string(printer, "[", err);
	key = mem_zeroed(name_len + file_len + 2, 1, err);
	if (key == NULL)
		return false;
	snprintf(key, name_len + file_len + 2, "%s%s%s", name, file != NULL ? " " : "",
		file != NULL ? file : "");
	ok = print_string(printer, printer->tables > 0 ? ",\n" : "{", err) &&
	     print_json_text(printer, key, strlen(key), err) && print_string(printer, ": [", err);
	free(key);
	return ok;
}

static bool set_columns(
	struct printer *printer, const struct report *report, bool with_file, struct err *err)
{
	size_t count = report->column_count;

	free(printer->with_file);
	printer->with_file = NULL;
	printer->columns = report->columns;
	printer->column_count = count;
	if (!with_file)
		return true;
	assert(count < COLUMNS_MAX);
	printer->with_file = mem_zeroed(count + 1, sizeof(*printer->with_file), err);
	if (printer->with_file == NULL)
		return false;
	memcpy(printer->with_file, report->columns, count * sizeof(*report->columns));
	printer->with_file[count] = (struct column){ "File", COLUMN_TEXT, 0, 0 };
	printer->columns = printer->with_file;
	printer->column_count = count + 1;
	return true;
}

bool printer_begin(struct printer *printer, const struct report *report, const char *name,
	const char *file, bool by_file, struct err *err)
{
	bool ok;

	printer->rows = 0;
	printer->sink.file = NULL;
	printer->file = file;
	if (!set_columns(printer, report,
		    file != NULL ? is_untitled(printer)
				 : by_file && printer->options->format != PRINT_SVG,
		    err))
		return false;
	if (printer->options->format == PRINT_SVG) {
		printer->tables++;
		printer->chart = chart_new(report, file, err);
		return printer->chart != NULL;
	}
	if (printer->options->format == PRINT_JSON) {
		ok = begin_json(printer, name, file, err);
	} else {
		ok = print_title(printer, report, name, file, err) &&
		     (printer->options->format == PRINT_TABLE || print_head(printer, err));
	}
	if (ok && printer->options->format == PRINT_TABLE) {
		printer->table = table_new(printer->columns, printer->column_count, err);
		ok = printer->table != NULL;
	}
	printer->tables++;
	return ok;
}

bool printer_end(struct printer *printer, struct err *err)
{
	bool ok = true;

	if (printer->options->format == PRINT_SVG) {
		ok = chart_write(printer->chart, printer->out, err);
		chart_free(printer->chart);
		printer->chart = NULL;
		return ok;
	}
	if (printer->options->format == PRINT_TABLE) {
		ok = table_print(printer->table, printer, err);
		table_free(printer->table);
		printer->table = NULL;
	} else if (printer->options->format == PRINT_JSON) {
		ok = print_string(printer, printer->rows > 0 ? "\n]" : "]", err);
	}
	flush(printer);
	return ok;
}

void printer_drop(struct printer *printer)
{
	table_free(printer->table);
	chart_free(printer->chart);
	printer->table = NULL;
	printer->chart = NULL;
	printer->tables--;
	printer->len = 0; /* all before was flushed when it ended */
}

bool printer_close(struct printer *printer, struct err *err)
{
	bool ok = true;

	if (printer->options->format == PRINT_JSON) {
		if (printer->options->many)
			ok = print_string(printer, printer->tables > 0 ? "}" : "{}", err);
		ok = ok && print_string(printer, "\n", err);
	}
	flush(printer);
	return ok;
}
