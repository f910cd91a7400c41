#ifndef COLLAPSE_PLAN_TRAIN_STEPS_H
#define COLLAPSE_PLAN_TRAIN_STEPS_H

#include "collapse/model/trace.h"

/*
 * Training steps: the outermost ranges on a thread whose names are those of a step. A step has
 * a number: the one in its name, else the one after that of the step before on its thread. Where
 * names begin anew, as in the next epoch, numbers go on. If no name is a usual one, those count
 * that end in a word for a step and a number.
 */
struct train_step {
	int64_t start, end;
	uint32_t thread;
	uint64_t number, named; /* named: the one in its name */
	uint64_t last, count; /* of a cell of a capture of sums, of several steps: up to this one */
	bool is_counted;      /* its name has none */
	bool out;             /* not selected */
};

struct train_steps {
	struct train_step *list; /* by thread, then by start */
	size_t count, cap;
	size_t *begin;  /* by thread: where its steps begin; one more at the end */
	uint32_t *main; /* by process: the thread with the most steps, or TRACE_NONE */
	bool are_mixed; /* batches of several phases of a server are among them */
};

/* Which steps are selected: docs/VALUES.md, "steps, phases, ranks". */
struct step_selection {
	const char *pattern; /* of their ranges' names; NULL: the usual ones */
	char *made;          /* the pattern, if it was made of others; to free() */
	bool has_numbers;    /* only steps from first to last */
	const char *numbers; /* these as they were given */
	uint64_t first, last;
	uint64_t skip_first; /* of each thread */
};

struct rules; /* base/rules.h */

/*
 * Mark the ranges whose names are those of steps: by `pattern`, or the usual ones, and all that end
 * in a word for a step and a number. ERR_PATTERN.
 */
bool train_steps_mark(struct trace *trace, const char *pattern, struct err *err) MUST_CHECK;

#define STEP_NONE UINT32_MAX

/* ERR_PATTERN. */
bool train_steps_init(struct train_steps *steps, const struct trace *trace,
	const struct step_selection *choice, struct err *err) MUST_CHECK;
void train_steps_release(struct train_steps *steps);

/*
 * The step that a thread was in at a given time, an index of the list; STEP_NONE if it was in none,
 * and for TRACE_NONE. Threads without steps of their own use those of their process's main thread.
 */
uint32_t train_steps_find(
	const struct train_steps *steps, const struct trace *trace, uint32_t thread, int64_t time);

/* Likewise of an operation's launch. */
static inline uint32_t train_steps_of_op(
	const struct train_steps *steps, const struct trace *trace, size_t op)
{
	if (trace->step_cells != NULL)
		return trace->sums[op].cell;
	return train_steps_find(steps, trace, trace->ops[op].thread, trace->ops[op].api_start);
}

/* The largest number of selected steps on one thread. */
uint64_t train_steps_wanted(const struct train_steps *steps, const struct trace *trace);

/*
 * The same, counting only steps in which a selected operation was launched; `unselected` is by
 * operation, NULL for none.
 */
uint64_t train_steps_left(
	const struct train_steps *steps, const struct trace *trace, const bool *unselected);

/* Number of steps named by the frames of a tree: of the kind in which most time is spent. */
uint64_t step_names_of_tree(const struct tree *tree);

#endif /* COLLAPSE_PLAN_TRAIN_STEPS_H */
