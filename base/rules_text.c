#include "base/rules_text.h"

#include <errno.h>
#include <stdio.h>

#include "base/text.h"
#include "base/utf8.h"

/* Where a class of characters ends that begins at `open`, at its ']' or the text's end. */
static const char *class_end(const char *open)
{
	const char *p = open + 1;

	p += *p == '^';
	p += *p == ']'; /* the first stands for itself */
	for (; *p != '\0' && *p != ']'; p++) {
		const char *named = *p == '[' && p[1] == ':' ? strstr(p + 2, ":]") : NULL;

		if (named != NULL)
			p = named + 1;
		else if (*p == '\\' && p[1] != '\0')
			p++;
	}
	return p;
}

/* The '=' between pattern and replacement, or NULL. */
static const char *find_divider(const char *text)
{
	int depth = 0;

	for (const char *p = text; *p != '\0'; p++) {
		if (*p == '\\' && p[1] != '\0')
			p++;
		else if (*p == '[')
			p = class_end(p);
		else if (*p == '(')
			depth++;
		else if (*p == ')')
			depth--;
		else if (*p == '=' && depth <= 0)
			return p;
		if (*p == '\0')
			break;
	}
	return NULL;
}

bool rules_add_rename(struct rules *rules, unsigned on, const char *text, struct err *err)
{
	const char *divider = find_divider(text);
	char *pattern;
	bool ok;

	if (divider == NULL)
		return err_set(err, ERR_PATTERN,
			"rename '%.400s': expected REGEX=REPLACEMENT (an '=' outside of brackets)",
			text);
	pattern = mem_must(strndup(text, (size_t)(divider - text)));
	ok = rules_add(rules, RULE_RENAME, on, pattern, divider + 1, err);
	free(pattern);
	return ok;
}

bool rules_add_line(struct rules *rules, const char *line, struct err *err)
{
	static const struct {
		const char *word;
		enum rule_kind kind;
	} words[] = {
		{ "rename", RULE_RENAME },
		{ "drop-frame", RULE_DROP_FRAME },
		{ "filter-out", RULE_FILTER_OUT },
		{ "only", RULE_ONLY },
		{ "root", RULE_ROOT },
	};
	unsigned on = RULE_ON_ALL;
	size_t len;

	line += strspn(line, " \t");
	if (*line == '\0' || *line == '#')
		return true;
	if (strncmp(line, "range:", 6) == 0) {
		on = RULE_ON(FRAME_RANGE);
		line += 6;
	} else if (strncmp(line, "kernel:", 7) == 0) {
		on = RULE_ON(FRAME_LEAF);
		line += 7;
	}
	len = strcspn(line, " \t");
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		const char *rest = line + len + strspn(line + len, " \t");

		if (strlen(words[i].word) != len || strncmp(words[i].word, line, len) != 0)
			continue;
		if (*rest == '\0')
			return err_set(err, ERR_PATTERN, "'%s' without a pattern", words[i].word);
		if (words[i].kind == RULE_RENAME)
			return rules_add_rename(rules, on, rest, err);
		return rules_add(rules, words[i].kind, on, rest, NULL, err);
	}
	return err_set(err, ERR_PATTERN,
		"unknown rule '%.*s'; expected rename, drop-frame, filter-out, only or root",
		(int)(len > 64 ? 64 : len), line);
}

bool rules_add_text(struct rules *rules, const char *name, const char *text, size_t len,
	bool groups, struct err *err)
{
	static const char recognise[] = "recognise ";
	const char *end = text + len;
	size_t number = 0, line_len;
	bool ok = true;

	text += utf8_mark(text, len);
	for (; ok && text < end; text += line_len + 1) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		size_t used;
		char *line;

		line_len = (size_t)((newline != NULL ? newline : end) - text);
		line = mem_must(strndup(text, line_len));
		number++;
		used = strlen(line);
		if (used != line_len)
			ok = err_set(err, ERR_PATTERN, "a NUL byte; is this a text file?");
		line[used - (used > 0 && line[used - 1] == '\r')] = '\0';
		if (ok && strncmp(line, recognise, strlen(recognise)) != 0)
			ok = rules_add_line(rules, line, err);
		else if (ok && groups)
			ok = rules_begin_group(rules, line + strlen(recognise), err);
		if (!ok)
			err_prefix(err, "%s:%zu", name, number);
		free(line);
	}
	rules_end_group(rules);
	return ok;
}

bool rules_read_file(struct rules *rules, const char *path, struct err *err)
{
	enum { PART = 1 << 14 };
	FILE *in = fopen(path, "re");
	struct text text = { 0 };
	bool ok;

	if (in == NULL)
		return err_set_errno(err, errno, "cannot open rules file '%s'", path);
	while (!feof(in) && !ferror(in))
		text.len += fread(text_room(&text, PART), 1, PART, in);
	ok = ferror(in) ? err_set_errno(err, errno, "cannot read rules file '%s'", path)
			: rules_add_text(rules, path, text.bytes, text.len, false, err);
	text_release(&text);
	fclose(in);
	return ok;
}
