#ifndef COLLAPSE_COLLAPSE_FILE_H
#define COLLAPSE_COLLAPSE_FILE_H

#include "base/rules.h"
#include "base/tree.h"
#include "collapse/fold/fold.h"
#include "collapse/fold/fold_tree.h"
#include "collapse/plan/plan.h"
#include "collapse/model/input_format.h"
#include "collapse/names/ruleset.h"
#include "collapse/model/trace.h"

/*
 * Turns report files into a stack tree. Several files add up in one tree.
 *
 * One struct of options for each reader of them:
 *   ruleset           whoever makes the rules by which names change and stacks are filtered
 *   plan_options      whoever plans how a trace is folded: values, selection, grouping
 *   collapse_options  whoever collapses one file: these, and how to open it
 *   files_options     whoever makes one tree of several files (collapse_files.h)
 */

/* A callback that also gets the trace of a file, after it was folded, or those of several, before.
 */
struct trace_look {
	/* its errors are ours */
	bool (*look)(void *context, struct trace *trace, const char *path, struct err *err);
	void *context;
	uint64_t want;       /* what is read for it, too: enum trace_want */
	struct names *names; /* of several files: whose names all traces have */
};

struct collapse_options {
	bool no_domain_prefix, kernels_only;
	unsigned torch_frames; /* bits of enum trace_want; 0: TORCH_FRAMES_DEFAULT */
	unsigned threads;      /* up to so many may read and fold a file; 0: one */
	struct ruleset rules;
	struct plan_options plan;
	const char *rank_pattern; /* see rank_of_file(); NULL: none */
	const char
		*graph_captures; /* traces of captures: a file or folder; NULL: beside the file */
	const char *nsys;        /* how to call nsys, for its own report files */
	bool quiet;              /* its progress is not shown */
	struct progress *progress;
	const struct trace_look *look; /* NULL: nobody; borrowed */
};

struct collapse {
	struct names names;
	struct rules rules;
	struct tree tree;
	struct rules wall_rules;
	struct tree wall;  /* where cells are offered: the stacks of wall time, each ns once */
	uint64_t wall_ops; /* operations in it */
	uint64_t wall_trimmed_ns; /* what is idle, but not in it */
	struct fold_counts counts;
	struct fold_tree_counts stacks; /* of inputs that hold stacks without operations */
	unsigned stacks_decimals;       /* of their values: those of the tree, or coarser */
	uint64_t steps; /* reported by captures, or named if plan.count_names is set */
	struct oddities odd;
	struct diagnostics diagnostics; /* of all files */
	struct origins origins;         /* likewise */
};

/* Empty, without rules. */
void collapse_init(struct collapse *collapse);
void collapse_release(struct collapse *collapse);

/*
 * Read one report, whose kind is detected by content, and fold it into the tree; its format is
 * described in `format`. ERR_IO, ERR_FORMAT, ERR_PATTERN; ERR_EMPTY when it holds
 * no GPU operation and no stack; ERR_USAGE when the options need data that this kind of file
 * lacks. After an error the tree may hold part of the file.
 */
bool collapse_file(struct collapse *collapse, const char *path,
	const struct collapse_options *options, struct input_format *format,
	struct err *err) MUST_CHECK;

/*
 * Before any is folded, which needs options->plan.arrivals: add the collectives of a file and its
 * place, and have it looked at. One that cannot be read, or only once, counts as one that lacks.
 */
void collapse_file_arrivals(struct arrivals *arrivals, struct origins *origins, const char *path,
	const struct collapse_options *options);

/*
 * Finish the tree of one file: fold the numbers detected in names and, if requested, divide by
 * training steps. Errors as strip_numbers().
 */
bool collapse_finish(struct collapse *collapse, const struct collapse_options *options,
	struct err *err) MUST_CHECK;

/*
 * Add all of `part` but its tree to `sum`; its diagnostics are moved. ERR_SUM
 * when a total exceeds 64 bits.
 */
bool collapse_add_counts(struct collapse *sum, struct collapse *part, struct err *err) MUST_CHECK;

/* Whether it matters which rank a file is of. */
bool collapse_needs_rank(const struct collapse_options *options);

#endif /* COLLAPSE_COLLAPSE_FILE_H */
