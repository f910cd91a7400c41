#include "stats/parts/projection.h"

#include "base/idmap.h"
#include "collapse/fold/nest.h"

/*
 * Detects the first operation of each launch: operations come by time of launch, so those of
 * one launch are consecutive, unless several launches of a thread have the same time.
 */
struct launch_sieve {
	const struct op *last; /* the previous operation */
	struct idmap seen;     /* seen at this time: used once there are two launches */
};

static bool is_first(struct launch_sieve *sieve, const struct op *op, bool *first, struct err *err)
{
	const struct op *last = sieve->last;
	uint32_t index, had;

	sieve->last = op;
	*first = true;
	if (last == NULL || last->thread != op->thread || last->api_start != op->api_start) {
		idmap_release(&sieve->seen);
		return true;
	}
	if (last->correlation == op->correlation) {
		*first = false;
		return true;
	}
	/* What is not in `seen` yet is the last one's, and one's before it with the same id. */
	if (!idmap_try_add(&sieve->seen, last->correlation, &index, err))
		return false;
	had = sieve->seen.count;
	if (!idmap_try_add(&sieve->seen, op->correlation, &index, err))
		return false;
	*first = sieve->seen.count > had;
	return true;
}

static void extend(struct projected *projected, const struct op *op, bool first)
{
	if (projected->launches == 0) {
		projected->start = op->start;
		projected->end = op->end;
	}
	if (op->start < projected->start)
		projected->start = op->start;
	if (op->end > projected->end)
		projected->end = op->end;
	projected->launches += first;
}

bool project_ranges(
	const struct trace *trace, unsigned kinds, struct projected *list, struct err *err)
{
	struct launch_sieve sieve = { 0 };
	struct nest nest;
	bool first, ok = true;

	for (size_t i = 0; i < trace->range_count; i++)
		list[i] = (struct projected){ 0 };
	nest_init_adopting(&nest, trace);
	while (nest_next(&nest)) {
		const struct op *op = &trace->ops[nest.op];

		if ((kinds >> trace_op_kind(trace, nest.op) & 1) == 0)
			continue;
		ok = is_first(&sieve, op, &first, err);
		if (!ok)
			break;
		for (size_t i = 0; i < nest.depth; i++)
			extend(&list[nest.ranges[i]], op, first);
	}
	nest_release(&nest);
	idmap_release(&sieve.seen);
	return ok;
}
