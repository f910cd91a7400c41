#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sum.h"
#include "collapse/fold/nest.h"
#include "collapse/plan/phases.h"
#include "stats/measures/projection.h"
#include "stats/measures/rank_walk.h"

/* Times by range, of operations of a trace or of gaps. */
struct range_walk {
	struct rank_walk *walk;
	const struct trace *trace; /* whose operations are added */
	enum rank_time_kind kind;
	struct nest_sums sums; /* by index of walk->keys */
	uint32_t place;        /* whose they are */
	bool *is_open;         /* by name */
	size_t open_cap;
};

#define NO_NAME UINT32_MAX

/* The innermost ranges end, down to `same`; of nested ones of a name, only the outermost counts. */
static bool leave_ranges(struct range_walk *ranges, size_t same, struct err *err)
{
	struct rank_fact *fact;
	struct nest_sum left;

	while (ranges->sums.depth > same) {
		if (!nest_sums_leave(&ranges->sums, &left, err))
			return false;
		if (!left.is_first || left.place == NO_NAME)
			continue;
		ranges->is_open[left.place] = false;
		fact = rank_walk_time(ranges->walk, ranges->place, ranges->kind, left.place);
		if (fact->is.one.ordinal < (int64_t)ranges->sums.depth)
			fact->is.one.ordinal = (int64_t)ranges->sums.depth;
		if (!sum_add_ns(&fact->is.one.ns, left.ns, err))
			return false;
	}
	return true;
}

static void enter_range(struct range_walk *ranges, uint32_t name)
{
	struct rank_facts *facts = ranges->walk->facts;
	size_t had = ranges->open_cap;
	bool is_first;

	if (name == NAME_NONE) {
		nest_sums_enter(&ranges->sums, NO_NAME, false);
		return;
	}
	name = folded_names_find(&facts->folded, facts->names, name);
	mem_need(ranges->is_open, ranges->open_cap, (size_t)name + 1);
	memset(ranges->is_open + had, 0, ranges->open_cap - had);
	is_first = !ranges->is_open[name];
	ranges->is_open[name] = true;
	nest_sums_enter(&ranges->sums, name, is_first);
}

/* The first `same` ranges around the operation are those around the last one. */
static bool add_launch(struct range_walk *ranges, const struct nest *nest, uint32_t place,
	size_t same, struct err *err)
{
	const struct op *op = &ranges->trace->ops[nest->op];
	bool ok = leave_ranges(ranges, place == ranges->place ? same : 0, err);

	ranges->place = place;
	while (ok && ranges->sums.depth < nest->depth)
		enter_range(ranges, ranges->trace->ranges[nest->ranges[ranges->sums.depth]].name);
	return ok && nest_sums_add(&ranges->sums, (uint64_t)(op->end - op->start), 1, err);
}

/* Whether an operation, or gap, is added to its ranges, and to those of which place. */
static bool counts(const struct range_walk *ranges, const struct nest *nest, uint32_t *place)
{
	struct rank_walk *walk = ranges->walk;

	if (ranges->kind == RANK_TIME_IDLE) {
		*place = walk->gaps[nest->op].place;
		return true;
	}
	if (nest->op >= walk->trace->op_end[OP_KERNEL])
		return false;
	*place = rank_walk_place(walk, nest->op);
	return !walk->communicates[nest->op] && rank_walk_counts(walk, nest->op);
}

bool rank_walk_ranges(struct rank_walk *walk, const struct trace *trace, enum rank_time_kind kind,
	struct err *err)
{
	struct range_walk ranges = { .walk = walk, .trace = trace, .kind = kind };
	struct nest nest;
	uint32_t place;
	size_t same = 0;
	bool ok = true;

	nest_init_adopting(&nest, trace);
	while (ok && nest_next(&nest)) {
		if (nest.same < same)
			same = nest.same;
		if (!counts(&ranges, &nest, &place))
			continue;
		ok = add_launch(&ranges, &nest, place, same, err);
		same = nest.depth;
	}
	nest_release(&nest);
	ok = ok && leave_ranges(&ranges, 0, err);
	nest_sums_release(&ranges.sums);
	free(ranges.is_open);
	return ok;
}

/* What the CPU did meanwhile: gaps as operations that were launched in the middle of each. */
bool rank_walk_gaps(struct rank_walk *walk, struct err *err)
{
	struct trace gaps = *walk->trace;
	uint32_t *phases = mem_zeroed(walk->gap_count, sizeof(*phases));
	bool ok;

	gaps.ops = mem_zeroed(walk->gap_count, sizeof(*gaps.ops));
	gaps.op_count = walk->gap_count;
	gaps.sums = NULL;
	gaps.adopted = NULL;
	gaps.op_order = gaps.adopted_order = (struct thread_order){ 0 };
	gaps.ordered_ops = NULL;
	for (int kind = 0; kind < OP_KINDS; kind++)
		gaps.op_end[kind] = walk->gap_count;
	for (size_t i = 0; i < walk->gap_count; i++) {
		const struct late_gap *gap = &walk->gaps[i];

		gaps.ops[i] = walk->trace->ops[gap->op];
		gaps.ops[i].start = gap->from;
		gaps.ops[i].end = gap->to;
		gaps.ops[i].api_start = gaps.ops[i].api_end = gap->from + (gap->to - gap->from) / 2;
	}
	ok = phases_find(&gaps, NULL, phases, err) &&
	     rank_walk_ranges(walk, &gaps, RANK_TIME_IDLE, err);
	for (size_t i = 0; ok && i < walk->gap_count; i++) {
		const struct late_gap *gap = &walk->gaps[i];
		struct rank_fact *step = &walk->facts->list[gap->fact];

		if (phases[i] == NAME_NONE ||
			strcmp(walk->trace->names->list[phases[i]].text, "data") != 0)
			continue;
		step->is.step.late -= gap->to - gap->from;
		rank_time_add(&step->is.step.data, gap->to - gap->from);
	}
	free(gaps.ops);
	free(phases);
	return ok;
}
