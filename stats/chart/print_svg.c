#include "stats/chart/print_svg.h"

#include "stats/chart/report_chart.h"

static bool begin(struct printer *printer, const struct print_heading *heading, struct err *err)
{
	printer->state = chart_new(heading->report, heading->file, err);
	return printer->state != NULL;
}

static bool take_row(struct printer *printer, const struct cell *cells, struct err *err)
{
	return chart_add(printer->state, printer->row_file, cells, err);
}

static bool take_note(struct printer *printer, const char *text, struct err *err)
{
	return chart_note(printer->state, text, err);
}

static bool end(struct printer *printer, struct err *err)
{
	FILE *out;

	/* it is a single report, so that nothing comes before it */
	return printer_file(printer, &out, err) && chart_write(printer->state, out, err);
}

static void drop(void *state)
{
	chart_free(state);
}

const struct print_format print_svg = {
	.name = "svg",
	.ending = ".svg",
	.is_picture = true,
	.begin = begin,
	.note = take_note,
	.row = take_row,
	.end = end,
	.drop = drop,
};
