#include "stats/formats.h"

#include <string.h>

#include "stats/chart/print_svg.h"

const struct print_format *const print_formats[] = {
	&print_table,
	&print_csv,
	&print_tsv,
	&print_json,
	&print_markdown,
	&print_svg,
	NULL,
};

const char *format_word(size_t index)
{
	return print_formats[index] != NULL ? print_formats[index]->name : NULL;
}

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), end_len = strlen(end);

	return len >= end_len && strcmp(text + len - end_len, end) == 0;
}

const struct print_format *format_of_file(const char *path)
{
	for (size_t i = 0; print_formats[i] != NULL; i++) {
		if (ends_with(path, print_formats[i]->ending))
			return print_formats[i];
	}
	return NULL;
}
