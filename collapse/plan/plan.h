#ifndef COLLAPSE_PLAN_PLAN_H
#define COLLAPSE_PLAN_PLAN_H

#include "base/rules.h"
#include "base/tree.h"
#include "collapse/plan/selection.h"
#include "collapse/fold/fold.h"
#include "collapse/plan/grouping.h"
#include "collapse/plan/value.h"

/*
 * How a trace is folded: which value of which operations, under which frames. The fold plan
 * (collapse/fold/fold.h) is made from it for each trace. Zeroed: the time of all operations,
 * under their ranges.
 */
struct plan_options {
	enum value value;
	bool with_idle;
	bool is_wall;     /* of bars of steps: with_idle, where that is the step's own */
	bool with_hidden; /* frames of communication that computation hides, below it; of times */
	const char *communication; /* see value_compute() */
	struct selection selection;
	struct grouping grouping;
	bool normalize_steps;            /* count steps, for tree_divide() */
	bool count_names;                /* count steps: fold_counts.named_steps */
	bool no_graph_ranges;            /* leave out the ranges in which graphs were captured */
	bool adopt;                      /* what autograd launches: see collapse/plan/adopt.h */
	bool adopt_given;                /* by the user */
	bool whole_collectives;          /* they are not split into waits and transfer */
	const struct arrivals *arrivals; /* of all files: split by these; NULL: none */
};

/* ERR_USAGE for options that conflict; ERR_PATTERN. */
bool plan_check(const struct plan_options *plan, struct err *err) MUST_CHECK;

/* Whether collectives are to be split, which only times are. */
bool plan_splits(const struct plan_options *plan);

/* Request what the plan needs from the reader. */
uint64_t plan_want(const struct plan_options *plan);

/*
 * Fold `trace`, read as plan_want() asks, into `tree`. `rank` is the frame of GROUP_RANK,
 * and what is selected by rank. The trace is read only, but for its diagnostics and `adopted`.
 * Errors as fold_trace(); ERR_EMPTY when steps are requested and there are none.
 */
bool plan_fold(const struct plan_options *plan, struct trace *trace, const char *rank,
	struct rules *rules, struct tree *tree, struct fold_counts *counts,
	struct err *err) MUST_CHECK;

/*
 * Cut `trace`, read as plan_want() asks, to what the plan selects and, unless `rules` is NULL, to
 * stacks that these do not leave out: other operations and API calls are removed, operations
 * trimmed to the time, and ranges marked as out. The same operations are left as by
 * plan_fold(), and `extent` is set when none is. Errors likewise.
 */
bool plan_cut(const struct plan_options *plan, struct trace *trace, const char *rank,
	struct rules *rules, struct fold_extent *extent, struct err *err) MUST_CHECK;

/*
 * Leave in trace->path, which critical_keep() made, the pieces that plan_cut() would leave of a
 * trace that has not been cut: all that is on it is still there. Errors likewise.
 */
bool plan_cut_path(const struct plan_options *plan, struct trace *trace, const char *rank,
	struct rules *rules, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_PLAN_PLAN_H */
