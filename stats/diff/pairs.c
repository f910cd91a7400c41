#include "stats/diff/diff_runs.h"

#include "base/platform.h"
#include "stats/measures/report.h"
#include "svg/kinds.h"
#include "svg/short_names.h"

/*
 * Each stack that is gone or new looks for partners where both sides did something: at its parent,
 * or else at the nearest node above.
 */

/* What must be equal; besides the kind, always. */
enum likeness {
	KEY_FULL = 1,     /* the name, but for its numbers */
	KEY_SHORT = 2,    /* the readable name, likewise */
	KEY_LAUNCHES = 4, /* the number of launches */
};

/* A stack that is gone or new. */
struct single {
	uint32_t stack, node; /* of diff->stacks, of diff->tree */
	uint32_t full, brief; /* of pairing->names */
	uint64_t launches;    /* in thousandths, as they may be means; 0: unknown */
	uint32_t above;       /* the node where it looks for partners */
	char kind;
	bool is_new;
};

struct pairing {
	struct diff *diff;
	struct short_names *short_names;
	struct names names;
	struct single *singles;
	size_t count, cap;
	uint32_t *above; /* by node: itself or the nearest one above that has both sides */
	struct text text;
};

/* --- what is gone and new --------------------------------------------------------------- */

/* Without numbers, sizes above all: "gemm_128x64" is "gemm_x". */
static uint32_t masked(struct pairing *pairing, const char *name, size_t len)
{
	struct text *text = &pairing->text;
	char *out = text_room(text, len);
	size_t used = 0;

	for (size_t i = 0; i < len; i++) {
		if (name[i] < '0' || name[i] > '9')
			out[used++] = name[i];
	}
	return names_intern(&pairing->names, out, used);
}

static void add_single(struct pairing *pairing, uint32_t stack, char kind)
{
	const struct diff *diff = pairing->diff;
	const struct diff_change *change = &diff->stacks[stack].change;
	uint32_t node = diff->stacks[stack].node;
	const struct name *name = &diff->names.list[diff->tree.frame[node]];
	struct single single = { .stack = stack, .node = node, .kind = kind };
	const char *brief;
	size_t len;

	single.above = pairing->above[diff->tree.parent[node]];
	single.is_new = change->before <= 0;
	single.launches =
		(uint64_t)sink_scale(single.is_new ? change->after_ops : change->before_ops, 3);
	single.full = masked(pairing, name->text, name->len);
	short_names_find(pairing->short_names, name->text, name->len, &brief, &len);
	single.brief = masked(pairing, brief, len);
	*mem_next(pairing->singles, pairing->cap, pairing->count) = single;
}

static void find_singles(struct pairing *pairing)
{
	struct diff *diff = pairing->diff;
	char *kinds = mem_zeroed(diff->names.count, sizeof(*kinds));

	kinds_find(&diff->names, diff->tree.count, diff->tree.frame, diff->tree.parent, kinds);
	for (uint32_t i = 0; i < diff->stack_count; i++) {
		const struct diff_stack *stack = &diff->stacks[i];
		char kind = stack->node == TREE_ROOT ? (char)KIND_RANGE
						     : kinds[diff->tree.frame[stack->node]];

		if (kind != KIND_RANGE && kind != KIND_IDLE &&
			(stack->change.after <= 0 || stack->change.before <= 0))
			add_single(pairing, i, kind);
	}
	free(kinds);
}

/* --- names of pairs ----------------------------------------------------------------------- */

/* "gemm bf16 128x128x64 tn, copy and 2 more": different readable names of a side. */
static void add_side(
	struct pairing *pairing, const uint32_t *nodes, size_t count, struct text *text)
{
	enum { MOST_NAMES = 2 };
	const struct diff *diff = pairing->diff;
	uint32_t listed[MOST_NAMES];
	size_t used = 0, more = 0;

	for (size_t i = 0; i < count; i++) {
		const struct name *name = &diff->names.list[diff->tree.frame[nodes[i]]];
		const char *brief;
		size_t len, same = 0;
		uint32_t id;

		short_names_find(pairing->short_names, name->text, name->len, &brief, &len);
		id = names_intern(&pairing->names, brief, len);
		while (same < used && listed[same] != id)
			same++;
		if (same < used)
			continue;
		if (used == MOST_NAMES) {
			more++;
			continue;
		}
		listed[used++] = id;
		text_add_string(text, used > 1 ? ", " : "");
		text_add(text, brief, len);
	}
	if (more > 0)
		text_addf(text, " and %zu more", more);
}

#define ARROW " \u2192 "

/* "gemm bf16 128x128x64 tn → gemm bf16 128x224x64 tn": a frame below what they have in common. */
static uint32_t name_pair(struct pairing *pairing, const struct diff_pair *pair)
{
	struct text *text = &pairing->text;
	size_t before;

	text->len = 0;
	add_side(pairing, pair->nodes, pair->gone, text);
	before = text->len;
	text_add_string(text, ARROW);
	add_side(pairing, pair->nodes + pair->gone, pair->count - pair->gone, text);
	if (text->len == 2 * before + strlen(ARROW) &&
		memcmp(text->bytes, text->bytes + before + strlen(ARROW), before) == 0) {
		text->len = before;
		text_add_string(text, ARROW "another variant");
	}
	return names_intern(&pairing->diff->names, text->bytes, text->len);
}

/* --- pairs ---------------------------------------------------------------------------------- */

static void add_node(struct pairing *pairing, struct diff_pair *pair, struct single *single)
{
	struct diff *diff = pairing->diff;

	pair->nodes[pair->count++] = single->node;
	diff->stacks[single->stack].pair = (uint32_t)diff->pair_count;
	single->kind = 0; /* it is taken */
}

/* Make one pair of `count` singles, those that are gone and those that are new. */
static void add_pair(struct pairing *pairing, uint32_t above, struct single **list, size_t count)
{
	struct diff *diff = pairing->diff;
	struct diff_pair *pair;

	pair = mem_next(diff->pairs, diff->pairs_cap, diff->pair_count);
	*pair = (struct diff_pair){ .kind = list[0]->kind,
		.nodes = mem_zeroed(count, sizeof(*pair->nodes)) };
	for (size_t i = 0; i < count; i++) {
		if (!list[i]->is_new)
			add_node(pairing, pair, list[i]);
	}
	pair->gone = pair->count;
	for (size_t i = 0; i < count; i++) {
		if (list[i]->is_new)
			add_node(pairing, pair, list[i]);
	}
	diff_sum(diff, pair->nodes, pair->count, &pair->row.change);
	pair->row.node = tree_child(&diff->tree, above, name_pair(pairing, pair));
}

static int compare_keys(const struct single *a, const struct single *b, unsigned keys)
{
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if ((keys & KEY_FULL) != 0 && a->full != b->full)
		return a->full < b->full ? -1 : 1;
	if ((keys & KEY_SHORT) != 0 && a->brief != b->brief)
		return a->brief < b->brief ? -1 : 1;
	if ((keys & KEY_LAUNCHES) != 0 && a->launches != b->launches)
		return a->launches < b->launches ? -1 : 1;
	return 0;
}

static int compare_singles(const void *a, const void *b, void *context)
{
	const struct single *left = *(struct single *const *)a, *right = *(struct single *const *)b;
	int order = compare_keys(left, right, *(const unsigned *)context);

	if (order != 0)
		return order;
	if (left->is_new != right->is_new)
		return left->is_new ? 1 : -1;
	return left->node < right->node ? -1 : left->node > right->node;
}

/* Whether stacks of different parents may do the same work: `list` is equal by `keys`. */
static bool are_alike(
	const struct diff *diff, struct single *const *list, size_t count, unsigned keys)
{
	const uint32_t *frame = diff->tree.frame;

	if (list[0]->launches == 0)
		return count == 2 && frame[list[0]->node] == frame[list[1]->node];
	return (keys & (KEY_FULL | KEY_SHORT)) != 0 || list[0]->kind != KIND_OTHER;
}

/* Whether a run is one pair, all with all. */
static bool is_pair(
	struct single *const *list, size_t count, size_t gone, unsigned keys, bool is_near)
{
	uint64_t launches[DIFF_SIDES] = { 0 };

	if (keys == 0 && list[0]->kind == KIND_OTHER && count > 2)
		return false; /* that is no kind */
	for (size_t i = 0; i < count; i++)
		launches[list[i]->is_new] += list[i]->launches;
	return gone > 0 && gone < count &&
	       (is_near || launches[DIFF_BEFORE] == launches[DIFF_AFTER]);
}

/* Pair what is equal by `keys`. The list keeps the others; returns their number. */
static size_t pair_equal(struct pairing *pairing, uint32_t above, struct single **list,
	size_t count, unsigned keys, bool is_near)
{
	size_t left = 0, run;

	platform_sort(list, count, sizeof(*list), compare_singles, &keys);
	for (size_t i = 0; i < count; i += run) {
		size_t gone = 0;

		for (run = 0; i + run < count && compare_keys(list[i], list[i + run], keys) == 0;
			run++)
			gone += !list[i + run]->is_new;
		if (is_near || are_alike(pairing->diff, list + i, run, keys)) {
			bool by_order = (keys & KEY_LAUNCHES) != 0 && run == 2 * gone &&
					(gone == 1 || list[i]->launches > 0);

			for (size_t each = i; by_order && each < i + gone; each++)
				add_pair(pairing, above,
					(struct single *[]){ list[each], list[each + gone] }, 2);
			if (by_order)
				continue;
			if ((keys & KEY_LAUNCHES) == 0 &&
				is_pair(list + i, run, gone, keys, is_near)) {
				add_pair(pairing, above, list + i, run);
				continue;
			}
		}
		memmove(list + left, list + i, run * sizeof(*list));
		left += run;
	}
	return left;
}

static void pair_at(
	struct pairing *pairing, uint32_t above, struct single **list, size_t count, bool is_near)
{
	static const unsigned keys[] = { KEY_FULL | KEY_LAUNCHES, KEY_FULL,
		KEY_SHORT | KEY_LAUNCHES, KEY_SHORT, KEY_LAUNCHES, 0 };

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		count = pair_equal(pairing, above, list, count, keys[i], is_near);
}

/* --- the tree ------------------------------------------------------------------------------- */

static void find_above(struct pairing *pairing)
{
	const struct diff *diff = pairing->diff;
	const struct tree *tree = &diff->tree;
	uint8_t *sides = mem_zeroed(tree->count, sizeof(*sides));

	for (size_t i = 0; i < diff->stack_count; i++) {
		const struct diff_stack *stack = &diff->stacks[i];

		sides[stack->node] |= (uint8_t)((stack->change.before > 0 ? 1 : 0) |
						(stack->change.after > 0 ? 2 : 0));
	}
	for (uint32_t node = tree->count; --node > TREE_ROOT;)
		sides[tree->parent[node]] |= sides[node];
	pairing->above = mem_zeroed(tree->count, sizeof(*pairing->above));
	for (uint32_t node = 1; node < tree->count; node++)
		pairing->above[node] = sides[node] == 3 ? node : pairing->above[tree->parent[node]];
	free(sides);
}

static int compare_above(const void *a, const void *b, UNUSED void *context)
{
	const struct single *left = a, *right = b;

	if (left->above != right->above)
		return left->above < right->above ? -1 : 1;
	return left->node < right->node ? -1 : left->node > right->node;
}

static void pair_all(struct pairing *pairing)
{
	const struct diff *diff = pairing->diff;
	struct single **list = mem_zeroed(pairing->count, sizeof(*list));
	size_t next;

	platform_sort(
		pairing->singles, pairing->count, sizeof(*pairing->singles), compare_above, NULL);
	for (size_t i = 0; i < pairing->count; i = next) {
		uint32_t above = pairing->singles[i].above;
		size_t count = 0;

		for (next = i; next < pairing->count && pairing->singles[next].above == above;
			next++) {
			if (diff->tree.parent[pairing->singles[next].node] == above)
				list[count++] = &pairing->singles[next];
		}
		pair_at(pairing, above, list, count, true);
		count = 0;
		/* what has only the root in common may have nothing in common */
		for (size_t each = i; each < next && above != TREE_ROOT; each++) {
			if (pairing->singles[each].kind != 0)
				list[count++] = &pairing->singles[each];
		}
		pair_at(pairing, above, list, count, false);
	}
	free(list);
}

/* What is new or gone changed the number of operations; parts of one, such as waits, have none. */
static void divide_change(struct diff *diff)
{
	for (size_t i = 0; diff->has_ops && !diff->is_history && i < diff_rows(diff); i++) {
		const struct diff_stack *row = diff_row(diff, i);
		const struct diff_change *change;
		double all, by_ops;

		if (row == NULL)
			continue;
		change = &row->change;
		by_ops = all = change->after - change->before;
		if (change->before_ops > 0 && change->after_ops > 0)
			by_ops = change->before / change->before_ops *
				 (change->after_ops - change->before_ops);
		else if (change->before_ops == 0 && change->after_ops == 0)
			by_ops = 0;
		diff->by_ops += by_ops;
		diff->by_mean += all - by_ops;
	}
}

void diff_pairs_find(struct diff *diff)
{
	struct pairing pairing = { .diff = diff };

	names_init(&pairing.names);
	pairing.short_names = short_names_new();
	find_above(&pairing);
	find_singles(&pairing);
	pair_all(&pairing);
	short_names_free(pairing.short_names);
	names_release(&pairing.names);
	text_release(&pairing.text);
	free(pairing.singles);
	free(pairing.above);
	divide_change(diff);
}
