#include "stats/formats.h"

#include <string.h>

#include "base/mem.h"
#include "base/word_list.h"
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

const struct print_format *format_find(const char *name)
{
	for (size_t i = 0; print_formats[i] != NULL; i++) {
		if (strcmp(print_formats[i]->name, name) == 0)
			return print_formats[i];
	}
	return NULL;
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

void format_list(char *list, size_t size, const char *last)
{
	const char *names[ARRAY_SIZE(print_formats) - 1];

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		names[i] = print_formats[i]->name;
	word_list(list, size, names, ARRAY_SIZE(names), last);
}
