#ifndef COLLAPSE_PLAN_SELECTION_H
#define COLLAPSE_PLAN_SELECTION_H

#include "collapse/fold/fold.h"
#include "collapse/plan/train_steps.h"
#include "collapse/model/trace.h"

/* Which operations of a trace are selected. Zeroed: all of them. */
struct selection {
	bool has_from, has_to;
	int64_t from, to;              /* ns on the report's clock; `to` is not in */
	uint64_t *devices, *processes; /* numbers as the system counts them; none: all */
	size_t device_count, devices_cap, process_count, processes_cap;
	const char *range; /* only inside of ranges whose names match, or NULL */
	struct step_selection steps;
};

/* What a reader must give for it. */
void selection_want(const struct selection *selection, struct trace_want *want);

/* Whether steps are chosen; a time is; anything but steps is; anything is. */
bool selection_has_steps(const struct selection *selection);
bool selection_has_time(const struct selection *selection);
bool selection_is_of_operations(const struct selection *selection);
bool selection_is_asked_for(const struct selection *selection);

/*
 * Trim operations, which are a copy of the trace's own, to the time from `from` to `to`: those that
 * lie outside have no time left. Sets unselected[i] for these, and adds what is gone to
 * *unselected_ns.
 */
void selection_trim(const struct selection *selection, struct trace *trace, bool *unselected,
	uint64_t *unselected_ns);

/*
 * Set unselected[i] for operations that are not wanted by device, process, range or
 * step. `steps` may be NULL when none are chosen. Ranges are also those that
 * `plan` puts operations under, or between. ERR_NOMEM, ERR_PATTERN.
 */
bool selection_mark(const struct selection *selection, const struct trace *trace,
	const struct train_steps *steps, const struct fold_plan *plan, bool *unselected,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_PLAN_SELECTION_H */
