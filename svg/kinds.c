#include "svg/kinds.h"

#include <assert.h>
#include <limits.h>

#include "base/mem.h"

enum { LEAF = 1, INNER = 2, LOOK_BYTES = 1024 /* bytes of a name that are examined */ };

const char *kind_label(char kind)
{
	static const char *const labels[SCHAR_MAX + 1] = {
		[KIND_RANGE] = "range",
		[KIND_MATMUL] = "matmul",
		[KIND_ATTENTION] = "attention",
		[KIND_NORM] = "normalisation",
		[KIND_ELEMENTWISE] = "elementwise",
		[KIND_REDUCTION] = "reduction",
		[KIND_SOFTMAX] = "softmax",
		[KIND_COMMUNICATION] = "communication",
		[KIND_HIDDEN] = "hidden communication",
		[KIND_COPY] = "copy and fill",
		[KIND_IDLE] = "idle or waiting",
	};
	const char *label = labels[kind & SCHAR_MAX];

	return label != NULL ? label : "other";
}

/* The bytes of svg/kinds.list, which says what they are. */
static const char list_text[] = {
#include "svg/kinds.list.inc"
	0
};

/* Where a word counts. */
enum {
	OWN = 1,    /* in the function's own name */
	ANY = 2,    /* anywhere, if the own name has no word */
	WITHIN = 4, /* in what a wrapper is instantiated with */
	WRAPS = 8,  /* this one is a wrapper: what is within it decides */
};

enum { WORDS = 255, PAIRS = 1024 };

/* The words in order, by their first two letters, so that few need to be compared. */
struct words {
	struct word {
		const char *text;
		size_t len;
		char kind;
		uint8_t where;
		uint8_t next; /* index + 1 of the next word of the same pair, or 0 */
	} list[WORDS];
	size_t count;
	uint8_t first[PAIRS]; /* by pair, likewise */
};

/* The beginning of a name in lower case; returns its length. */
static size_t lower(const char *name, size_t len, char *text)
{
	size_t shared = len < LOOK_BYTES - 1 ? len : LOOK_BYTES - 1;

	for (size_t i = 0; i < shared; i++)
		text[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] - 'A' + 'a' : name[i]);
	text[shared] = '\0';
	return shared;
}

/* Different pairs may share a place: it only says that comparing is worthwhile. */
static size_t pair_at(const char *text)
{
	return ((unsigned char)text[0] * 37u + (unsigned char)text[1]) % PAIRS;
}

/* Add the words of a line of the list. */
static void add_words(struct words *words, const char *line, size_t len)
{
	static const char letters[] = "oaiw"; /* OWN, ANY, WITHIN, WRAPS */
	const char *end = line + len, *at = line + 2;
	uint8_t where = 0;

	for (; *at != ' '; at++)
		where |= (uint8_t)(1u << (strchr(letters, *at) - letters));
	while (at++ < end) {
		size_t size = strcspn(at, " \n");

		assert(words->count < WORDS && size > 1);
		words->list[words->count++] = (struct word){ at, size, line[0], where, 0 };
		at += size;
	}
}

static void words_init(struct words *words)
{
	*words = (struct words){ .count = 0 };
	for (const char *line = list_text; *line != '\0'; line += strcspn(line, "\n") + 1) {
		if (*line != '#' && *line != '\n')
			add_words(words, line, strcspn(line, "\n"));
	}
	for (size_t i = words->count; i-- > 0;) {
		uint8_t *first = &words->first[pair_at(words->list[i].text)];

		words->list[i].next = *first;
		*first = (uint8_t)(i + 1);
	}
}

/* Whether text of `len` bytes begins with `word`. */
static bool starts(const char *text, size_t len, const char *word)
{
	size_t word_len = strlen(word);

	return len >= word_len && memcmp(text, word, word_len) == 0;
}

static bool begins_unnamed(const char *at, size_t len)
{
	return starts(at, len, "(anonymous") || starts(at, len, "(unnamed") ||
	       starts(at, len, "<unnamed");
}

void kernel_own_name(const char *name, size_t len, size_t *from, size_t *to)
{
	static const bool is_special[256] = {
		['('] = true, [')'] = true, ['<'] = true, ['>'] = true, [' '] = true, [':'] = true
	};
	unsigned depth = 0;
	bool ended = true;

	*from = *to = 0;
	for (size_t i = 0; i < len; i++) {
		size_t begin = i;

		if ((name[i] == ')' || name[i] == '>') && depth > 0) {
			depth--;
		} else if (name[i] == '(' || name[i] == '<') {
			if (depth == 0 && name[i] == '(' && !begins_unnamed(name + i, len - i))
				return;
			depth++;
			ended = true;
		} else if (name[i] == ' ' || name[i] == ':') {
			if (depth == 0 && name[i] == ' ' && i + 1 < len && name[i + 1] == '[')
				return;
			ended = true;
		} else {
			while (i + 1 < len && !is_special[(unsigned char)name[i + 1]])
				i++;
			if (depth > 0)
				continue;
			*from = ended ? begin : *from;
			*to = i + 1;
			ended = false;
		}
	}
}

/* The first of the words that count `where` and begin between from and to, or NULL. */
static const struct word *find_word(
	const struct words *words, const char *from, const char *to, unsigned where)
{
	size_t best = words->count;

	for (const char *at = from; at < to; at++) {
		for (size_t place = words->first[pair_at(at)]; place > 0 && place <= best;
			place = words->list[place - 1].next) {
			const struct word *word = &words->list[place - 1];

			if ((word->where & where) != 0 && strncmp(at, word->text, word->len) == 0)
				best = place - 1;
		}
	}
	return best < words->count ? &words->list[best] : NULL;
}

static char find_kind(const struct words *words, const char *name, size_t len)
{
	char text[LOOK_BYTES];
	size_t text_len = lower(name, len, text), from, to;
	const struct word *own, *other;

	if (starts(text, text_len, "[gpu idle]") || starts(text, text_len, "[waits for "))
		return KIND_IDLE;
	if (starts(text, text_len, "[transfer]"))
		return KIND_COMMUNICATION;
	if (starts(text, text_len, "[hidden by "))
		return KIND_HIDDEN;
	kernel_own_name(text, text_len, &from, &to);
	if (text[0] == '[') /* no function: "[CUDA memcpy HtoD]" */
		from = 0;
	own = find_word(words, text + from, text + to, OWN);
	if (own != NULL && (own->where & WRAPS) == 0)
		return own->kind;
	other = find_word(words, text, text + text_len, own != NULL ? WITHIN : ANY);
	own = other != NULL ? other : own;
	return own != NULL ? own->kind : (char)KIND_OTHER;
}

/* Whether a name looks like that of a kernel, regardless of its position. */
static bool is_kernel_name(const char *name, size_t len)
{
	static const char *const looks[] = { "kernel", "gemm", "xmma", "cutlass", "nccldev",
		"[cuda mem", "<<<", "splitk" };
	char text[LOOK_BYTES];

	lower(name, len, text);
	if (strncmp(text, "void ", 5) == 0)
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(looks); i++) {
		if (strstr(text, looks[i]) != NULL)
			return true;
	}
	return false;
}

static bool is_part(const struct name *name)
{
	return starts(name->text, name->len, "[waits for ") ||
	       starts(name->text, name->len, "[transfer]") ||
	       starts(name->text, name->len, "[hidden by ");
}

void kinds_find(const struct names *names, uint32_t count, const uint32_t *name,
	const uint32_t *parent, char *kinds)
{
	bool *has_child = mem_zeroed(count, sizeof(*has_child));
	struct words words;

	/* what a collective is split into makes it no range */
	for (uint32_t i = 1; i < count; i++)
		has_child[parent[i]] |= !is_part(&names->list[name[i]]);
	for (uint32_t i = 1; i < count; i++)
		kinds[name[i]] |= has_child[i] ? INNER : LEAF;
	free(has_child);
	words_init(&words);
	for (uint32_t id = 0; id < names->count; id++) {
		const struct name *it = &names->list[id];

		if (kinds[id] == 0)
			continue;
		if (kinds[id] == LEAF || (kinds[id] != INNER && is_kernel_name(it->text, it->len)))
			kinds[id] = find_kind(&words, it->text, it->len);
		else
			kinds[id] = KIND_RANGE;
	}
}

unsigned kind_shade(const char *name, size_t len)
{
	uint32_t hash = 2166136261u; /* FNV-1a */

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)name[i]) * 16777619u;
	return (hash >> 24) % KIND_SHADES;
}
