#include "stats/measures/projection.h"

#include "base/idmap.h"
#include "collapse/fold/nest.h"
#include "base/sum.h"

/*
 * Detects the first operation of each launch: operations come by time of launch, so those of
 * one launch are consecutive, unless several launches of a thread have the same time.
 */
struct launch_sieve {
	const struct op *last; /* the previous operation */
	struct idmap seen;     /* seen at this time: used once there are two launches */
};

static bool is_first(struct launch_sieve *sieve, const struct op *op)
{
	const struct op *last = sieve->last;
	uint32_t had;

	sieve->last = op;
	if (last == NULL || last->thread != op->thread || last->api_start != op->api_start) {
		idmap_release(&sieve->seen);
		return true;
	}
	if (last->correlation == op->correlation)
		return false;
	/* What is not in `seen` yet is the last one's, and one's before it with the same id. */
	idmap_add(&sieve->seen, last->correlation);
	had = sieve->seen.count;
	return idmap_add(&sieve->seen, op->correlation) == had;
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

void project_ranges(const struct trace *trace, unsigned kinds, struct projected *list)
{
	struct launch_sieve sieve = { 0 };
	struct nest nest;

	for (size_t i = 0; i < trace->range_count; i++)
		list[i] = (struct projected){ 0 };
	nest_init(&nest, trace);
	while (nest_next(&nest)) {
		const struct op *op = &trace->ops[nest.op];
		bool first;

		if ((kinds >> trace_op_kind(trace, nest.op) & 1) == 0)
			continue;
		first = is_first(&sieve, op);
		for (size_t i = 0; i < nest.depth; i++)
			extend(&list[nest.ranges[i]], op, first);
	}
	nest_release(&nest);
	idmap_release(&sieve.seen);
}

/* --- sums by range ---------------------------------------------------------------------------- */

void nest_sums_release(struct nest_sums *sums)
{
	free(sums->open);
	free(sums->is_open);
	*sums = (struct nest_sums){ 0 };
}

void nest_sums_enter(struct nest_sums *sums, uint32_t place)
{
	size_t had = sums->places_cap;
	bool is_first = false;

	if (place != NEST_NOWHERE) {
		mem_need(sums->is_open, sums->places_cap, (size_t)place + 1);
		memset(sums->is_open + had, 0, sums->places_cap - had);
		is_first = !sums->is_open[place];
		sums->is_open[place] = true;
	}
	*mem_next(sums->open, sums->cap, sums->depth) =
		(struct nest_sum){ .place = place, .is_first = is_first };
}

bool nest_sums_add(struct nest_sums *sums, uint64_t ns, uint64_t count, struct err *err)
{
	struct nest_sum *innermost;

	if (sums->depth == 0)
		return true;
	innermost = &sums->open[sums->depth - 1];
	innermost->count += count;
	return sum_add(&innermost->ns, ns, err);
}

bool nest_sums_leave(struct nest_sums *sums, struct nest_sum *left, struct err *err)
{
	*left = sums->open[--sums->depth];
	if (left->is_first)
		sums->is_open[left->place] = false;
	return nest_sums_add(sums, left->ns, left->count, err);
}
