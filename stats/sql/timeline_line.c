#include "stats/sql/timeline_line.h"

#include <string.h>

#include "base/mem.h"

/* A part of the line: "start = Start". */
struct item {
	const char *word, *value;
	size_t word_len, value_len;
};

static size_t trimmed(const char *text, size_t len)
{
	while (len > 0 && text[len - 1] == ' ')
		len--;
	return len;
}

static struct item read_item(const char *text, size_t len)
{
	const char *equals = memchr(text, '=', len);
	struct item item = { .word = text, .word_len = trimmed(text, len) };

	if (equals == NULL)
		return item;
	item.word_len = trimmed(text, (size_t)(equals - text));
	item.value = equals + 1 + strspn(equals + 1, " ");
	item.value_len = trimmed(item.value, (size_t)(text + len - item.value));
	return item;
}

static bool is_word(const struct item *item, const char *word)
{
	return strlen(word) == item->word_len && memcmp(word, item->word, item->word_len) == 0;
}

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

static char *copy(const char *text, size_t len)
{
	char *bytes = mem_zeroed(len + 1, 1);

	memcpy(bytes, text, len);
	return bytes;
}

/* "CorrID", "Tag .. CollRecvSize" */
static bool take_args(const struct report *report, const struct item *item, uint32_t *args)
{
	static const char between[] = " .. ";
	const char *end = item->value + item->value_len, *dots = item->value;
	uint8_t first, last;

	while (dots < end && strncmp(dots, between, strlen(between)) != 0)
		dots++;
	if (!find_column(report, item->value, (size_t)(dots - item->value), &first))
		return false;
	last = first;
	if (dots < end) {
		dots += strlen(between);
		if (!find_column(report, dots, (size_t)(end - dots), &last))
			return false;
	}
	for (unsigned i = first; i <= last && i < 32; i++)
		*args |= 1u << i;
	return true;
}

static bool take_item(
	const struct report *report, const struct item *item, struct timeline_shape *shape)
{
	const struct {
		const char *word;
		uint8_t *column;
	} columns[] = {
		{ "start", &shape->start },
		{ "duration", &shape->duration },
		{ "name", &shape->name },
		{ "process", &shape->process },
		{ "thread", &shape->thread },
	};

	if (is_word(item, "context")) {
		shape->has_context = true;
		return item->value == NULL;
	}
	if (item->value == NULL)
		return false;
	for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++) {
		if (is_word(item, columns[i].word))
			return find_column(report, item->value, item->value_len, columns[i].column);
	}
	if (is_word(item, "args"))
		return take_args(report, item, &shape->args);
	if (is_word(item, "process-word"))
		shape->process_word = copy(item->value, item->value_len);
	else if (is_word(item, "thread-word"))
		shape->thread_word = copy(item->value, item->value_len);
	else
		return false;
	return true;
}

bool timeline_line_parse(struct timeline_shape *shape, const struct report *report,
	const char *line, struct err *err)
{
	*shape = (struct timeline_shape){ .process_word = "process", .thread_word = "thread" };
	while (*line != '\0') {
		size_t len = strcspn(line, ";");
		struct item item = read_item(line, len);

		if (!take_item(report, &item, shape))
			return err_set(err, ERR_FORMAT, "timeline: '%.*s': expected WORD = COLUMN",
				(int)len, line);
		line += len;
		line += strspn(line, "; ");
	}
	return true;
}
