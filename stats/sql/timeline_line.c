#include "stats/sql/timeline_line.h"

#include <string.h>

static bool find_column(const struct report *report, const char *name, size_t len, uint8_t *column)
{
	for (size_t i = 0; i < report->column_count; i++) {
		if (strlen(report->columns[i].name) == len &&
			memcmp(report->columns[i].name, name, len) == 0) {
			*column = (uint8_t)i;
			return true;
		}
	}
	return false;
}

bool timeline_line_parse(struct timeline_shape *shape, const struct report *report,
	const char *line, struct err *err)
{
	uint8_t first = 1, last = 0;
	uint8_t *const columns[] = { &shape->start, &shape->duration, &shape->name, &shape->process,
		&shape->thread, &first, &last };
	size_t count = 0;

	*shape = (struct timeline_shape){ 0 };
	while (*line != '\0') {
		size_t len = strcspn(line, ";");

		if (count == ARRAY_SIZE(columns) ||
			!find_column(report, line, len, columns[count++]))
			return err_set(err, ERR_FORMAT, "timeline: '%.*s': expected a column",
				(int)len, line);
		line += len;
		line += strspn(line, "; ");
	}
	for (unsigned i = first; i <= last && i < 32; i++)
		shape->args |= 1u << i;
	shape->has_context = report->columns[shape->process].kind == COLUMN_TEXT;
	shape->process_word = shape->has_context ? "GPU" : "process";
	shape->thread_word = shape->has_context ? "stream" : "thread";
	return true;
}
