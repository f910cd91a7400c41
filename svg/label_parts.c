#define _GNU_SOURCE /* memmem */
#include "svg/label_parts.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/mem.h"
#include "svg/picture.h"

enum { WORDS_BYTES = 24 /* of one place; of longer ones the first */ };

struct label_words {
	const char *text;
	size_t len;
};

static bool is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
	       (c & 0x80) != 0;
}

static bool is_same(struct label_words a, struct label_words b)
{
	return a.len == b.len && memcmp(a.text, b.text, a.len) == 0;
}

static bool starts(const char *at, const char *end, const char *word)
{
	size_t len = strlen(word);

	return (size_t)(end - at) >= len && memcmp(at, word, len) == 0;
}

/* How many bytes at the beginnings or ends of two names are the same. */
static size_t shared_bytes(const struct shown *a, const struct shown *b, bool at_end)
{
	size_t least = a->len < b->len ? a->len : b->len, same = 0;

	if (at_end) {
		const char *last = a->text + a->len, *other = b->text + b->len;

		while (same < least && *--last == *--other)
			same++;
		return same;
	}
	while (same + 8 <= least && memcmp(a->text + same, b->text + same, 8) == 0)
		same += 8;
	while (same < least && a->text[same] == b->text[same])
		same++;
	return same;
}

/* Whether the word from `at` to `to` is no part of what a name has of its own: a scope, or a cast.
 */
static bool is_scope(const char *at, const char *to, const char *end)
{
	static const char *const unnamed[] = { "void ",
		"anonymous namespace)::", "namespace)::", "unnamed>::" };

	if (to == end || strchr(" ):>", *to) == NULL)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(unnamed); i++) {
		if (starts(at, end, unnamed[i]))
			return true;
	}
	return starts(to, end, "::") ||
	       (end - to > 1 && *to == ')' && to[1] >= '0' && to[1] <= '9');
}

/* Without endings that most kernels have. */
static size_t without_ending(struct label_words words)
{
	static const char *const endings[] = { "_cuda", "_kernel", "_impl", "_elementwise",
		"Functor" };

	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		size_t len = strlen(endings[i]);

		if (words.len > len && memcmp(words.text + words.len - len, endings[i], len) == 0) {
			words.len -= len;
			i = (size_t)-1;
		}
	}
	return words.len;
}

/* Words without what most have, or the first of them. */
static struct label_words shortened(struct label_words words, bool is_whole)
{
	size_t first = 0;

	words.len = without_ending(words);
	while (first < words.len && !is_word(words.text[first]))
		first++;
	for (size_t i = first; i < words.len && (!is_whole || words.len > WORDS_BYTES); i++) {
		if (!is_word(words.text[i]))
			words.len = i;
	}
	while (words.len > WORDS_BYTES)
		do
			words.len--;
		while ((words.text[words.len] & 0xc0) == 0x80);
	return words;
}

/*
 * What a name has from byte `at` on, where it differs from another: the identifier that is no
 * namespace, or its word there. *scope: the first of its namespaces; `shared`: where both are the
 * same again.
 */
static struct label_words words_at(
	const struct shown *shown, size_t at, size_t shared, struct label_words *scope)
{
	const char *text = shown->text, *end = text + shown->len;

	*scope = (struct label_words){ end, 0 };
	for (;;) {
		size_t to, begin;

		while (at < shown->len && !is_word(text[at]))
			at++;
		if (at >= shared)
			return (struct label_words){ end, 0 }; /* it only lacks something */
		for (to = at; to < shown->len && (is_word(text[to]) || text[to] == '_');)
			to++;
		for (begin = at; begin > 0 && text[begin - 1] == '_';)
			begin--;
		if (!is_scope(text + at, text + to, end)) {
			bool is_whole = begin == 0 || !is_word(text[begin - 1]);

			begin = is_whole ? begin : at;
			for (size_t i = shared; i < to; i++)
				to = is_word(text[i]) ? to : i;
			return shortened(
				(struct label_words){ text + begin, to - begin }, is_whole);
		}
		if (scope->len == 0 && starts(text + to, end, "::"))
			*scope = (struct label_words){ text + at, to - at };
		at = to;
	}
}

/* What `shown` has from byte `at` on, where it differs from `other`. */
static struct label_words differing(const struct shown *shown, const struct shown *other, size_t at)
{
	size_t least = shown->len < other->len ? shown->len : other->len;
	size_t same = shared_bytes(shown, other, true), from = at;
	struct label_words scope, other_scope, mine, its;

	same = same < least - at ? same : least - at;
	/* "128" and "12" are different words, "f" and "f_2" are not */
	if ((at < shown->len && is_word(shown->text[at])) ||
		(at < other->len && is_word(other->text[at]))) {
		while (from > 0 && is_word(shown->text[from - 1]))
			from--;
	}
	mine = words_at(shown, from, shown->len - same, &scope);
	its = words_at(other, from, other->len - same, &other_scope);
	return is_same(mine, its) ? scope : mine;
}

/* Whether words are among those of a text. */
static bool has_words(const char *text, size_t len, struct label_words words)
{
	const char *at = text, *end = text + len;

	while (words.len > 0 &&
		(at = memmem(at, (size_t)(end - at), words.text, words.len)) != NULL) {
		const char *behind = at + words.len;

		if ((at == text || !is_word(at[-1])) && (behind == end || !is_word(*behind)))
			return true;
		at++;
	}
	return words.len == 0;
}

/* Add words to a part, if they are new and there is room. */
static size_t add_words(const struct shown *shown, char *part, size_t len, struct label_words words)
{
	if (has_words(shown->label, shown->label_len, words) || has_words(part, len, words) ||
		len + 1 + words.len > LABEL_PART_BYTES)
		return len;
	if (len > 0)
		part[len++] = ' ';
	memcpy(part + len, words.text, words.len);
	return len + words.len;
}

size_t label_part(struct shown *const *run, size_t at, size_t count, char *part)
{
	const struct shown *shown = run[at];
	const struct shown *others[] = { run[0], at > 0 ? run[at - 1] : NULL,
		at + 1 < count ? run[at + 1] : NULL };
	size_t places[ARRAY_SIZE(others)], len = 0;

	/* the first and the last differ where the names do at first */
	if (at == 0 ||
		shared_bytes(shown, run[count - 1], false) < shared_bytes(shown, run[0], false))
		others[0] = run[count - 1];
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		places[i] = others[i] != NULL ? shared_bytes(shown, others[i], false) : SIZE_MAX;
	/* from the outermost place inwards, each once */
	for (size_t last = SIZE_MAX;;) {
		size_t next = 0;

		for (size_t i = 1; i < ARRAY_SIZE(others); i++) {
			if (places[i] < places[next])
				next = i;
		}
		if (places[next] == SIZE_MAX)
			return len;
		if (places[next] != last)
			len = add_words(
				shown, part, len, differing(shown, others[next], places[next]));
		last = places[next];
		places[next] = SIZE_MAX;
	}
}
