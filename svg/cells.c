#include "svg/cells.h"

#include <stdlib.h>

#include "base/chars.h"
#include "base/mem.h"
#include "base/platform.h"
#include "svg/svg.h"

enum cell_word { BY_STEP, BY_RANK, CELL_WORDS };

static const char *const cell_words[CELL_WORDS] = { "step", "rank" };
static const char slice_word[] = "slice"; /* by which it may be called, too */

#define NO_NUMBER UINT64_MAX

/* A node of the tree with first frames. */
struct first {
	struct cell_span number[CELL_WORDS];
	uint64_t total, work; /* of stacks whose innermost first frame this is; without waiting */
	uint32_t innermost;   /* of the first frames around it */
	bool is_first;
};

bool cell_span_read(const struct name *name, const char *word, struct cell_span *span)
{
	size_t len = strlen(word);
	char *end;

	*span = (struct cell_span){ NO_NUMBER, NO_NUMBER, 1 };
	if (name->len == len + 5 && memcmp(name->text, "[no ", 4) == 0 &&
		memcmp(name->text + 4, word, len) == 0)
		return true;
	if (name->len <= len + 1 || strncmp(name->text, word, len) != 0 || name->text[len] != ' ' ||
		!is_digit(name->text[len + 1]))
		return false;
	span->first = span->last = strtoull(name->text + len + 1, &end, 10);
	if (end[0] == '-' && is_digit(end[1])) {
		span->last = strtoull(end + 1, &end, 10);
		span->members = span->last - span->first + 1;
	}
	if (end[0] == ' ' && end[1] == '(' && is_digit(end[2])) {
		span->members = strtoull(end + 2, &end, 10);
		end += *end == ')';
	}
	return *end == '\0' && span->first <= span->last && span->last != NO_NUMBER &&
	       span->members > 0 && span->members <= span->last - span->first + 1 &&
	       span->members < UINT32_MAX;
}

/*
 * Find the first frames; false if a stack begins otherwise. One other may come before "step 3":
 * the name of a file whose rank is not known.
 */
static bool find_first(const struct tree *tree, bool slices, struct first *list)
{
	list[TREE_ROOT] =
		(struct first){ .number = { { .first = NO_NUMBER }, { .first = NO_NUMBER } },
			.is_first = true };
	for (uint32_t node = 1; node < tree->count; node++) {
		const struct first *up = &list[tree->parent[node]];
		struct first *here = &list[node];

		*here = *up;
		here->is_first = false;
		for (int word = 0; up->is_first && !here->is_first && word < CELL_WORDS; word++)
			here->is_first =
				up->number[word].first == NO_NUMBER &&
				(cell_span_read(&tree->names->list[tree->frame[node]],
					 cell_words[word], &here->number[word]) ||
					(slices && word == BY_STEP &&
						cell_span_read(
							&tree->names->list[tree->frame[node]],
							slice_word, &here->number[word])));
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
	struct cell_span span;
	uint64_t slow;
	bool alone;
};

static int compare_numbers(const void *a, const void *b, UNUSED void *context)
{
	const struct numbered *left = a, *right = b;

	return (left->span.first > right->span.first) - (left->span.first < right->span.first);
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
		if (first[node].innermost != node || first[node].number[word].first == NO_NUMBER ||
			first[node].total == 0)
			continue; /* also what is not selected */
		*mem_next(list, cap, used) = (struct numbered){ .span = first[node].number[word],
			.slow = word == BY_STEP ? first[node].total : first[node].work };
	}
	platform_sort(list, used, sizeof(*list), compare_numbers, NULL);
	for (size_t i = 0; i < used; i++) {
		if (*count == 0 || list[*count - 1].span.last < list[i].span.first) {
			list[(*count)++] = list[i];
			continue;
		}
		/* of another rank, which may have more steps to a cell */
		if (list[*count - 1].span.last < list[i].span.last)
			list[*count - 1].span = list[i].span;
		if (word == BY_RANK)
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
	uint32_t held = size;

	axis->count = 0;
	for (uint32_t i = 0; i < count; i++) {
		const struct cell_span *span = &list[i].span;

		if (held == size || list[i].alone || list[i - 1].alone) {
			axis->places[axis->count++] = (struct cell_place){ .first = span->first };
			held = 0;
		}
		held++;
		axis->places[axis->count - 1].members += span->members;
		axis->places[axis->count - 1].last = span->last;
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

/* Slices in which nothing began are columns, too. */
static void add_empty(struct cell_axis *axis)
{
	uint64_t count = axis->places[axis->count - 1].last + 1;

	if (count > CELL_COLUMNS)
		return;
	free(axis->places);
	axis->word = slice_word;
	axis->count = (uint32_t)count;
	axis->places = mem_zeroed(count, sizeof(*axis->places));
	for (uint64_t i = 0; i < count; i++)
		axis->places[i] = (struct cell_place){ .first = i, .last = i, .members = 1 };
}

/* Steps are columns, if there are several; of a single rank there are no rows. */
static void set_axes(struct cells *cells, const struct first *first, uint32_t nodes)
{
	set_axis(&cells->columns, first, nodes, BY_STEP, CELL_COLUMNS);
	if (cells->slice_ns > 0)
		add_empty(&cells->columns);
	if (cells->columns.count == 1) {
		free(cells->columns.places);
		set_axis(&cells->columns, first, nodes, BY_RANK, CELL_COLUMNS);
		nodes = 0;
	}
	set_axis(&cells->rows, first, nodes, BY_RANK, CELL_ROWS);
	if (cells->rows.count == 1)
		cells->rows.word = NULL;
	cells->size = (size_t)cells->columns.count * cells->rows.count;
}

/* The cell of stacks with these first frames. */
static uint32_t cell_of(const struct cells *cells, const struct first *innermost)
{
	const struct cell_axis *columns = &cells->columns, *rows = &cells->rows;
	bool are_steps = columns->word != cell_words[BY_RANK];
	uint64_t column = innermost->number[are_steps ? BY_STEP : BY_RANK].first;
	uint64_t row = innermost->number[BY_RANK].first;

	if ((columns->word != NULL && column == NO_NUMBER) ||
		(rows->word != NULL && row == NO_NUMBER))
		return CELL_NONE;
	return place_of(rows, row) * columns->count + place_of(columns, column);
}

/* --- the tree ------------------------------------------------------------------------------- */

static bool make_tree(struct cells *cells, const struct first *first, struct err *err)
{
	const struct tree *from = cells->from;
	struct tree *tree = &cells->tree;
	bool ok = true;

	tree->decimals = from->decimals;
	cells->twin = mem_zeroed(from->count, sizeof(*cells->twin));
	cells->cell = mem_zeroed(from->count, sizeof(*cells->cell));
	for (uint32_t node = 0; ok && node < from->count; node++) {
		uint32_t twin = node > 0 ? cells->twin[from->parent[node]] : TREE_ROOT;
		uint64_t self = from->self[node];

		cells->cell[node] = cell_of(cells, &first[first[node].innermost]);
		if (first[node].innermost != node)
			twin = tree_child(tree, twin, from->frame[node]);
		cells->twin[node] = twin;
		if (self > 0)
			ok = from->stats != NULL
				     ? tree_add_stats(tree, twin, self, &from->stats[node], err)
				     : tree_add(tree, twin, self, err);
	}
	return ok;
}

static void sum_kinds(
	struct cells *cells, const struct tree *tree, const struct first *first, const char *kinds)
{
	cells->kinds = mem_zeroed(cells->size * CELL_KINDS, sizeof(*cells->kinds));
	for (uint32_t node = 1; node < tree->count; node++) {
		const char *kind = strchr(KIND_LETTERS, kinds[tree->frame[node]]);
		uint32_t cell = cell_of(cells, &first[first[node].innermost]);

		if (kind != NULL && *kind != '\0' && cell != CELL_NONE)
			cells->kinds[cell * (size_t)CELL_KINDS + (size_t)(kind - KIND_LETTERS)] +=
				tree->self[node];
	}
}

/* The first frames of a tree with their sums; NULL: a stack begins otherwise. */
static struct first *find_sums(const struct tree *tree, bool slices, const char *kinds)
{
	struct first *first = mem_zeroed(tree->count, sizeof(*first));

	if (!find_first(tree, slices, first)) {
		free(first);
		return NULL;
	}
	for (uint32_t node = 1; node < tree->count; node++) {
		char kind = kinds[tree->frame[node]];
		struct first *innermost = &first[first[node].innermost];

		innermost->total += tree->self[node];
		if (kind == 0 || strchr(KINDS_WITHOUT_WORK, kind) == NULL)
			innermost->work += tree->self[node];
	}
	return first;
}

/*
 * What began in a slice may run on in the next. What is left is idle: a gap is known where it ends,
 * and may be of several slices.
 */
static void fill_slices(struct cells *cells)
{
	const size_t idle = (size_t)(strchr(KIND_LETTERS, KIND_IDLE) - KIND_LETTERS);
	const double all = (double)cells->slice_ns * (double)cells->slice_devices;

	for (size_t cell = 0; all > 0 && cell < cells->size; cell++) {
		uint64_t *kinds = &cells->kinds[cell * CELL_KINDS];
		double busy = 0;

		kinds[idle] = 0;
		for (size_t kind = 0; kind < CELL_KINDS; kind++)
			busy += (double)kinds[kind];
		for (size_t kind = 0; busy > all && kind < CELL_KINDS; kind++) {
			uint64_t more = (uint64_t)((double)kinds[kind] * (1 - all / busy));

			kinds[kind] -= more;
			if (cell + 1 < cells->size)
				kinds[CELL_KINDS + kind] += more;
		}
		kinds[idle] = busy < all ? (uint64_t)(all - busy) : 0;
	}
}

static bool fill(
	struct cells *cells, const char *kinds, const struct svg_options *options, struct err *err)
{
	const struct tree *wall = options->wall;
	bool slices = cells->slice_ns > 0;
	struct first *first = find_sums(cells->from, slices, kinds), *own = NULL;
	bool ok = first != NULL;

	if (ok && wall != NULL) {
		char *own_kinds = mem_zeroed((size_t)wall->names->count + 1, 1);

		kinds_find(wall->names, wall->count, wall->frame, wall->parent, own_kinds);
		own = find_sums(wall, slices, own_kinds);
		if (own != NULL) {
			set_axes(cells, own, wall->count);
			sum_kinds(cells, wall, own, own_kinds);
			if (slices && cells->rows.count == 1)
				fill_slices(cells);
		}
		free(own_kinds);
	}
	cells->is_wall = own != NULL;
	if (ok && own == NULL) {
		set_axes(cells, first, cells->from->count);
		sum_kinds(cells, cells->from, first, kinds);
	}
	ok = ok && make_tree(cells, first, err);
	free(first);
	free(own);
	return ok;
}

bool cells_init(struct cells *cells, const struct tree *from, const char *kinds,
	const struct svg_options *options, struct err *err)
{
	*cells = (struct cells){ .from = from,
		.slice_ns = options->slice_ns,
		.slices_from = options->slices_from,
		.slice_devices = options->slice_devices };
	tree_init(&cells->tree, from->names);
	if (fill(cells, kinds, options, err))
		return true;
	cells_release(cells);
	return false;
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
