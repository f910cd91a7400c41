#define _GNU_SOURCE /* environ */
#include "cmd/record/variables.h"

#include <ctype.h>
#include <stdio.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text.h"

/* Takes `item`. */
static void add_item(struct variables *variables, char *item)
{
	mem_need(variables->items, variables->cap, variables->count + 2);
	variables->items[variables->count++] = item;
	variables->items[variables->count] = NULL;
}

void variables_init(struct variables *variables, bool inherit)
{
	*variables = (struct variables){ 0 };
	mem_need(variables->items, variables->cap, 1);
	variables->items[0] = NULL;
	for (char **item = environ; inherit && item != NULL && *item != NULL; item++)
		add_item(variables, text_format("%s", *item));
}

void variables_release(struct variables *variables)
{
	for (size_t i = 0; i < variables->count; i++)
		free(variables->items[i]);
	free(variables->items);
	*variables = (struct variables){ 0 };
}

/* The index of `name` (`len` bytes), or variables->count. */
static size_t find(const struct variables *variables, const char *name, size_t len)
{
	size_t i = 0;

	while (i < variables->count &&
		(strncmp(variables->items[i], name, len) != 0 || variables->items[i][len] != '='))
		i++;
	return i;
}

const char *variables_get(const struct variables *variables, const char *name)
{
	size_t len = strlen(name), i = find(variables, name, len);

	return i < variables->count ? variables->items[i] + len + 1 : NULL;
}

static void set_item(struct variables *variables, const char *name, size_t name_len,
	const char *value, size_t value_len)
{
	size_t i = find(variables, name, name_len);
	char *item = text_format("%.*s=%.*s", (int)name_len, name, (int)value_len, value);

	if (i == variables->count) {
		add_item(variables, item);
		return;
	}
	free(variables->items[i]);
	variables->items[i] = item;
}

const char *variables_look_up(void *context, const char *name)
{
	return variables_get(context, name);
}

void variables_set(struct variables *variables, const char *name, const char *value)
{
	set_item(variables, name, strlen(name), value, strlen(value));
}

/* The length of the name at the start of `text` ("A" of "A=B"), or 0. */
static size_t name_length(const char *text)
{
	size_t len = 0;

	if (isdigit((unsigned char)text[0]))
		return 0;
	while (isalnum((unsigned char)text[len]) || text[len] == '_')
		len++;
	return text[len] == '=' ? len : 0;
}

bool variables_set_list(struct variables *variables, const char *text, struct err *err)
{
	for (;;) {
		size_t name_len = name_length(text);
		const char *value = text + name_len + 1, *end;

		if (name_len == 0)
			return err_set(err, ERR_USAGE, "expected NAME=value, not '%s'", text);
		for (end = value; *end != '\0'; end++) {
			if (*end == ',' && name_length(end + 1) > 0)
				break;
		}
		set_item(variables, text, name_len, value, (size_t)(end - value));
		if (*end == '\0')
			return true;
		text = end + 1;
	}
}
