#ifndef COLLAPSE_TRACE_CUTTER_H
#define COLLAPSE_TRACE_CUTTER_H

#include "collapse/collapse_file.h"

/*
 * The options by which stacks are selected and named, applied to a trace of which reports are
 * made: the same operations are left, with the same names, as in stacks.
 */
struct trace_cutter {
	const struct collapse_options *options; /* borrowed */
	struct rules rules;
	bool selects; /* by the plan or by rules */
	bool chooses; /* by rules */
	bool renames;
	bool had_any, left_any; /* operations or ranges, over all traces */
	struct fold_extent extent;
};

/* collapse/plan/leave_out.h */
struct thread_call;

/*
 * Set out[i] for calls on the CPU, not in the trace, that are not selected: the trace has been cut.
 * Errors as trace_cutter_cut().
 */
bool trace_cutter_mark(struct trace_cutter *cutter, const char *path, const struct trace *trace,
	const struct thread_call *calls, size_t count, bool *out, struct err *err) MUST_CHECK;

/* What names are shown as: ids by id, for those that occur as the name of a range or operation. */
struct shown_names {
	uint32_t *ranges, *operations;
};

/*
 * The rules are made for `names`, which all traces share. ERR_USAGE for rules about frames,
 * which reports do not have; else as ruleset_add().
 */
bool trace_cutter_init(struct trace_cutter *cutter, struct names *names,
	const struct collapse_options *options, struct err *err) MUST_CHECK;
void trace_cutter_release(struct trace_cutter *cutter);

/* What it needs from the reader: enum trace_want. */
uint64_t trace_cutter_want(const struct trace_cutter *cutter);

/*
 * Leave in the trace of the file at `path` what is selected, and mark the ranges of steps.
 * ERR_USAGE when the file lacks what the options need; else as plan_cut().
 */
bool trace_cutter_cut(struct trace_cutter *cutter, const char *path, struct trace *trace,
	struct err *err) MUST_CHECK;

/*
 * Find the names that its ranges and operations are shown as; they are released with
 * shown_names_release(), after an error too. Numbers are folded as in ranges under one parent.
 * Errors as rules_apply().
 */
bool trace_cutter_names(struct trace_cutter *cutter, const struct trace *trace,
	struct shown_names *shown, struct err *err) MUST_CHECK;
void shown_names_release(struct shown_names *shown);

/* Rename its ranges and operations so. */
bool trace_cutter_rename(
	struct trace_cutter *cutter, struct trace *trace, struct err *err) MUST_CHECK;

/* ERR_EMPTY when there were operations or ranges, and none is left. */
bool trace_cutter_check(const struct trace_cutter *cutter, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_TRACE_CUTTER_H */
