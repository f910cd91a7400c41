#include <inttypes.h>

#include "stats/table/print.h"
#include "stats/table/text_table.h"

/* Tables for people. */

static bool begin(struct printer *printer, const struct print_heading *heading, struct err *err)
{
	(void)err;
	print_title(printer, heading, "", printer->options->color);
	printer->state = text_table_new(printer->columns, printer->column_count);
	return true;
}

static void take_row(struct printer *printer, const struct cell *cells)
{
	text_table_add(printer->state, cells);
}

static bool end(struct printer *printer, struct err *err)
{
	enum { FEW_ROWS = 1000 };
	uint64_t more = printer->left_out;

	(void)err;
	text_table_print(printer->state, printer->options->width, &printer->line,
		printer->rows > FEW_ROWS ? printer->out : NULL);
	if (more > 0)
		text_addf(&printer->line, "(%" PRIu64 " more row%s)\n", more, more == 1 ? "" : "s");
	return true;
}

static void drop(void *state)
{
	text_table_free(state);
}

const struct print_format print_table = {
	.name = "table",
	.ending = ".txt",
	.begin = begin,
	.note = print_note,
	.row = take_row,
	.end = end,
	.drop = drop,
};
