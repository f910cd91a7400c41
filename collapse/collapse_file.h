#ifndef COLLAPSE_COLLAPSE_FILE_H
#define COLLAPSE_COLLAPSE_FILE_H

#include "base/rules.h"
#include "base/tree.h"
#include "collapse/fold/fold.h"
#include "collapse/fold/fold_tree.h"
#include "collapse/plan/plan.h"
#include "collapse/model/progress.h"
#include "collapse/names/ruleset.h"
#include "collapse/model/trace.h"

/*
 * From report files to a stack tree. Several files add up in one tree.
 *
 * Options travel in one struct for each who reads them:
 *   trace_want        a reader: what to read, and what to leave out
 *   ruleset           whoever makes the rules by which names change and stacks are filtered
 *   plan_options      whoever plans how a trace is folded: values, selection, grouping
 *   collapse_options  whoever collapses one file: these, and how to open it
 *   files_options     whoever makes one tree of several files (collapse_files.h)
 */
struct collapse_options {
	struct trace_want want;
	struct ruleset rules;
	struct plan_options plan;
	const char *rank_pattern; /* see rank_of_file(); NULL: none */
	const char *nsys;         /* how to call nsys, for its own report files */
	struct progress *progress;
};

struct collapse {
	struct names names;
	struct rules rules;
	struct tree tree;
	struct fold_counts counts;
	struct fold_tree_counts stacks; /* of inputs that hold stacks and no operations */
	unsigned stacks_decimals;       /* of their values: those of the tree, or coarser */
	uint64_t steps;  /* that captures report, and names where plan.count_names is set */
	uint32_t useful; /* options that did something: option_effects_next_useless() */
	struct oddities odd;
	struct diagnostics diagnostics; /* of all files */
};

/* Empty, without rules. ERR_NOMEM. */
bool collapse_init(struct collapse *collapse, struct err *err) MUST_CHECK;
void collapse_release(struct collapse *collapse);

/*
 * Read one report, of whatever kind its content shows, and fold it into the
 * tree; its format is described in `format`. ERR_IO, ERR_FORMAT, ERR_NOMEM,
 * ERR_PATTERN; ERR_EMPTY when it holds no GPU operation and no stack; ERR_USAGE
 * when the options ask for what its kind of file does not tell. The tree may then
 * hold a part of it.
 */
bool collapse_file(struct collapse *collapse, const char *path,
	const struct collapse_options *options, struct input_format *format,
	struct err *err) MUST_CHECK;

/*
 * The tree of one file is done: fold the numbers that are found by themselves,
 * and divide by training steps where that is asked for. Errors as strip_numbers().
 */
bool collapse_finish(struct collapse *collapse, const struct collapse_options *options,
	struct err *err) MUST_CHECK;

/*
 * Add what `part` holds beside its tree to `sum`; its diagnostics move. ERR_NOMEM;
 * ERR_FORMAT when a total passes 64 bits.
 */
bool collapse_add_counts(struct collapse *sum, struct collapse *part, struct err *err) MUST_CHECK;

/* Whether anything odd or lost was met in the files so far. */
bool collapse_is_odd(const struct collapse *collapse);

#endif /* COLLAPSE_COLLAPSE_FILE_H */
