#define _DEFAULT_SOURCE /* strsep */
#include "collapse/names/presets.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "base/utf8.h"

#define PRESET(file)                          \
	{                                     \
#file, file, sizeof(file) - 1 \
	}

/* Each file's bytes and a NUL, and the table `presets`, in their order: see the Makefile. */
#include "collapse/names/presets.inc"

static const char recognise_word[] = "recognise ";

const struct preset *presets_list(size_t *count)
{
	*count = ARRAY_SIZE(presets);
	return presets;
}

const struct preset *presets_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(presets); i++) {
		if (strcmp(presets[i].name, name) == 0)
			return &presets[i];
	}
	return NULL;
}

const char *preset_summary(const struct preset *preset, size_t *len)
{
	const char *text = preset->text + strspn(preset->text, "# ");

	*len = strcspn(text, "\n");
	return text;
}

static size_t without_line_end(const char *line, size_t len)
{
	while (len > 0 && (line[len - 1] == '\n' || line[len - 1] == '\r'))
		len--;
	return len;
}

/*
 * Add the lines of a preset's text; those that say what it recognises count
 * when `only_recognised`. `name` stands for it in messages.
 */
static bool add_text(struct rules *rules, const char *name, const char *text, size_t len,
	bool only_recognised, struct err *err)
{
	size_t line_number = 0, used;
	char *line = malloc(len + 1);
	bool ok = line != NULL || err_nomem(err);
	const char *end = text + len;

	text += utf8_mark(text, len);
	for (; ok && text < end; text += used) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		size_t line_len;

		used = newline != NULL ? (size_t)(newline - text) + 1 : (size_t)(end - text);
		line_len = without_line_end(text, used);
		line_number++;
		memcpy(line, text, line_len);
		line[line_len] = '\0';
		if (strlen(line) != line_len)
			ok = err_set(err, ERR_PATTERN, "a NUL byte; is this a text file?");
		else if (strncmp(line, recognise_word, strlen(recognise_word)) != 0)
			ok = rules_add_line(rules, line, err);
		else if (only_recognised)
			ok = rules_begin_group(rules, line + strlen(recognise_word), err);
		if (!ok)
			err_prefix(err, "%s:%zu", name, line_number);
	}
	rules_end_group(rules);
	free(line);
	return ok;
}

bool preset_add(struct rules *rules, const struct preset *preset, struct err *err)
{
	return add_text(rules, preset->name, preset->text, preset->len, false, err);
}

static bool read_file(const char *path, char **text, size_t *len, struct err *err)
{
	FILE *in = fopen(path, "re");
	size_t cap = 0;
	bool ok = true;

	*text = NULL;
	*len = 0;
	if (in == NULL)
		return err_set_errno(err, errno, "cannot open preset '%s'", path);
	while (ok && !feof(in)) {
		ok = mem_grow((void **)text, &cap, *len + 4096, 1, err);
		if (ok)
			*len += fread(*text + *len, 1, cap - *len, in);
		if (ok && ferror(in))
			ok = err_set_errno(err, errno, "cannot read preset '%s'", path);
	}
	fclose(in);
	if (!ok)
		free(*text);
	return ok;
}

static bool add_file(struct rules *rules, const char *path, struct err *err)
{
	size_t len;
	char *text;
	bool ok;

	if (!read_file(path, &text, &len, err))
		return false;
	ok = add_text(rules, path, text, len, false, err);
	free(text);
	return ok;
}

bool preset_is_path(const char *word)
{
	size_t len = strlen(word), suffix = strlen(".rules");

	return strchr(word, '/') != NULL ||
	       (len > suffix && strcmp(word + len - suffix, ".rules") == 0);
}

static bool fail_unknown(const char *word, struct err *err)
{
	struct suggest suggest = { .word = word };

	for (size_t i = 0; i < ARRAY_SIZE(presets); i++)
		suggest_offer(&suggest, presets[i].name);
	if (suggest_nearest(&suggest) != NULL)
		return err_set(err, ERR_USAGE, "unknown preset '%s'; did you mean '%s'?", word,
			suggest_nearest(&suggest));
	return err_set(err, ERR_USAGE,
		"unknown preset '%.100s'; see 'gpuflame collapse --list-presets'", word);
}

static bool add_word(struct rules *rules, const char *word, struct err *err)
{
	bool is_auto = strcmp(word, "auto") == 0;

	if (strcmp(word, "none") == 0)
		return true;
	if (is_auto || strcmp(word, "all") == 0) {
		for (size_t i = 0; i < ARRAY_SIZE(presets); i++) {
			if (!add_text(rules, presets[i].name, presets[i].text, presets[i].len,
				    is_auto, err))
				return false;
		}
		return true;
	}
	if (preset_is_path(word))
		return add_file(rules, word, err);
	if (presets_find(word) == NULL)
		return fail_unknown(word, err);
	return preset_add(rules, presets_find(word), err);
}

bool presets_add(struct rules *rules, const char *list, struct err *err)
{
	char *copy = strdup(list), *rest = copy;
	bool ok = copy != NULL || err_nomem(err);

	while (ok && rest != NULL) {
		char *word = strsep(&rest, ",");

		ok = *word == '\0' || add_word(rules, word, err);
	}
	free(copy);
	return ok;
}
