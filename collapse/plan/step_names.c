#include "collapse/plan/step_names.h"

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

static size_t count_digits(const char *name, size_t len)
{
	size_t digits = 0;

	while (digits < len && is_digit(name[len - digits - 1]))
		digits++;
	return digits;
}

bool step_name_is(const char *name, size_t len, size_t *prefix_len)
{
	static const char *const words[] = { "step", "iteration", "iter" };
	static const char *const totals[] = { " of ", "/" }; /* "step 3 of 20" */
	size_t digits = count_digits(name, len), word;

	for (size_t i = 0; digits > 0 && i < ARRAY_SIZE(totals); i++) {
		size_t before = strlen(totals[i]) + digits;

		if (len < before || strncmp(name + len - before, totals[i], before - digits) != 0)
			continue;
		len -= before;
		digits = count_digits(name, len);
		break;
	}
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
		/* a word, or the last one of a "CamelStep", but not the end of "footstep" */
		before = word > word_len ? name[word - word_len - 1] : ' ';
		if (!is_letter(before) || (name[word - word_len] < 'a' && before >= 'a'))
			return true;
	}
	return false;
}

/* Steps whose names differ in the number alone. */
struct step_kind {
	uint64_t steps, time;
};

/* The distinct names of the kind of step in which most time is spent. */
uint64_t step_names_of_tree(const struct tree *tree)
{
	uint64_t *totals = tree_totals(tree);
	struct step_kind *kinds = NULL, most = { 0 };
	struct idmap met = { 0 }; /* names of steps */
	struct names prefixes;
	size_t cap = 0;

	names_init(&prefixes);
	for (uint32_t node = 1; node < tree->count; node++) {
		const struct name *name = &tree->names->list[tree->frame[node]];
		uint32_t kind, had = prefixes.count, had_met = met.count;
		size_t len;

		/* Steps are ranges: they have children. */
		if (tree->first_child[node] == TREE_NONE ||
			!step_name_is(name->text, name->len, &len))
			continue;
		kind = names_intern(&prefixes, name->text, len);
		mem_need(kinds, cap, prefixes.count);
		if (prefixes.count > had)
			kinds[kind] = (struct step_kind){ 0 };
		idmap_add(&met, tree->frame[node]);
		kinds[kind].steps += met.count > had_met;
		kinds[kind].time += totals[node];
	}
	for (uint32_t i = 0; kinds != NULL && i < prefixes.count; i++) {
		if (most.steps == 0 || kinds[i].time > most.time)
			most = kinds[i];
	}
	names_release(&prefixes);
	idmap_release(&met);
	free(kinds);
	free(totals);
	return most.steps;
}
