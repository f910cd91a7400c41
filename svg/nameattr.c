#include "svg/nameattr.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"

void nameattr_init(struct nameattr *attrs)
{
	*attrs = (struct nameattr){ 0 };
	names_init(&attrs->names);
}

void nameattr_release(struct nameattr *attrs)
{
	names_release(&attrs->names);
	free(attrs->entries);
	*attrs = (struct nameattr){ 0 };
}

const struct nameattr_entry *nameattr_find(
	const struct nameattr *attrs, const char *name, size_t len)
{
	uint32_t id;

	/* looked up often and filled once: look up without adding */
	if (attrs == NULL || !names_find(&attrs->names, name, len, &id))
		return NULL;
	return &attrs->entries[id];
}

/* Attributes that only describe or style. */
static bool is_harmless(const char *name, const char *value)
{
	static const char *const harmless[] = { "role", "tabindex", "rel", "lang", "hreflang",
		"type", "fill", "stroke", "stroke-width", "opacity", "cursor" };

	if (strncmp(name, "data-", 5) == 0 || strncmp(name, "aria-", 5) == 0)
		return true;
	if (strcmp(name, "style") == 0) /* must not load anything */
		return strpbrk(value, "(@\\") == NULL;
	for (size_t i = 0; i < ARRAY_SIZE(harmless); i++) {
		if (strcmp(name, harmless[i]) == 0)
			return strchr(value, '(') == NULL;
	}
	return false;
}

static bool is_attribute_name(const char *name)
{
	if (!isalpha((unsigned char)name[0]))
		return false;
	for (; *name != '\0'; name++) {
		if (!isalnum((unsigned char)*name) && *name != '-' && *name != '_' && *name != '.')
			return false;
	}
	return true;
}

static bool is_web_link(const char *href)
{
	return strncasecmp(href, "http://", 7) == 0 || strncasecmp(href, "https://", 8) == 0;
}

/* Append an attribute to a list, or replace the one of the same name: XML forbids duplicates. */
static bool put_item(struct nameattr *attrs, struct nameattr_item **list, const char *name,
	const char *value, struct err *err)
{
	while (*list != NULL && strcmp((*list)->name, name) != 0)
		list = &(*list)->next;
	if (*list == NULL) {
		*list = arena_try_alloc(&attrs->names.arena, sizeof(**list), err);
		if (*list == NULL)
			return false;
		**list = (struct nameattr_item){ .name = name };
	}
	(*list)->value = value;
	return true;
}

/* Leave out an attribute that is not supported; only names are safe to be shown. */
static bool skip(struct nameattr *attrs, const char *name)
{
	if (attrs->skipped++ == 0)
		attrs->first_skipped = is_attribute_name(name) ? name : "?";
	return true;
}

/* One name="value" of g_extra or a_extra; *text moves past it. */
static bool parse_extra(
	struct nameattr *attrs, char **text, struct nameattr_item **list, struct err *err)
{
	char *name = *text, *equals = strchr(name, '='), *close;

	if (equals == NULL || (equals[1] != '"' && equals[1] != '\'') ||
		(close = strchr(equals + 2, equals[1])) == NULL)
		return err_set(err, ERR_FORMAT, "expected name=\"value\", not '%.32s'", name);
	*equals = '\0';
	*close = '\0';
	*text = close + 1;
	if (!is_attribute_name(name) || !is_harmless(name, equals + 2))
		return skip(attrs, name);
	return put_item(attrs, list, name, equals + 2, err);
}

static bool parse_extras(
	struct nameattr *attrs, char *text, struct nameattr_item **list, struct err *err)
{
	for (;;) {
		while (*text == ' ')
			text++;
		if (*text == '\0')
			return true;
		if (!parse_extra(attrs, &text, list, err))
			return false;
	}
}

/* Whether one of the words is a name that the script or the style uses. */
static bool is_reserved(const char *words)
{
	for (const char *at = words; (at = strstr(at, "gf-")) != NULL; at++) {
		if (at == words || isspace((unsigned char)at[-1]))
			return true;
	}
	return false;
}

/* "attribute=value", which must stay in memory. */
static bool parse_attribute(
	struct nameattr *attrs, struct nameattr_entry *entry, char *text, struct err *err)
{
	char *value = strchr(text, '=');

	if (value == NULL)
		return err_set(err, ERR_FORMAT, "expected 'attribute=value', not '%.32s'", text);
	*value++ = '\0';
	if ((strcmp(text, "class") == 0 || strcmp(text, "id") == 0) && is_reserved(value))
		return err_set(err, ERR_FORMAT,
			"%s '%.64s': names that begin with 'gf-' are reserved", text, value);
	if (strcmp(text, "title") == 0)
		entry->title = value;
	else if (strcmp(text, "class") == 0)
		entry->class = value;
	else if (strcmp(text, "id") == 0)
		entry->id = value;
	else if (strcmp(text, "target") == 0)
		entry->target = value;
	else if (strcmp(text, "g_extra") == 0)
		return parse_extras(attrs, value, &entry->frame_extra, err);
	else if (strcmp(text, "a_extra") == 0)
		return parse_extras(attrs, value, &entry->link_extra, err);
	else if (strcmp(text, "href") != 0)
		return skip(attrs, text);
	else if (!is_web_link(value))
		return err_set(err, ERR_FORMAT, "link '%.64s' is not one of http or https", value);
	else
		entry->href = value;
	return true;
}

static bool parse_line(struct nameattr *attrs, char *line, struct err *err)
{
	char *tab = strchr(line, '\t');
	struct nameattr_entry *entry;
	size_t had = attrs->cap;
	uint32_t id;

	if (tab == NULL || tab == line)
		return err_set(err, ERR_FORMAT, "expected 'NAME<tab>attribute=value'");
	*tab = '\0';
	if (!names_try_intern_frame(&attrs->names, line, (size_t)(tab - line), &id, err) ||
		!mem_try_grow((void **)&attrs->entries, &attrs->cap, attrs->names.count,
			sizeof(*attrs->entries), err))
		return false;
	if (attrs->cap > had)
		memset(attrs->entries + had, 0, (attrs->cap - had) * sizeof(*attrs->entries));
	entry = &attrs->entries[id];
	while (tab != NULL) {
		char *text = tab + 1;

		tab = strchr(text, '\t');
		if (tab != NULL)
			*tab = '\0';
		if (*text != '\0' && !parse_attribute(attrs, entry, text, err))
			return false;
	}
	return true;
}

bool nameattr_read(struct nameattr *attrs, FILE *in, const char *name, struct err *err)
{
	char *line = NULL, *kept;
	size_t cap = 0, number = 0;
	ssize_t len;
	bool ok = true;

	while (ok && (len = getline(&line, &cap, in)) >= 0) {
		number++;
		while (len > 0 && (line[len - 1] == '\n' || line[len - 1] == '\r'))
			line[--len] = '\0';
		if (len == 0 || line[0] == '#')
			continue;
		for (ssize_t i = 0; i < len; i++) { /* XML forbids other control characters */
			if (line[i] > '\0' && line[i] < ' ' && line[i] != '\t')
				line[i] = ' ';
		}
		/* entries point into it */
		kept = arena_try_copy(&attrs->names.arena, line, (size_t)len, err);
		ok = kept != NULL && parse_line(attrs, kept, err);
		if (!ok)
			err_prefix(err, "%s:%zu", name, number);
	}
	if (ok && ferror(in))
		ok = err_set_errno(err, errno, "cannot read '%s'", name);
	free(line);
	return ok;
}
