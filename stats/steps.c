#include "stats/steps.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/idmap.h"
#include "base/mem.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool steps_is_step(const char *name, size_t len, size_t *prefix_len)
{
	static const char *const words[] = { "step", "iteration", "iter" };
	size_t digits = 0, word;

	while (digits < len && is_digit(name[len - digits - 1]))
		digits++;
	*prefix_len = len - digits;
	if (digits == 0 || digits > 18)
		return false;
	word = *prefix_len;
	while (word > 0 && strchr(" #:_-=", name[word - 1]) != NULL && name[word - 1] != '\0')
		word--;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		size_t word_len = strlen(words[i]);
		char before;

		if (word < word_len || strncasecmp(name + word - word_len, words[i], word_len) != 0)
			continue;
		/* A word, or the last one of a "CamelStep": not the end of "footstep" */
		before = word > word_len ? name[word - word_len - 1] : ' ';
		if (!is_letter(before) || (name[word - word_len] < 'a' && before >= 'a'))
			return true;
	}
	return false;
}

struct kind {
	uint64_t steps, time;
};

struct kinds {
	struct names prefixes;
	struct kind *list; /* by name of prefixes */
	size_t cap;
	struct idmap frames; /* steps met */
};

static bool count_node(struct kinds *kinds, const struct tree *tree, const uint64_t *totals,
	uint32_t node, struct err *err)
{
	const struct name *name = &tree->names->list[tree->frame[node]];
	uint32_t prefix, frame, had = kinds->prefixes.count, had_frames = kinds->frames.count;
	size_t len;

	if (!steps_is_step(name->text, name->len, &len))
		return true;
	if (!names_intern(&kinds->prefixes, name->text, len, &prefix, err) ||
		!mem_grow((void **)&kinds->list, &kinds->cap, kinds->prefixes.count,
			sizeof(*kinds->list), err) ||
		!idmap_add(&kinds->frames, tree->frame[node], &frame, err))
		return false;
	if (kinds->prefixes.count > had)
		kinds->list[prefix] = (struct kind){ 0 };
	kinds->list[prefix].steps += kinds->frames.count > had_frames;
	kinds->list[prefix].time += totals[node];
	return true;
}

bool steps_count(const struct tree *tree, uint64_t *count, struct err *err)
{
	uint64_t *totals = tree_totals(tree, err), most = 0;
	struct kinds kinds = { 0 };
	bool ok = totals != NULL;

	*count = 0;
	names_init(&kinds.prefixes);
	for (uint32_t node = 1; ok && node < tree->count; node++) {
		/* Steps are ranges: they have something below them. */
		if (tree->first_child[node] != TREE_NONE)
			ok = count_node(&kinds, tree, totals, node, err);
	}
	for (uint32_t i = 0; ok && i < kinds.prefixes.count; i++) {
		if (kinds.list[i].time > most) {
			most = kinds.list[i].time;
			*count = kinds.list[i].steps;
		}
	}
	names_release(&kinds.prefixes);
	idmap_release(&kinds.frames);
	free(kinds.list);
	free(totals);
	return ok;
}
