#define _GNU_SOURCE /* asprintf */
#include "tests/mock/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 2048 };

static char *line_of_round(char *text, unsigned round)
{
	char *at = strchr(text, '@'), *line;

	if (at != NULL)
		*at = '\0';
	if (asprintf(&line, at != NULL ? "%s%u%s" : "%s", text, round, at != NULL ? at + 1 : "") <
		0)
		abort();
	return line;
}

/* The next line, without its newline; false: there is none. */
static int next_line(FILE *file, char text[LINE])
{
	if (fgets(text, LINE, file) == NULL)
		return 0;
	text[strcspn(text, "\n")] = '\0';
	return 1;
}

size_t script_read(const char *path, char **lines, size_t most)
{
	FILE *file = fopen(path, "r");
	char text[LINE];
	size_t count = 0;

	while (file != NULL && next_line(file, text)) {
		unsigned rounds;
		long begin = ftell(file);

		if (strncmp(text, "repeat ", 7) != 0) {
			if (count == most)
				abort();
			lines[count++] = strdup(text);
			continue;
		}
		rounds = (unsigned)strtoul(text + 7, NULL, 10);
		for (unsigned round = 0; round < rounds; round++) {
			fseek(file, begin, SEEK_SET);
			while (next_line(file, text) && strncmp(text, "again", 5) != 0) {
				if (count == most)
					abort();
				lines[count++] = line_of_round(text, round);
			}
		}
	}
	if (file != NULL)
		fclose(file);
	return count;
}
