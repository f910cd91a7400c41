#ifndef COLLAPSE_PLAN_VALUE_H
#define COLLAPSE_PLAN_VALUE_H

#include "collapse/fold/fold.h"
#include "collapse/plan/train_steps.h"

/* What the width of a frame represents: docs/VALUES.md, "values". */
enum value {
	VALUE_GPU_TIME,
	VALUE_COUNT,
	VALUE_BYTES,
	VALUE_IDLE,
	VALUE_EXPOSED,
	VALUE_LAUNCH_LATENCY,
	VALUE_CPU_TIME,
	VALUE_CRITICAL,
};

/* "gpu-time", "count" and so on, by enum value; NULL after the last. */
const char *value_word(size_t index);

struct value_kind {
	const char *word;
	const char *unit;    /* "ns", "operations" or "bytes": for messages, and for `svg --unit` */
	const char *title;   /* of a value in ns, for other tools: "GPU time", "launch latency" */
	const char *subject; /* what is compared, at the beginning of a title: "GPU wall time" */
	const char *width;   /* what that of a picture is: "GPU time that nothing hides" */
};

const struct value_kind *value_kind(enum value value);

/* Add what the value needs to what is requested from the reader. */
uint64_t value_want(enum value value, bool with_streams);

struct plan_options; /* collapse/plan/plan.h */

/*
 * Compute, by operation, its value: plan->values, NULL for its time; with_idle: plan->idle, the
 * time for which its device was idle before it. `until`, by operation, or NULL: plan->waited is the
 * part until then of a time or exposed time. options->communication is a pattern for names of
 * kernels, NULL for the default. with_hidden: plan->hidden, for how long its device
 * computed beside it if it is communication, until then and after that. ERR_PATTERN.
 */
bool value_compute(const struct trace *trace, const struct plan_options *options,
	const int64_t *until, struct fold_plan *plan, struct err *err) MUST_CHECK;

/* Values of a file of their own; arrays as above, with room for each operation. */
bool value_exposed(const struct trace *trace, const char *communication, const int64_t *until,
	const struct fold_plan *plan, struct err *err) MUST_CHECK;

/*
 * What is idle before a step whose predecessor is missing is not its own; nor may all be that is
 * idle since it began, as the GPU may have been busy with what is missing: as much as in other
 * steps is. `idle_before`, by operation, is trimmed; returns by how much, of those selected.
 */
uint64_t wall_idle_trim(const struct trace *trace, const struct train_steps *steps,
	const bool *unselected, uint64_t *idle_before);

/* Whether what is folded are segments of time, in a trace made of them, and not operations. */
bool value_has_segments(enum value value);

/*
 * Make `segments`, a trace that shares all but its operations with `trace`, which must outlive
 * it: each of its operations represents a time span in which the set of ranges open on one
 * thread does not change and is not empty. Free with segments_release().
 */
void cpu_segments(const struct trace *trace, struct trace *segments);

/*
 * Likewise, for the pieces of the critical paths: operations that ran on it, with the ranges of
 * their launch, gaps before them, and time on threads, each with the stream of the operation that
 * was next. The trace needs what value_want() asks for. What its clocks show is added
 * to its diagnostics.
 */
void critical_segments(struct trace *trace, struct trace *segments);

/* Make trace->path, what reports need of all of them. */
void critical_keep(struct trace *trace);

void segments_release(struct trace *segments);

#endif /* COLLAPSE_PLAN_VALUE_H */
