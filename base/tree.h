#ifndef BASE_TREE_H
#define BASE_TREE_H

#include "base/err.h"
#include "base/names.h"

#define TREE_ROOT 0u
#define TREE_NONE UINT32_MAX

/* Statistics of the operations in a node's self value. */
struct tree_stats {
	uint64_t count; /* operations; 0: not known */
	uint64_t min;   /* the smallest and the largest value of one */
	uint64_t max;
	uint64_t first; /* when the first began, from 1, the first of its file's; 0: not known */
};

/*
 * The stack tree: a prefix tree of frames. A node is the stack from the root
 * down to it; its self value is what was spent in that very stack. A frame
 * under a parent is one node, whatever order stacks come in. A parent's id is
 * always smaller than its children's, so that a loop from the last node to the
 * first meets children before parents: no walk needs recursion.
 *
 * Values are whole numbers of 10^-decimals units: collapse has nanoseconds and
 * decimals 0; folded text with fractions ("12.5") raises decimals.
 *
 * Threads: distinct trees may be filled at once when their names are distinct
 * too; one tree may not. A look-up reads the names, which must not grow meanwhile.
 */
struct tree {
	struct names *names;      /* borrowed: what frames are ids of */
	uint32_t count;           /* nodes; the root is node 0, frame NAME_NONE */
	uint32_t *frame;          /* by node: id in names */
	uint32_t *parent;         /* by node; the root's is TREE_NONE */
	uint32_t *first_child;    /* by node: newest first, or TREE_NONE */
	uint32_t *next_sibling;   /* by node, or TREE_NONE */
	uint64_t *self;           /* by node */
	struct tree_stats *stats; /* by node, or NULL while none was ever added */
	uint64_t total;           /* sum of all self values */
	unsigned decimals;        /* see above; at most TREE_MAX_DECIMALS */

	size_t cap, stats_cap; /* nodes that the arrays have room for; all of stats is set */
	uint32_t *slots;       /* node, TREE_ROOT: free; by parent and hash of the name */
	size_t slot_mask;
};

#define TREE_MAX_DECIMALS 9

/* A tree of the root alone. `names` must outlive it. May: false without memory. */
bool tree_may_init(struct tree *tree, struct names *names) MUST_CHECK;
void tree_init(struct tree *tree, struct names *names);
void tree_release(struct tree *tree);

/*
 * The child of `node` for `frame`, created if missing. May: or TREE_NONE, without memory or when
 * there are 2^32 - 2 nodes already.
 */
uint32_t tree_may_child(struct tree *tree, uint32_t node, uint32_t frame) MUST_CHECK;

/* What ends the command where a node has no place. */
NORETURN void tree_die(const struct tree *tree);

static inline uint32_t tree_child(struct tree *tree, uint32_t node, uint32_t frame)
{
	uint32_t child = tree_may_child(tree, node, frame);

	if (child == TREE_NONE)
		tree_die(tree);
	return child;
}

/* The child of `node` for `frame`, an id in the tree's names, or TREE_NONE. */
uint32_t tree_find(const struct tree *tree, uint32_t node, uint32_t frame);

/* The same by the frame's text, whose names_hash() is `hash`. */
uint32_t tree_find_text(
	const struct tree *tree, uint32_t node, const char *text, size_t len, uint32_t hash);

/*
 * Add `value` to the self value of `node`. ERR_SUM when the tree's total
 * would pass 64 bits; nothing is added then.
 */
bool tree_add(struct tree *tree, uint32_t node, uint64_t value, struct err *err) MUST_CHECK;

/*
 * tree_add() for the sum of `stats->count` operations, with their extremes.
 * Also ERR_SUM when the node's count would pass 64 bits.
 */
bool tree_add_stats(struct tree *tree, uint32_t node, uint64_t value,
	const struct tree_stats *stats, struct err *err) MUST_CHECK;

/*
 * Count in finer units from now on: raises decimals to `decimals` and scales
 * all values. ERR_SUM when the total would pass 64 bits.
 */
bool tree_set_decimals(struct tree *tree, unsigned decimals, struct err *err) MUST_CHECK;

/*
 * Number the nodes in the order in which the first operation of each, or of one below it, began:
 * children that others would list as they came in are then in order of time. False: no such time
 * is known, and nothing is changed.
 */
bool tree_order_by_start(struct tree *tree);

/* A malloc'ed array by node: each node's self value plus those of all below. */
uint64_t *tree_totals(const struct tree *tree);

/*
 * Add all of `from` to `tree`; the names tables may differ. `twins`, unless it is NULL, has room
 * for all nodes of `from` and is filled with the node of `tree` for each. ERR_SUM as tree_add().
 */
bool tree_merge(
	struct tree *tree, const struct tree *from, uint32_t *twins, struct err *err) MUST_CHECK;

/*
 * Divide every value by `by`, rounded to the nearest; statistics are dropped,
 * for they would no longer be true.
 */
void tree_divide(struct tree *tree, uint64_t by);

#endif /* BASE_TREE_H */
