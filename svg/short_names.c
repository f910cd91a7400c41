#define _GNU_SOURCE /* memmem */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "svg/short_names.h"

#include <assert.h>
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/mem.h"
#include "svg/kinds.h"

/* The bytes of svg/short_names.rules. */
static const char rules_text[] = {
#include "svg/short_names.rules.inc"
	0
};

enum {
	SECTIONS = 32,
	RULES = 128,
	LOOK_BYTES = 1024,   /* longer names are not worth the time of a rule */
	SHORT_BYTES = 2048,  /* what a rule may make of a name */
	JIT_AFTER = 8,       /* matches; compiling takes as long as some of them */
	MATCH_LIMIT = 200000 /* steps of one match */
};

struct piece {
	const char *text;
	size_t len;
};

/* What matches becomes the replacement. Most names lack the literal, which is quick to find. */
struct label_rule {
	struct piece pattern, replacement, literal;
	bool whole;       /* the replacement becomes the whole name */
	pcre2_code *code; /* compiled for the first name with the literal */
	unsigned matches;
};

/* The rules for names that contain a word. */
struct label_section {
	struct piece word;
	size_t first, end; /* of the rules */
};

struct short_names {
	struct label_section sections[SECTIONS];
	struct label_rule rules[RULES];
	size_t count, rule_count;
	pcre2_match_data *found;
	pcre2_match_context *limits;
	struct arena arena; /* of short names */
};

/*
 * The longest run of bytes that is in whatever matches: outside of brackets, and not repeated.
 * Each rule has one, and no alternatives outside of brackets.
 */
static struct piece find_literal(struct piece pattern)
{
	struct piece best = { pattern.text, 0 };
	size_t depth = 0, begin = 0;

	for (size_t at = 0; at < pattern.len; at++) {
		char c = pattern.text[at], next = at + 1 < pattern.len ? pattern.text[at + 1] : '$';

		assert(depth > 0 || c != '|');
		at += c == '\\'; /* what is escaped may be a class of characters */
		depth += strchr("([{", c) != NULL;
		if (depth > 0 || strchr("\\^$.?*+", c) != NULL || strchr("?*+{", next) != NULL)
			begin = at + 1;
		else if (at + 1 - begin > best.len)
			best = (struct piece){ pattern.text + begin, at + 1 - begin };
		depth -= strchr(")]}", c) != NULL;
	}
	return best;
}

/* What follows a word at the beginning of a line, or NULL. */
static const char *behind(const char *line, const char *word)
{
	return strncmp(line, word, strlen(word)) == 0 ? line + strlen(word) : NULL;
}

static void add_section(struct short_names *all, const char *word, size_t len)
{
	assert(all->count < SECTIONS && len > 1);
	all->sections[all->count++] =
		(struct label_section){ { word, len }, all->rule_count, all->rule_count };
}

static void add_rule(struct short_names *all, const char *text, size_t len, bool whole)
{
	const char *divider = text + len - 1;
	struct label_rule *rule = &all->rules[all->rule_count++];

	while (divider > text && *divider != '=')
		divider--;
	assert(all->rule_count <= RULES && all->count > 0 && *divider == '=');
	rule->pattern = (struct piece){ text, (size_t)(divider - text) };
	rule->replacement = (struct piece){ divider + 1, (size_t)(text + len - divider - 1) };
	rule->whole = whole;
	rule->literal = find_literal(rule->pattern);
	assert(rule->literal.len > 0);
	all->sections[all->count - 1].end = all->rule_count;
}

struct short_names *short_names_new(void)
{
	struct short_names *all = mem_zeroed(1, sizeof(*all));
	const char *end = rules_text + sizeof(rules_text) - 1;

	all->found = pcre2_match_data_create(16, NULL);
	all->limits = pcre2_match_context_create(NULL);
	if (all->found == NULL || all->limits == NULL)
		mem_die();
	pcre2_set_match_limit(all->limits, MATCH_LIMIT);
	for (const char *line = rules_text, *next; line < end; line = next + 1) {
		const char *text;

		next = strchr(line, '\n');
		if ((text = behind(line, "when ")) != NULL)
			add_section(all, text, (size_t)(next - text));
		else if ((text = behind(line, "name ")) != NULL)
			add_rule(all, text, (size_t)(next - text), true);
		else if ((text = behind(line, "rename ")) != NULL)
			add_rule(all, text, (size_t)(next - text), false);
	}
	return all;
}

void short_names_free(struct short_names *all)
{
	if (all == NULL)
		return;
	for (size_t i = 0; i < all->rule_count; i++)
		pcre2_code_free(all->rules[i].code);
	pcre2_match_data_free(all->found);
	pcre2_match_context_free(all->limits);
	arena_release(&all->arena);
	free(all);
}

static void compile(struct label_rule *rule)
{
	PCRE2_SIZE offset;
	int code;

	if (rule->code == NULL)
		rule->code = pcre2_compile(
			(PCRE2_SPTR)rule->pattern.text, rule->pattern.len, 0, &code, &offset, NULL);
	if (rule->code == NULL)
		mem_die(); /* unit tests compile all rules */
	if (++rule->matches == JIT_AFTER)
		(void)pcre2_jit_compile(rule->code, PCRE2_JIT_COMPLETE);
}

/* Which pairs of bytes are in a name, so that it takes a look at a few to know what is not in it.
 */
struct pairs {
	bool seen[256];
};

static uint8_t pair_at(const char *at)
{
	return (uint8_t)((unsigned char)at[0] * 29 + (unsigned char)at[1]);
}

static void find_pairs(struct pairs *pairs, struct piece name)
{
	*pairs = (struct pairs){ { false } };
	for (size_t i = 0; i + 1 < name.len; i++)
		pairs->seen[pair_at(name.text + i)] = true;
}

/* Whether a part may be in the name with these pairs. */
static bool may_have(const struct pairs *pairs, struct piece part)
{
	for (size_t i = 0; i + 1 < part.len; i++) {
		if (!pairs->seen[pair_at(part.text + i)])
			return false;
	}
	return true;
}

/*
 * Whether a rule changes a name: to *len bytes of `out`. Past the limits of a match, or of `out`,
 * it does not.
 */
static bool apply(struct short_names *all, const struct label_rule *rule, struct piece name,
	char *out, size_t *len)
{
	const uint32_t options = PCRE2_SUBSTITUTE_UNSET_EMPTY | PCRE2_SUBSTITUTE_MATCHED |
				 PCRE2_SUBSTITUTE_OVERFLOW_LENGTH |
				 (rule->whole ? PCRE2_SUBSTITUTE_REPLACEMENT_ONLY : 0);
	PCRE2_SPTR text = (PCRE2_SPTR)name.text;
	PCRE2_SIZE size = PCRE2_UNSET;
	int code = pcre2_match(rule->code, text, name.len, 0, 0, all->found, all->limits);

	if (code >= 0) {
		size = SHORT_BYTES;
		code = pcre2_substitute(rule->code, text, name.len, 0, options, all->found,
			all->limits, (PCRE2_SPTR)rule->replacement.text, rule->replacement.len,
			(PCRE2_UCHAR *)out, &size);
	}
	/* with a size, it is `out` that has too little room */
	if (code == PCRE2_ERROR_NOMEMORY && size == PCRE2_UNSET)
		mem_die();
	if (code >= 0)
		*len = size;
	return code >= 0;
}

/*
 * Apply a section's rules one after another; *text stays as it is if none matches. `pairs` are
 * those of the name before, and of *text after.
 */
static void apply_section(struct short_names *all, const struct label_section *section,
	struct pairs *pairs, const char **text, size_t *len)
{
	char buffers[2][SHORT_BYTES];
	struct piece name = { *text, *len };
	size_t used = 0;

	for (size_t i = section->first; i < section->end; i++) {
		struct label_rule *rule = &all->rules[i];

		if (!may_have(pairs, rule->literal) ||
			memchr(name.text, rule->literal.text[0], name.len) == NULL)
			continue;
		compile(rule);
		if (apply(all, rule, name, buffers[used], &name.len)) {
			name.text = buffers[used];
			used = 1 - used;
			find_pairs(pairs, name);
		}
	}
	if (name.text == *text)
		return;
	*text = arena_copy(&all->arena, name.text, name.len);
	*len = name.len;
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

void short_names_find(
	struct short_names *all, const char *name, size_t len, const char **text, size_t *text_len)
{
	struct pairs pairs;

	*text = name;
	*text_len = len;
	if (len <= LOOK_BYTES)
		find_pairs(&pairs, (struct piece){ name, len });
	for (size_t i = 0; len <= LOOK_BYTES && *text == name && i < all->count; i++) {
		const struct label_section *section = &all->sections[i];

		if (may_have(&pairs, section->word) &&
			memmem(name, len, section->word.text, section->word.len) != NULL)
			apply_section(all, section, &pairs, text, text_len);
	}
	if (*text == name)
		find_own_name(name, len, text, text_len);
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
	memmove(out, out + begin, used - begin);
	return used - begin;
}
