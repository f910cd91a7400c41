#define _GNU_SOURCE /* memmem */
#include "svg/short_names.h"

#include <strings.h>

#include "base/die.h"
#include "base/mem.h"
#include "base/rules_text.h"
#include "base/text.h"
#include "svg/kinds.h"

/* The bytes of svg/short_names.rules. */
static const char rules_text[] = {
#include "svg/short_names.rules.inc"
	0
};

enum {
	LOOK_BYTES = 1024,   /* of longer names rules see the beginning */
	MATCH_LIMIT = 200000 /* steps of one match */
};

struct short_names {
	struct names names;
	struct rules rules;
};

struct short_names *short_names_new(void)
{
	struct short_names *all = mem_zeroed(1, sizeof(*all));
	struct err err = { 0 };

	names_init(&all->names);
	rules_init(&all->rules, &all->names);
	all->rules.match_limit = MATCH_LIMIT;
	if (!rules_add_text(&all->rules, "short_names.rules", rules_text, sizeof(rules_text) - 1,
		    true, &err))
		die("%s", err.msg); /* unit tests compile all rules */
	return all;
}

void short_names_free(struct short_names *all)
{
	if (all == NULL)
		return;
	rules_release(&all->rules);
	names_release(&all->names);
	free(all);
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

/* What a mangled name calls its function: "_ZN2ns6kernelIfEvPT_" is kernel. */
static bool find_mangled(const char *name, size_t len, const char **text, size_t *text_len)
{
	size_t at = 3;

	if (len < 5 || memcmp(name, "_ZN", 3) != 0)
		return false;
	while (at < len && name[at] >= '0' && name[at] <= '9') {
		size_t size = 0;

		for (; at < len && name[at] >= '0' && name[at] <= '9' && size < len; at++)
			size = 10 * size + (size_t)(name[at] - '0');
		if (size == 0 || size > len - at)
			return false;
		*text = name + at;
		*text_len = size;
		at += size;
	}
	return *text != name;
}

/* What the rules make of a name. */
static bool find_ruled(
	struct short_names *all, const char *name, size_t len, const char **text, size_t *text_len)
{
	struct verdict verdict;
	struct err err = { 0 };
	uint32_t id = names_intern(&all->names, name, len < LOOK_BYTES ? len : LOOK_BYTES);

	if (!rules_apply(&all->rules, FRAME_LEAF, id, &verdict, &err) || verdict.frame == id)
		return false;
	*text = all->names.list[verdict.frame].text;
	*text_len = all->names.list[verdict.frame].len;
	return true;
}

static void find_plain(
	struct short_names *all, const char *name, size_t len, const char **text, size_t *text_len)
{
	*text = name;
	*text_len = len;
	if (len == 0 || find_ruled(all, name, len, text, text_len))
		return;
	if (find_mangled(name, len, text, text_len) &&
		find_ruled(all, *text, *text_len, text, text_len))
		return;
	find_own_name(*text, *text_len, text, text_len);
}

/* How long a name is without " [all_reduce]" or " [least rank 0, most rank 3]" behind it. */
static size_t without_note(const char *name, size_t len)
{
	size_t own = len;

	while (own > 0 && name[len - 1] == ']' && name[own - 1] != '[')
		own--;
	return own < len && own > 2 && name[own - 2] == ' ' &&
			       strncmp(name + own, "clone ", 6) != 0 &&
			       strncmp(name + own, "with ", 5) != 0
		       ? own - 2
		       : len;
}

void short_names_find(
	struct short_names *all, const char *name, size_t len, const char **text, size_t *text_len)
{
	/* a collective may have two; they stay behind the short name */
	size_t own = without_note(name, without_note(name, len));

	find_plain(all, name, own, text, text_len);
	if (own < len) {
		struct text both = { 0 };
		uint32_t id;

		text_add(&both, *text, *text_len);
		text_add(&both, name + own, len - own);
		id = names_intern(&all->names, both.bytes, both.len);
		*text = all->names.list[id].text;
		*text_len = all->names.list[id].len;
		text_release(&both);
	}
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

/* Where a name begins without its namespaces; a function that is called "kernel" keeps its own. */
static size_t behind_scopes(const char *name, size_t len)
{
	size_t begin = 0, word = 0, at = 0;

	while (at + 2 < len &&
		(is_word(name[at]) || (at > word && memcmp(name + at, "::", 2) == 0))) {
		if (is_word(name[at++]))
			continue;
		word = ++at;
		if (len - at < 6 || strncasecmp(name + at, "kernel", 6) != 0)
			begin = at;
	}
	return begin;
}

size_t brief_name(const char *name, size_t len, char *out)
{
	static const char *const captions[] = { "nn.Module: ", "evaluate_function: " };
	size_t used = 0, depth = 0, begin;

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
		return len;
	}
	begin = behind_scopes(out, used);
	for (size_t i = 0; i < ARRAY_SIZE(captions); i++) {
		size_t own = strlen(captions[i]);

		if (used - begin > own && memcmp(out + begin, captions[i], own) == 0)
			begin += own;
	}
	memmove(out, out + begin, used - begin);
	return used - begin;
}
