#include "stats/table/print.h"

#include <assert.h>

enum { FLUSH_BYTES = 1 << 16, COLUMNS_MAX = 64 };

static bool take_row(struct sink *sink, const struct cell *cells, struct err *err);
static bool take_note(struct sink *sink, const char *text, struct err *err);

void printer_init(struct printer *printer, const struct print_options *options, FILE *out)
{
	*printer = (struct printer){
		.sink = { .row = take_row, .note = take_note }, .options = options, .out = out
	};
}

static void drop_state(struct printer *printer)
{
	if (printer->state != NULL)
		printer->options->format->drop(printer->state);
	printer->state = NULL;
}

void printer_release(struct printer *printer)
{
	drop_state(printer);
	row_choice_release(&printer->choice);
	text_release(&printer->line);
	free(printer->with_file);
}

static void flush(struct printer *printer)
{
	struct text *line = &printer->line;

	if (line->len > 0)
		fwrite(line->bytes, 1, line->len, printer->out);
	printer->budget.written += line->len;
	line->len = 0;
}

size_t print_number(const struct column *column, const struct cell *cell, char text[32])
{
	static const uint64_t scales[] = { 1, 10, 100, 1000 };
	bool is_real = cell->kind == CELL_REAL && column->decimals > 0;
	int64_t value = cell->is.integer;
	uint64_t distance, scale = scales[is_real ? column->decimals : 0];
	char *end = text;

	if (cell->kind == CELL_REAL)
		value = sink_scale(cell->is.real, column->decimals);
	if (cell->kind == CELL_REAL || cell->kind == CELL_INTEGER) {
		distance = value < 0 ? -(uint64_t)value : (uint64_t)value;
		if (value < 0)
			*end++ = '-';
		/* printf is too slow for tables of a million rows */
		end = text_write_digits(end, distance / scale);
		if (is_real) { /* from 1.05, 105, of which the first digit becomes the point */
			text_write_digits(end, scale + distance % scale);
			*end = '.';
			end += column->decimals + 1;
		}
	}
	*end = '\0';
	return (size_t)(end - text);
}

static void show_row(struct printer *printer, const struct cell *cells)
{
	uint64_t limit = printer->options->rows.limit;

	if (limit > 0 && printer->rows == limit) {
		printer->left_out++;
		return;
	}
	printer->options->format->row(printer, cells);
	printer->rows++;
	if (printer->line.len > FLUSH_BYTES)
		flush(printer);
}

static bool take_row(struct sink *sink, const struct cell *cells, struct err *err)
{
	struct printer *printer = (struct printer *)sink;
	size_t own = printer->column_count - 1;
	struct cell with_file[COLUMNS_MAX];
	bool matches = true;

	printer->row_file = sink->file;
	if (printer->with_file != NULL) {
		memcpy(with_file, cells, own * sizeof(*cells));
		with_file[own] = cell_text(printer->file != NULL ? printer->file
					   : sink->file != NULL  ? sink->file
								 : "");
		cells = with_file;
	}
	if (printer->choice.filter != NULL &&
		!row_choice_match(&printer->choice, cells, &matches, err))
		return false;
	if (matches && printer->choice.sorted != SIZE_MAX)
		row_choice_keep(&printer->choice, cells);
	else if (matches)
		show_row(printer, cells);
	return true;
}

static bool take_note(struct sink *sink, const char *text, UNUSED struct err *err)
{
	struct printer *printer = (struct printer *)sink;
	const struct print_format *format = printer->options->format;

	if (format->note != NULL)
		format->note(printer, text);
	return true;
}

void print_note(struct printer *printer, const char *text)
{
	text_addf(&printer->line, "%s\n\n", text);
}

void print_title(
	struct printer *printer, const struct print_heading *heading, const char *mark, bool bold)
{
	struct text *line = &printer->line;

	text_addf(line, "%s%s%s%s (%s)", printer->tables > 0 ? "\n" : "", mark,
		bold ? "\033[1m" : "", heading->report->title, heading->name);
	if (heading->file != NULL) {
		text_add_string(line, ": ");
		if (mark[0] != '\0')
			print_add_markdown(line, heading->file, strlen(heading->file));
		else
			text_add_clean(line, heading->file, strlen(heading->file), 0);
	}
	text_add_string(line, bold ? "\033[0m\n\n" : "\n\n");
}

static void set_columns(struct printer *printer, const struct report *report, bool with_file)
{
	size_t count = report->column_count;

	free(printer->with_file);
	printer->with_file = NULL;
	printer->columns = report->columns;
	printer->column_count = count;
	if (!with_file)
		return;
	assert(count < COLUMNS_MAX);
	printer->with_file = mem_zeroed(count + 1, sizeof(*printer->with_file));
	memcpy(printer->with_file, report->columns, count * sizeof(*report->columns));
	printer->with_file[count] = (struct column){ "File", COLUMN_TEXT, 0, 0 };
	printer->columns = printer->with_file;
	printer->column_count = count + 1;
}

bool printer_begin(
	struct printer *printer, const struct print_heading *heading, bool by_file, struct err *err)
{
	const struct print_format *format = printer->options->format;
	bool with_file =
		heading->file != NULL ? format->has_no_titles : by_file && !format->is_picture;

	printer->rows = printer->left_out = 0;
	printer->sink.file = printer->row_file = NULL;
	printer->sink.columns = heading->report->column_count;
	printer->file = heading->file;
	printer->heading = *heading;
	row_choice_release(&printer->choice);
	set_columns(printer, heading->report, with_file);
	if (printer->options->next != NULL &&
		!printer->options->next(printer->options->context, heading, &printer->out, err))
		return false;
	return row_choice_begin(&printer->choice, &printer->options->rows, printer->columns,
		       printer->column_count, err) &&
	       (format->begin == NULL || format->begin(printer, heading, err));
}

bool printer_end(struct printer *printer, struct err *err)
{
	const struct print_format *format = printer->options->format;
	uint32_t *order = row_choice_sort(&printer->choice);
	bool ok;

	for (size_t i = 0; i < printer->choice.count; i++)
		show_row(printer, row_choice_at(&printer->choice, order[i]));
	free(order);
	ok = format->end == NULL || format->end(printer, err);
	drop_state(printer);
	printer->tables++;
	flush(printer);
	return ok;
}

void printer_close(struct printer *printer)
{
	const struct print_format *format = printer->options->format;

	if (format->close != NULL)
		format->close(printer);
	flush(printer);
}
