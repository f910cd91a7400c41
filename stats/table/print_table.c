#include <inttypes.h>

#include "stats/table/print.h"
#include "stats/table/text_table.h"

/* Tables for people. */

static bool begin(struct printer *printer, const struct print_heading *heading, struct err *err)
{
	if (!print_title(printer, heading, "", printer->options->color, err))
		return false;
	printer->state = text_table_new(printer->columns, printer->column_count, err);
	return printer->state != NULL;
}

static bool take_row(struct printer *printer, const struct cell *cells, struct err *err)
{
	return text_table_add(printer->state, cells, err);
}

static bool end(struct printer *printer, struct err *err)
{
	enum { FEW_ROWS = 1000 };
	uint64_t more = printer->choice.left_out;
	FILE *out = NULL;
	char text[64];

	if (printer->rows > FEW_ROWS && !printer_file(printer, &out, err))
		return false;
	if (!text_table_print(printer->state, printer->options->width, &printer->line, out, err))
		return false;
	snprintf(text, sizeof(text), "(%" PRIu64 " more row%s)\n", more, more == 1 ? "" : "s");
	return more == 0 || text_try_add_string(&printer->line, text, err);
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
