#ifndef COLLAPSE_PLAN_CUT_H
#define COLLAPSE_PLAN_CUT_H

#include "collapse/fold/fold.h"
#include "collapse/plan/train_steps.h"
#include "collapse/model/trace.h"

/*
 * A cut: which operations of a trace are wanted. Zeroed: all of them.
 */
struct cut_options {
	bool has_from, has_to;
	int64_t from, to;              /* ns on the report's clock; `to` is not in */
	uint64_t *devices, *processes; /* numbers as the system counts them; none: all */
	size_t device_count, devices_cap, process_count, processes_cap;
	const char *range; /* only inside of ranges whose names match, or NULL */
	struct step_choice steps;
};

/* The process's number: of the ids in nsys's layout, which all readers follow. */
uint64_t trace_pid(const struct trace *trace, uint32_t process);
uint64_t trace_tid(const struct trace *trace, uint32_t thread);

/* What a reader must give for it. */
void cut_want(const struct cut_options *options, struct trace_want *want);

/* Whether steps are chosen; whether anything else is; whether anything is. */
bool cut_has_steps(const struct cut_options *options);
bool cut_is_of_operations(const struct cut_options *options);
bool cut_is_asked_for(const struct cut_options *options);

/*
 * Trim operations to the time from `from` to `to`: those that lie outside have
 * no time left. Sets cut[i] for these, and adds what is gone to *cut_ns.
 */
void cut_time(const struct cut_options *options, struct trace *trace, bool *cut, uint64_t *cut_ns);

/*
 * Set cut[i] for operations that are not wanted by device, process, range or
 * step. `steps` may be NULL when none are chosen. Ranges are also those that
 * `plan` puts operations under, or between. ERR_NOMEM, ERR_PATTERN.
 */
bool cut_operations(const struct cut_options *options, const struct trace *trace,
	const struct steps *steps, const struct fold_plan *plan, bool *cut,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_PLAN_CUT_H */
