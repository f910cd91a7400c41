#ifndef COLLAPSE_PLAN_SELECTION_H
#define COLLAPSE_PLAN_SELECTION_H

#include "collapse/fold/fold.h"
#include "collapse/plan/train_steps.h"
#include "collapse/model/trace.h"

struct number_list {
	uint64_t *list;
	size_t count, cap;
};

/* Which operations of a trace are selected. Zeroed: all of them. */
struct selection {
	bool has_from, has_to;
	int64_t from, to; /* ns on the report's clock; `to` is exclusive */
	const char *time; /* these as they were given; NULL: they were not */
	struct number_list devices, streams, processes, ranks; /* as in the system; none: all */
	const char *range; /* only inside ranges whose names match, or NULL */
	struct step_selection steps;
};

/* Request what the selection needs from the reader. */
uint64_t selection_want(const struct selection *selection);

/* Whether steps are selected; a time interval; anything but steps; anything. */
bool selection_has_steps(const struct selection *selection);
bool selection_has_time(const struct selection *selection);
bool selection_is_of_operations(const struct selection *selection);
bool selection_is_asked_for(const struct selection *selection);

/* A time past the end of a trace may be one of its file's own clock, such as the time of day. */
void selection_place_time(struct selection *selection, const struct trace *trace);

/* What there is to select from. */
void selection_extent(
	const struct trace *trace, const struct train_steps *steps, struct fold_extent *extent);

/*
 * Trim operations, which must be a copy of the trace's own, to the interval from `from` to
 * `to`: those outside keep no time. Sets unselected[i] for these, and adds the time removed to
 * *unselected_ns.
 */
void selection_trim(const struct selection *selection, struct trace *trace, bool *unselected,
	uint64_t *unselected_ns);

/*
 * Set unselected[i] for operations that are not selected by device, stream, process, rank,
 * range or step. `rank` is that of processes whose rank is not in the trace, "rank 3". `steps` may
 * be NULL when no steps are selected. Ranges include those of the plan. ERR_PATTERN.
 */
bool selection_mark(const struct selection *selection, const struct trace *trace,
	const struct train_steps *steps, const char *rank, const struct fold_plan *plan,
	bool *unselected, struct err *err) MUST_CHECK;

/* Whether a number is in a list; an empty one has all. */
bool selection_lists(const struct number_list *numbers, uint64_t number);

/* Whether the rank of a frame, "rank 3", is selected. */
bool selection_has_rank(const struct selection *selection, const char *rank);

#endif /* COLLAPSE_PLAN_SELECTION_H */
