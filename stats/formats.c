#include "stats/formats.h"

#include <string.h>

#include "stats/chart/report_chart.h"

const struct print_format *const print_formats[] = {
	&print_table,
	&print_csv,
	&print_tsv,
	&print_json,
	&print_markdown,
	&print_svg,
	&print_timeline,
	NULL,
};

const char *format_word(size_t index)
{
	return print_formats[index] != NULL ? print_formats[index]->name : NULL;
}

const struct print_format *format_named(const char *name)
{
	size_t i = 0;

	while (print_formats[i] != NULL && strcmp(print_formats[i]->name, name) != 0)
		i++;
	return print_formats[i];
}
