#define _GNU_SOURCE /* memmem */
#include "svg/short_names.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rules.h"
#include "svg/kinds.h"

/* The bytes of svg/short_names.rules. */
static const char rules_text[] = {
#include "svg/short_names.rules.inc"
	0
};

enum {
	SECTIONS = 32,    /* bits of a set of them */
	LOOK_BYTES = 1024 /* longer names are not worth the time of a rule */
};

/* The rules for names that contain a word. Compiled for the first of them. */
struct section {
	const char *word, *text, *end;
	size_t word_len;
	struct rules rules;
	bool compiled;
};

struct short_names {
	struct names names; /* before and after the rules */
	struct section sections[SECTIONS];
	size_t count;
	/* by letter: the sections whose word has it first, and second */
	uint32_t first[256], second[256];
};

static const char when[] = "when ";

struct short_names *short_names_new(struct err *err)
{
	struct short_names *all = mem_zeroed(1, sizeof(*all), err);
	const char *end = rules_text + sizeof(rules_text) - 1;

	if (all == NULL)
		return NULL;
	names_init(&all->names);
	for (const char *line = rules_text; line < end; line = strchr(line, '\n') + 1) {
		struct section *section = &all->sections[all->count];

		if (strncmp(line, when, strlen(when)) != 0)
			continue;
		assert(all->count < SECTIONS);
		section->word = line + strlen(when);
		section->word_len = strcspn(section->word, "\n");
		section->text = section->word + section->word_len + 1;
		section->end = end;
		if (all->count > 0)
			section[-1].end = line;
		rules_init(&section->rules, &all->names);
		all->first[(unsigned char)section->word[0]] |= 1u << all->count;
		all->second[(unsigned char)section->word[1]] |= 1u << all->count;
		all->count++;
	}
	return all;
}

void short_names_free(struct short_names *all)
{
	for (size_t i = 0; all != NULL && i < all->count; i++)
		rules_release(&all->sections[i].rules);
	if (all != NULL)
		names_release(&all->names);
	free(all);
}

static bool compile(struct section *section, struct err *err)
{
	char line[512];

	for (const char *text = section->text; text < section->end;) {
		size_t len = strcspn(text, "\n");

		if (len >= sizeof(line))
			return err_set(err, ERR_PATTERN, "a rule for short names is too long");
		memcpy(line, text, len);
		line[len] = '\0';
		if (!rules_add_line(&section->rules, line, err))
			return false;
		text += len + 1;
	}
	section->compiled = true;
	return true;
}

static bool is_word(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
	       (c >= 'a' && c <= 'z');
}

/* Where the own name of a kernel's function is, if that says what it is. */
static void find_own_name(const char *name, size_t len, const char **text, size_t *text_len)
{
	static const char *const usual[] = { "kernel", "Kernel", "Kernel2", "device_kernel",
		"kentry", "operator", "trampoline_kernel", "_kernel_agent" };
	size_t from, to;
	bool is_function = memmem(name, len, "::", 2) != NULL;

	for (size_t i = 1; i < len && !is_function; i++) /* "Memset (Device)" is none */
		is_function = (name[i] == '(' || name[i] == '<') && is_word(name[i - 1]);
	if (!is_function)
		return;
	kernel_own_name(name, len, &from, &to);
	for (size_t i = 0; i < ARRAY_SIZE(usual); i++) {
		if (to - from == strlen(usual[i]) && memcmp(name + from, usual[i], to - from) == 0)
			return;
	}
	if (from == to)
		return;
	*text = name + from;
	*text_len = to - from;
}

/* The sections whose word is in a name, found in one pass. */
static uint32_t find_sections(const struct short_names *all, const char *name, size_t len)
{
	uint32_t found = 0;

	for (size_t at = 0; at + 1 < len; at++) {
		uint32_t maybe = all->first[(unsigned char)name[at]] &
				 all->second[(unsigned char)name[at + 1]] & ~found;

		for (size_t i = 0; maybe != 0; i++, maybe >>= 1) {
			const struct section *section = &all->sections[i];

			if ((maybe & 1) != 0 && len - at >= section->word_len &&
				memcmp(name + at, section->word, section->word_len) == 0)
				found |= 1u << i;
		}
	}
	return found;
}

bool short_names_find(struct short_names *all, const char *name, size_t len, const char **text,
	size_t *text_len, struct err *err)
{
	uint32_t found = len <= LOOK_BYTES ? find_sections(all, name, len) : 0, id;
	struct verdict verdict;

	*text = name;
	*text_len = len;
	for (size_t i = 0; found != 0; i++, found >>= 1) {
		struct section *section = &all->sections[i];

		if ((found & 1) == 0)
			continue;
		if (!section->compiled && !compile(section, err))
			return false;
		if (!names_intern_frame(&all->names, name, len, &id, err))
			return false;
		if (!rules_apply(&section->rules, FRAME_LEAF, id, &verdict, err)) {
			if (err->code != ERR_PATTERN)
				return false;
			/* past the limits of a match, a name has no short one */
			*err = (struct err){ 0 };
			verdict.frame = id;
		}
		if (verdict.frame != id) {
			*text = all->names.list[verdict.frame].text;
			*text_len = all->names.list[verdict.frame].len;
			return true;
		}
	}
	find_own_name(name, len, text, text_len);
	return true;
}

/* Whether the bracket at `at` is part of "->" or of an operator's name. */
static bool is_operator(const char *name, size_t at)
{
	static const char word[] = "operator";
	size_t begin = at;

	if (at > 0 && name[at - 1] == '-')
		return true;
	while (begin > 0 && strchr("<>=-", name[begin - 1]) != NULL)
		begin--;
	return begin >= strlen(word) &&
	       memcmp(name + begin - strlen(word), word, strlen(word)) == 0;
}

size_t brief_name(const char *name, size_t len, char *out)
{
	size_t used = 0, depth = 0;

	for (size_t i = len > 5 && memcmp(name, "void ", 5) == 0 ? 5 : 0; i < len; i++) {
		char c = name[i];
		bool bracket = (c == '<' || c == '>') && !is_operator(name, i);

		if ((bracket && c == '<' && used > 0) ||
			(c == '(' &&
				(depth > 0 || (used > 0 && strchr(" :", name[i - 1]) == NULL))))
			depth++;
		else if (depth > 0 && ((bracket && c == '>') || c == ')'))
			depth--;
		else if (depth == 0)
			out[used++] = c;
	}
	if (depth > 0 || used == 0) {
		memcpy(out, name, len);
		used = len;
	}
	return used;
}
