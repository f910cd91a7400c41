#ifndef COLLAPSE_PLAN_MEANING_H
#define COLLAPSE_PLAN_MEANING_H

#include "base/rules.h"
#include "base/tree.h"
#include "collapse/plan/cut.h"
#include "collapse/fold/fold.h"
#include "collapse/plan/front.h"
#include "collapse/plan/value.h"

/*
 * What a folded trace is to mean: what counts, of which operations, under which
 * frames. Zeroed: the time of all operations, under their ranges.
 */
struct meaning {
	enum value value;
	bool value_given, graph_ranges_given, start_end_ranges_given; /* not left to the default */
	bool with_idle;
	const char *communication; /* see value_compute() */
	struct cut_options cut;
	struct front front;
	bool normalize_steps; /* count steps, for tree_divide() */
	bool count_names;     /* count steps by their names, or those of --step-range:
			       * fold_counts.named_steps */
	bool no_graph_ranges; /* leave out the ranges in which graphs were captured */
	bool adopt;
	bool all_start_end_ranges; /* also those that end on another thread */
};

/* ERR_USAGE for what can't go together; ERR_PATTERN, ERR_NOMEM. */
bool meaning_check(const struct meaning *meaning, struct err *err) MUST_CHECK;

/* Whether it takes training steps to be found. */
bool meaning_needs_steps(const struct meaning *meaning);

/* What a reader must give for it. */
void meaning_want(const struct meaning *meaning, struct trace_want *want);

/*
 * Fold `trace`, whose operations may be trimmed and ranges changed on the way,
 * into `tree`. `rank` is the frame of FRONT_RANK. Errors as
 * fold_trace(); ERR_EMPTY when steps are asked for and there are none.
 */
bool meaning_fold(const struct meaning *meaning, struct trace *trace, const char *rank,
	struct rules *rules, struct tree *tree, struct fold_counts *counts,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_PLAN_MEANING_H */
