#include "svg/cells.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/opt.h"
#include "base/platform.h"

enum cell_word { BY_STEP, BY_RANK, CELL_WORDS };

static const char *const cell_words[CELL_WORDS] = { "step", "rank" };

#define NO_NUMBER UINT64_MAX

/* A node of the tree with first frames. */
struct first {
	uint64_t number[CELL_WORDS];
	uint64_t total, work; /* of stacks whose innermost first frame this is; without waiting */
	uint32_t innermost;   /* of the first frames around it */
	bool is_first;
};

/* Whether a frame is "step 12" or "[no step]", and the number. */
static bool read_name(const struct name *name, const char *word, uint64_t *number)
{
	size_t len = strlen(word);

	*number = NO_NUMBER;
	if (name->len == len + 5 && memcmp(name->text, "[no ", 4) == 0 &&
		memcmp(name->text + 4, word, len) == 0)
		return true;
	return name->len > len && strncmp(name->text, word, len) == 0 && name->text[len] == ' ' &&
	       opt_parse_uint(name->text + len + 1, number) && *number != NO_NUMBER;
}

/*
 * Find the first frames; false if a stack begins otherwise. One other may come before "step 3":
 * the name of a file whose rank is not known.
 */
static bool find_first(const struct tree *tree, struct first *list)
{
	list[TREE_ROOT] = (struct first){ .number = { NO_NUMBER, NO_NUMBER }, .is_first = true };
	for (uint32_t node = 1; node < tree->count; node++) {
		const struct first *up = &list[tree->parent[node]];
		struct first *here = &list[node];

		*here = *up;
		here->is_first = false;
		for (int word = 0; up->is_first && !here->is_first && word < CELL_WORDS; word++)
			here->is_first = up->number[word] == NO_NUMBER &&
					 read_name(&tree->names->list[tree->frame[node]],
						 cell_words[word], &here->number[word]);
		if (here->is_first)
			here->innermost = node;
		else if (up->innermost == TREE_ROOT &&
			 (tree->parent[node] != TREE_ROOT || tree->self[node] > 0))
			return false;
		else
			here->is_first = up == list; /* another, see above */
	}
	return tree->count > 1;
}

/* --- axes ----------------------------------------------------------------------------------- */

struct numbered {
	uint64_t number, slow;
	bool alone;
};

static int compare_numbers(const void *a, const void *b, void *context)
{
	const struct numbered *left = a, *right = b;

	(void)context;
	return (left->number > right->number) - (left->number < right->number);
}

static int compare_slow(const void *a, const void *b, void *context)
{
	const struct numbered *left = a, *right = b;

	if (left->slow != right->slow)
		return left->slow < right->slow ? 1 : -1;
	return compare_numbers(a, b, context);
}

/*
 * The numbers of an axis, each once, in order. Slow is a step by its longest rank, and a rank by
 * its work: the others wait for it, so that the sums of all are alike.
 */
static struct numbered *list_numbers(
	const struct first *first, uint32_t nodes, enum cell_word word, uint32_t *count)
{
	struct numbered *list = NULL;
	size_t used = 0, cap = 0;

	*count = 0;
	for (uint32_t node = 1; node < nodes; node++) {
		if (first[node].innermost != node || first[node].number[word] == NO_NUMBER ||
			first[node].total == 0)
			continue; /* also what is not selected */
		mem_need(list, cap, used + 1);
		list[used++] = (struct numbered){ .number = first[node].number[word],
			.slow = word == BY_STEP ? first[node].total : first[node].work };
	}
	platform_sort(list, used, sizeof(*list), compare_numbers, NULL);
	for (size_t i = 0; i < used; i++) {
		if (*count == 0 || list[*count - 1].number != list[i].number)
			list[(*count)++] = list[i];
		else if (word == BY_RANK)
			list[*count - 1].slow += list[i].slow;
		else if (list[i].slow > list[*count - 1].slow)
			list[*count - 1].slow = list[i].slow;
	}
	return list;
}

/* Fill the places, with at most `size` numbers in each. */
static void fill_places(
	struct cell_axis *axis, const struct numbered *list, uint32_t count, uint32_t size)
{
	axis->count = 0;
	for (uint32_t i = 0; i < count; i++) {
		struct cell_place *place = &axis->places[axis->count - (i > 0)];

		if (i == 0 || place->members == size || list[i].alone || list[i - 1].alone) {
			place = &axis->places[axis->count++];
			*place = (struct cell_place){ .first = list[i].number };
		}
		place->members++;
		place->last = list[i].number;
	}
}

static void set_axis(struct cell_axis *axis, const struct first *first, uint32_t nodes,
	enum cell_word word, uint32_t most)
{
	uint32_t count, size = 1;
	struct numbered *list = list_numbers(first, nodes, word, &count);

	axis->word = count > 0 ? cell_words[word] : NULL;
	axis->places = mem_zeroed((size_t)count + 1, sizeof(*axis->places));
	axis->places[0].members = axis->count = 1; /* if there is no number */
	if (count > most) {
		platform_sort(list, count, sizeof(*list), compare_slow, NULL);
		for (uint32_t i = 0; i < CELL_ALONE; i++)
			list[i].alone = true;
		platform_sort(list, count, sizeof(*list), compare_numbers, NULL);
		size = count / most;
	}
	for (fill_places(axis, list, count, size); axis->count > most; size++)
		fill_places(axis, list, count, size);
	if (count == 0)
		axis->count = 1;
	free(list);
}

static uint32_t place_of(const struct cell_axis *axis, uint64_t number)
{
	uint32_t place = 0;

	while (place + 1 < axis->count && axis->places[place].last < number)
		place++;
	return place;
}

/* Steps are columns, if there are several; of a single rank there are no rows. */
static void set_axes(struct cells *cells, const struct first *first)
{
	uint32_t nodes = cells->from->count;
	enum cell_word across = BY_STEP;

	set_axis(&cells->columns, first, nodes, BY_STEP, CELL_COLUMNS);
	if (cells->columns.count == 1) {
		free(cells->columns.places);
		across = BY_RANK;
		set_axis(&cells->columns, first, nodes, BY_RANK, CELL_COLUMNS);
	}
	set_axis(&cells->rows, first, across == BY_STEP ? nodes : 0, BY_RANK, CELL_ROWS);
	if (cells->rows.count == 1)
		cells->rows.word = NULL;
	cells->size = (size_t)cells->columns.count * cells->rows.count;
	for (uint32_t node = 0; node < nodes; node++) {
		const struct first *here = &first[node];
		uint64_t column = here->number[across], row = here->number[BY_RANK];

		if (here->innermost != node)
			cells->cell[node] = cells->cell[here->innermost];
		else if ((cells->columns.word != NULL && column == NO_NUMBER) ||
			 (cells->rows.word != NULL && row == NO_NUMBER))
			cells->cell[node] = CELL_NONE;
		else
			cells->cell[node] = place_of(&cells->rows, row) * cells->columns.count +
					    place_of(&cells->columns, column);
	}
}

/* --- the tree ------------------------------------------------------------------------------- */

static bool make_tree(
	struct cells *cells, const struct first *first, const char *kinds, struct err *err)
{
	const struct tree *from = cells->from;
	struct tree *tree = &cells->tree;
	bool ok = true;

	tree->decimals = from->decimals;
	cells->kinds = mem_zeroed(cells->size * CELL_KINDS, sizeof(*cells->kinds));
	for (uint32_t node = 0; ok && node < from->count; node++) {
		uint32_t twin = node > 0 ? cells->twin[from->parent[node]] : TREE_ROOT;
		uint64_t self = from->self[node];
		const char *kind;

		if (first[node].innermost != node)
			twin = tree_child(tree, twin, from->frame[node]);
		cells->twin[node] = twin;
		if (self == 0)
			continue;
		ok = from->stats != NULL ? tree_add_stats(tree, twin, self, &from->stats[node], err)
					 : tree_add(tree, twin, self, err);
		kind = node > 0 ? strchr(KIND_LETTERS, kinds[from->frame[node]]) : NULL;
		if (kind != NULL && cells->cell[node] != CELL_NONE)
			cells->kinds[cells->cell[node] * (size_t)CELL_KINDS +
				     (size_t)(kind - KIND_LETTERS)] += self;
	}
	return ok;
}

bool cells_init(struct cells *cells, const struct tree *from, const char *kinds, struct err *err)
{
	struct first *first = mem_zeroed(from->count, sizeof(*first));
	bool ok = find_first(from, first);

	*cells = (struct cells){ .from = from };
	tree_init(&cells->tree, from->names);
	for (uint32_t node = 1; ok && node < from->count; node++) {
		char kind = kinds[from->frame[node]];
		struct first *innermost = &first[first[node].innermost];

		innermost->total += from->self[node];
		if (kind == 0 || strchr(KINDS_WITHOUT_WORK, kind) == NULL)
			innermost->work += from->self[node];
	}
	if (ok) {
		cells->twin = mem_zeroed(from->count, sizeof(*cells->twin));
		cells->cell = mem_zeroed(from->count, sizeof(*cells->cell));
		set_axes(cells, first);
		ok = make_tree(cells, first, kinds, err);
	}
	free(first);
	if (!ok)
		cells_release(cells);
	return ok;
}

void cells_release(struct cells *cells)
{
	tree_release(&cells->tree);
	free(cells->columns.places);
	free(cells->rows.places);
	free(cells->kinds);
	free(cells->stack);
	free(cells->values);
	free(cells->twin);
	free(cells->cell);
	*cells = (struct cells){ 0 };
}
