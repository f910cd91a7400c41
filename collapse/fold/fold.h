#ifndef COLLAPSE_FOLD_FOLD_H
#define COLLAPSE_FOLD_FOLD_H

#include "base/rules.h"
#include "base/tree.h"
#include "collapse/model/trace.h"

/*
 * A stack being added to the tree frame by frame: its node so far, and the decisions of the
 * rules.
 */
struct fold_level {
	uint32_t node;
	uint32_t base; /* where the stack begins: the root, or the last frame put in front */
	bool filtered; /* a frame matched a filter; node no longer changes */
	bool chosen;   /* a frame matched RULE_ONLY */
	bool rooted;   /* a frame became the root */
};

/* Where every stack begins. */
extern const struct fold_level fold_level_root;

/*
 * The stack `above` with one more frame: `name`, as the program gave it. Rules, tree and name
 * share one names table. By FRAME_ADDED, which is put in front of a file's own, rules choose, and
 * may begin the stack there; after the last one, `base` is to be set to the node. ERR_PATTERN as
 * rules_apply().
 */
bool fold_level_descend(struct rules *rules, struct tree *tree, enum frame_kind kind,
	const struct fold_level *above, uint32_t name, struct fold_level *below,
	struct err *err) MUST_CHECK;

static inline bool fold_level_equal(const struct fold_level *a, const struct fold_level *b)
{
	return a->node == b->node && a->base == b->base && a->filtered == b->filtered &&
	       a->chosen == b->chosen && a->rooted == b->rooted;
}

/* Whether a stack that ends here is left out. */
static inline bool fold_level_is_left_out(const struct rules *rules, const struct fold_level *level)
{
	return level->filtered || (rules->has_only && !level->chosen);
}

/*
 * Folding: each operation's time is added to its stack, which is the ranges that contain its
 * launch and, below them, the operation itself. Rules rewrite the frames.
 */

/*
 * How to fold; zeroed: the default. Arrays, which are the plan's, are indexed by operation; NULL
 * where unused.
 */
struct fold_plan {
	uint64_t *values;          /* value of an operation, instead of its time */
	uint64_t *idle;            /* value of a leaf [GPU idle] beside it */
	bool *unselected;          /* left out */
	const struct tree *stacks; /* the arrays below hold its nodes, TREE_ROOT for none */
	uint32_t *groups;          /* outermost frames, which rules do not rename */
	size_t unseen;             /* so many of these are seen by no rule */
	uint32_t *below;           /* ranges between the operation's own and itself */
	uint64_t *waited;          /* the part of an operation's value that is a wait */
	uint32_t *waiting; /* the name of its frame, below the operation's; NAME_NONE: none */
	uint64_t *hidden;  /* two for each operation, of its wait and of the rest: the part
			    * that computation hides, which is a frame below it */
	bool segments;     /* operations are parts of time, which are not counted */
	bool no_leaf;      /* operations are no frames: they are the time of their ranges */
};

void fold_plan_release(struct fold_plan *plan);

/*
 * Accounting for all operations, in the unit of the values: total_ns == written_ns +
 * filtered_ns + unselected_ns.
 */
/* What there was to select from, if nothing was left. */
struct fold_extent {
	bool has_time, has_steps, has_devices;
	int64_t from, to; /* ns, as --time counts */
	uint64_t first, last;
	uint64_t first_device, last_device;
};

struct fold_counts {
	uint64_t ops;            /* of the trace */
	uint64_t ops_filtered;   /* left out by a filter rule */
	uint64_t ops_unselected; /* left out by the plan */
	uint64_t total_ns;       /* sum over the report's tables */
	uint64_t written_ns;     /* added to the tree */
	uint64_t filtered_ns;
	uint64_t unselected_ns;
	uint64_t trimmed_idle_ns; /* plan_options.is_wall: idle, but of no step for sure */
	uint64_t kind_ops[OP_KINDS];
	uint64_t kind_ns[OP_KINDS]; /* always times */
	uint64_t ranges;
	uint64_t steps; /* of the latest trace, when values are to be divided by steps; else 0 */
	uint64_t named_steps;      /* of the latest trace, when requested */
	int64_t slices_from;       /* of the latest trace that was cut into slices of its time */
	uint64_t slice_ns;         /* 0: it was not */
	struct fold_extent extent; /* of the latest trace of which nothing was selected */
};

/*
 * Add the operations of `trace` to `tree`, by `rules` and `plan`, which may be NULL; all share
 * one names table. `counts` accumulates over calls. ERR_SUM when the total
 * exceeds 64 bits; ERR_PATTERN when matching a name fails.
 */
bool fold_trace(const struct trace *trace, const struct fold_plan *plan, struct rules *rules,
	struct tree *tree, struct fold_counts *counts, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_FOLD_FOLD_H */
