#include "stats/measures/rank_facts.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/opt.h"
#include "base/sum.h"
#include "base/text.h"
#include "stats/measures/busy.h"
#include "stats/measures/projection.h"
#include "stats/measures/rank_walk.h"

void rank_facts_release(struct rank_facts *facts)
{
	free(facts->places);
	free(facts->list);
	folded_names_release(&facts->folded);
	*facts = (struct rank_facts){ .names = facts->names };
}

/* --- who ------------------------------------------------------------------------------- */

static uint32_t intern(struct names *names, const char *text)
{
	return text[0] == '\0' ? NAME_NONE : names_intern(names, text, strlen(text));
}

static uint32_t add_place(struct rank_walk *walk, const char *label, bool has_rank, uint64_t rank)
{
	struct rank_facts *facts = walk->facts;
	const struct origin *origin = &walk->trace->origin;

	mem_need(facts->places, facts->place_cap, facts->place_count + 1);
	facts->places[facts->place_count] = (struct rank_place){
		.has_rank = has_rank,
		.rank = rank,
		.world = origin->world > 0 ? origin->world : collectives_world(walk->trace),
		.label = intern(facts->names, label),
		.node = intern(facts->names, origin->node),
		.job = intern(facts->names, origin->job),
		.uuid = intern(facts->names, origin->uuid),
	};
	return (uint32_t)facts->place_count++;
}

/* What a place is called if it has no number: "run.sqlite pid 4711" where files have several. */
static uint32_t add_process(struct rank_walk *walk, const char *label, uint32_t process)
{
	static const char start[] = "rank ";
	const struct trace *trace = walk->trace;
	uint32_t name = trace->process_ranks[process], place;
	const char *own = name != NAME_NONE ? trace->names->list[name].text : "";
	uint64_t rank = 0;
	char *text;

	if (strncmp(own, start, strlen(start)) == 0 && opt_parse_uint(own + strlen(start), &rank))
		return add_place(walk, label, true, rank);
	if (own[0] == '\0')
		return add_place(walk, label, false, 0);
	text = text_format("%s %s", label, own);
	place = add_place(walk, text, false, 0);
	free(text);
	return place;
}

/* One place, or one for each process that ran something. */
static void add_places(struct rank_walk *walk, const char *label)
{
	const struct trace *trace = walk->trace;
	uint32_t whole = UINT32_MAX;

	walk->place_of = mem_zeroed(trace->processes.count, sizeof(*walk->place_of));
	memset(walk->place_of, 0xff, trace->processes.count * sizeof(*walk->place_of));
	for (size_t i = 0; i < trace->op_count; i++) {
		uint32_t *place = &walk->place_of[trace_op_process(trace, i)];

		if (*place == UINT32_MAX && trace->has_many_ranks)
			*place = add_process(walk, label, trace_op_process(trace, i));
		if (*place == UINT32_MAX && whole == UINT32_MAX)
			whole = add_place(walk, label, trace->origin.has_rank, trace->origin.rank);
		if (*place == UINT32_MAX)
			*place = whole;
	}
}

/* --- steps ------------------------------------------------------------------------------ */

/* Of sums over known steps: 0. */
static int64_t number_of(const struct rank_walk *walk, size_t op)
{
	if (walk->trace->sums != NULL)
		return walk->trace->origin.steps > 0 ? 0 : RANK_UNKNOWN;
	return op_steps_number(&walk->steps, op);
}

static struct rank_fact *find_step(struct rank_walk *walk, size_t op)
{
	int64_t number = number_of(walk, op);
	struct rank_fact *fact = rank_walk_find(walk, FACT_STEP, rank_walk_place(walk, op),
		idmap_add(&walk->numbers, (uint64_t)number));

	fact->step = number;
	fact->is.step.steps = walk->trace->sums != NULL && number == 0
				      ? (int64_t)(walk->trace->origin.steps & INT64_MAX)
				      : 1;
	return fact;
}

/* --- times ------------------------------------------------------------------------------ */

/* A device of a place: until when it ran something, a kernel, one that computes. */
struct device_times {
	uint32_t process, device, last_op;
	int64_t from, busy, kernels, compute;
	int64_t first_collective, last_collective; /* gaps count between them, without steps */
};

static int64_t extend(int64_t *until, const struct op *op)
{
	int64_t from = op->start > *until ? op->start : *until;

	if (op->end <= from)
		return 0;
	*until = op->end;
	return rank_time_between(from, op->end);
}

/* Idle until an operation: by why it came so late. */
static void add_gap(struct rank_walk *walk, const struct device_times *times, uint32_t index,
	struct rank_fact *step)
{
	enum { SHORT_NS = 20000 };
	const struct op *op = &walk->trace->ops[index];
	int64_t ns = rank_time_between(times->busy, op->start);

	if (step->step == RANK_UNKNOWN &&
		(op->start <= times->first_collective || op->start > times->last_collective))
		return;
	rank_time_add(&step->is.step.own, ns);
	if (op->thread == TRACE_NONE || op->api_start <= times->busy || op->api_start > op->start)
		return; /* launched in time */
	ns = rank_time_between(times->busy, op->api_start);
	rank_time_add(&step->is.step.late, ns);
	if (ns < SHORT_NS || ns == INT64_MAX)
		return;
	mem_need(walk->gaps, walk->gap_cap, walk->gap_count + 1);
	walk->gaps[walk->gap_count++] = (struct late_gap){
		.op = index,
		.place = step->place,
		.fact = (uint32_t)(step - walk->facts->list),
		.from = times->busy,
		.to = op->api_start,
	};
}

static void add_times(struct rank_walk *walk, struct device_times *times, uint32_t index)
{
	const struct op *op = &walk->trace->ops[index];
	uint32_t place = rank_walk_place(walk, index);
	struct rank_fact *rank = rank_walk_find(walk, FACT_RANK, place, 0);
	int64_t busy = extend(&times->busy, op), kernels = 0, compute = 0;
	struct rank_fact *step;

	if (index < walk->trace->op_end[OP_KERNEL])
		kernels = extend(&times->kernels, op);
	if (index < walk->trace->op_end[OP_KERNEL] && !walk->communicates[index])
		compute = extend(&times->compute, op);
	rank_time_add(&rank->is.rank.busy, busy);
	rank_time_add(&rank->is.rank.compute, compute);
	rank_time_add(&rank->is.rank.exposed, kernels - compute);
	if (rank_time_between(times->from, times->busy) > rank->is.rank.span)
		rank->is.rank.span = rank_time_between(times->from, times->busy);
	if (!rank_walk_counts(walk, index))
		return;
	step = find_step(walk, index);
	rank_time_add(&step->is.step.own, busy - kernels + compute);
	rank_time_add(&step->is.step.compute, compute);
	rank_time_add(&step->is.step.exposed, kernels - compute);
}

static void find_collectives(const struct rank_walk *walk, const uint32_t *order, size_t count,
	struct device_times *times)
{
	times->first_collective = INT64_MAX;
	times->last_collective = INT64_MIN;
	for (size_t i = 0; i < count; i++) {
		const struct op *op = &walk->trace->ops[order[i]];

		if (trace_op_process(walk->trace, order[i]) != times->process ||
			walk->trace->streams[op->stream].device != times->device)
			return;
		if (!walk->communicates[order[i]])
			continue;
		if (times->first_collective == INT64_MAX)
			times->first_collective = op->start;
		times->last_collective = op->start;
	}
}

/* In the order of devices and starts. */
static void add_devices(struct rank_walk *walk, const uint32_t *order, size_t count)
{
	struct device_times times = { 0 };

	for (size_t i = 0; i < count; i++) {
		const struct op *op = &walk->trace->ops[order[i]];
		const struct stream *stream = &walk->trace->streams[op->stream];

		if (i == 0 || stream->process != times.process || stream->device != times.device) {
			times = (struct device_times){ stream->process, stream->device, order[i],
				op->start, op->start, op->start, op->start, 0, 0 };
			find_collectives(walk, order + i, count - i, &times);
		} else if (op->start > times.busy && rank_walk_counts(walk, order[i])) {
			add_gap(walk, &times, order[i], find_step(walk, order[i]));
		}
		add_times(walk, &times, order[i]);
	}
}

/* --- operations ------------------------------------------------------------------------- */

static void add_collectives(struct rank_walk *walk, const uint32_t *order, size_t count)
{
	struct collectives found;

	collectives_find(&found, walk->trace, &walk->steps, order, count);
	for (size_t i = 0; i < found.count; i++) {
		const struct collective *one = &found.list[i];
		const struct op *op = &walk->trace->ops[one->op];
		struct rank_fact *fact;
		uint32_t at;

		if (one->is_pair)
			continue;
		at = rank_walk_add(walk, FACT_COLLECTIVE, rank_walk_place(walk, one->op));
		fact = &walk->facts->list[at];
		fact->name = op->name;
		fact->step = one->step;
		fact->is.one.communicator = one->communicator;
		fact->is.one.ordinal = one->ordinal;
		fact->is.one.ns = rank_time_between(op->start, op->end);
	}
	free(found.list);
}

/* "ncclDevKernel_AllReduce_Sum_f32_RING_LL", without its parameters. */
static uint32_t bare_name(struct rank_walk *walk, uint32_t name)
{
	const struct name *whole = &walk->facts->names->list[name];

	return names_intern(walk->facts->names, whole->text, collective_name_length(whole->text));
}

/* What is a sum, however operations overlap. */
static bool add_op(struct rank_walk *walk, size_t op, struct err *err)
{
	const struct trace *trace = walk->trace;
	uint32_t place = rank_walk_place(walk, op),
		 device = trace->streams[trace->ops[op].stream].device;
	uint64_t ns = (uint64_t)(trace->ops[op].end - trace->ops[op].start);
	bool is_kernel = op < trace->op_end[OP_KERNEL], communicates = walk->communicates[op];
	struct rank_fact *fact = rank_walk_find(walk, FACT_RANK, place, 0);

	fact->is.rank.ops += (int64_t)trace_op_count(trace, op);
	if (is_kernel &&
		!sum_add_ns(communicates ? &fact->is.rank.communication : &fact->is.rank.kernels,
			ns, err))
		return false;
	fact = rank_walk_find(walk, FACT_DEVICE, place, device);
	fact->is.one.device = device;
	if (is_kernel && !communicates && !sum_add_ns(&fact->is.one.ns, ns, err))
		return false;
	if (communicates && !sum_add_ns(&rank_walk_time(walk, place, RANK_TIME_COLLECTIVE,
						bare_name(walk, trace->ops[op].name))
						 ->is.one.ns,
				    ns, err))
		return false;
	if (!is_kernel || !rank_walk_counts(walk, op))
		return true;
	fact = find_step(walk, op);
	if (communicates)
		fact->is.step.collectives += (int64_t)trace_op_count(trace, op);
	if (trace->sums == NULL)
		return true;
	fact->is.step.own = fact->is.step.data = fact->is.step.late = RANK_UNKNOWN;
	return sum_add_ns(communicates ? &fact->is.step.exposed : &fact->is.step.compute, ns, err);
}

static bool add_ops(struct rank_walk *walk, struct err *err)
{
	for (size_t i = 0; i < walk->trace->op_count; i++) {
		if (!add_op(walk, i, err))
			return false;
	}
	return true;
}

/* --- the whole -------------------------------------------------------------------------- */

static bool add_all(struct rank_walk *walk, struct err *err)
{
	const struct trace *trace = walk->trace;
	size_t count;
	uint32_t *order = busy_order(trace, PROJECT_ALL, NULL, &count);
	bool ok = op_steps_init(&walk->steps, trace, order, count, walk->place_of,
			  walk->facts->place_count, err) &&
		  add_ops(walk, err) && rank_walk_ranges(walk, trace, RANK_TIME_RANGE, err);

	if (ok && trace->sums == NULL) {
		add_devices(walk, order, count);
		add_collectives(walk, order, count);
		ok = walk->gap_count == 0 || rank_walk_gaps(walk, err);
	}
	free(order);
	return ok;
}

/* Sums of sums: times in which overlaps count once are not known. */
static void forget_times(struct rank_walk *walk, size_t first)
{
	for (size_t i = first; i < walk->facts->count; i++) {
		struct rank_fact *fact = &walk->facts->list[i];

		if (fact->what == FACT_RANK)
			fact->is.rank.span = fact->is.rank.busy = fact->is.rank.compute =
				fact->is.rank.exposed = RANK_UNKNOWN;
	}
}

bool rank_facts_add(
	struct rank_facts *facts, const struct trace *trace, const char *label, struct err *err)
{
	struct rank_walk walk = { .facts = facts, .trace = trace };
	size_t first = facts->count;
	bool ok;

	walk.communicates = busy_mark_kernels(trace, false);
	add_places(&walk, label);
	ok = add_all(&walk, err);
	if (trace->sums != NULL)
		forget_times(&walk, first);
	op_steps_release(&walk.steps);
	free(walk.communicates);
	free(walk.place_of);
	idmap_release(&walk.numbers);
	idmap_release(&walk.keys);
	free(walk.fact_of_key);
	free(walk.gaps);
	return ok;
}
