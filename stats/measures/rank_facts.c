#include "stats/measures/rank_facts.h"

#include "base/opt.h"
#include "base/sum.h"
#include "base/text.h"
#include "collapse/fold/nest.h"
#include "collapse/plan/collectives.h"
#include "collapse/plan/phases.h"
#include "stats/measures/busy.h"
#include "stats/measures/projection.h"
#include "stats/measures/styles.h"

/* A late launch: the device was idle from `from`, or the step began then, until the call. */
struct late_gap {
	uint32_t op, place, fact; /* of the step; UINT32_MAX: it is a device's first operation */
	enum rank_time_kind kind; /* add_gaps() */
	int64_t from, to;
};

/* A trace on its way into rank facts. */
struct rank_walk {
	struct rank_facts *facts;
	const struct trace *trace;
	bool *communicates; /* by op */
	uint32_t *place_of; /* by process */
	struct op_steps steps;
	struct idmap numbers;  /* of steps */
	struct idmap keys;     /* of facts that add up, by index: */
	uint32_t *fact_of_key; /* index in facts->list */
	size_t fact_cap;
	struct late_gap *gaps;
	size_t gap_count, gap_cap;
};

/* What passes 63 bits is forged, and stays at the most. */
static void add_ns(int64_t *sum, int64_t ns)
{
	if (__builtin_add_overflow(*sum, ns, sum))
		*sum = INT64_MAX;
}

void rank_facts_release(struct rank_facts *facts)
{
	free(facts->places);
	free(facts->list);
	folded_names_release(&facts->folded);
	*facts = (struct rank_facts){ .names = facts->names };
}

static uint32_t place_of(const struct rank_walk *walk, size_t op)
{
	return walk->place_of[trace_op_process(walk->trace, op)];
}

static bool is_counted(const struct rank_walk *walk, size_t op)
{
	return walk->trace->sums != NULL || op_steps_count(&walk->steps, walk->trace, op);
}

static uint32_t add_fact(struct rank_walk *walk, enum rank_fact_what what, uint32_t place)
{
	struct rank_facts *facts = walk->facts;

	mem_need(facts->list, facts->cap, facts->count + 1);
	facts->list[facts->count] = (struct rank_fact){
		.what = what, .place = place, .name = NAME_NONE, .step = RANK_UNKNOWN
	};
	return (uint32_t)facts->count++;
}

/* The fact of a place with such a key, below 2^35, of its kind; a new one is 0. */
static struct rank_fact *find_fact(
	struct rank_walk *walk, enum rank_fact_what what, uint32_t place, uint64_t key)
{
	uint64_t wide = ((uint64_t)place * FACT_WHATS + what) << 35 | key;
	uint32_t had = walk->keys.count, index = idmap_add(&walk->keys, wide);

	mem_need(walk->fact_of_key, walk->fact_cap, walk->keys.count);
	if (index == had)
		walk->fact_of_key[index] = add_fact(walk, what, place);
	return &walk->facts->list[walk->fact_of_key[index]];
}

static struct rank_fact *find_time(
	struct rank_walk *walk, uint32_t place, enum rank_time_kind kind, uint32_t name)
{
	struct rank_fact *fact = find_fact(walk, FACT_TIME, place, (uint64_t)kind << 32 | name);

	fact->kind = kind;
	fact->name = name;
	return fact;
}

/* --- who ------------------------------------------------------------------------------- */

static uint32_t intern(struct names *names, const char *text)
{
	return text[0] == '\0' ? NAME_NONE : names_intern(names, text, strlen(text));
}

static void add_clock(struct rank_walk *walk, uint32_t place)
{
	const struct origin *origin = &walk->trace->origin;
	struct rank_fact *fact;

	if (origin->mhz <= 0)
		return;
	fact = find_fact(walk, FACT_CLOCK, place, 0);
	fact->name = intern(walk->facts->names, origin->slowed);
	fact->is.one.ns = origin->mhz;
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
	add_clock(walk, (uint32_t)facts->place_count);
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
	struct rank_fact *fact = find_fact(
		walk, FACT_STEP, place_of(walk, op), idmap_add(&walk->numbers, (uint64_t)number));

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
	return ns_between(from, op->end);
}

static void add_late(
	struct rank_walk *walk, uint32_t index, uint32_t fact, int64_t from, int64_t to)
{
	enum { SHORT_NS = 20000 };

	if (to <= from || ns_between(from, to) < SHORT_NS || ns_between(from, to) == INT64_MAX)
		return;
	mem_need(walk->gaps, walk->gap_cap, walk->gap_count + 1);
	walk->gaps[walk->gap_count++] = (struct late_gap){
		.op = index, .place = place_of(walk, index), .fact = fact, .from = from, .to = to
	};
}

/* Idle until an operation: by why it came so late. */
static void add_gap(struct rank_walk *walk, const struct device_times *times, uint32_t index,
	struct rank_fact *step)
{
	const struct op *op = &walk->trace->ops[index];
	int64_t launched = op->api_end < op->start ? op->api_end : op->start;

	if (step->step == RANK_UNKNOWN &&
		(op->start <= times->first_collective || op->start > times->last_collective))
		return;
	add_ns(&step->is.step.own, ns_between(times->busy, op->start));
	if (op->thread == TRACE_NONE || launched <= times->busy || op->api_start > op->start)
		return; /* launched in time */
	add_ns(&step->is.step.late, ns_between(times->busy, launched));
	add_late(walk, index, (uint32_t)(step - walk->facts->list), times->busy, launched);
}

static void add_times(struct rank_walk *walk, struct device_times *times, uint32_t index)
{
	const struct op *op = &walk->trace->ops[index];
	uint32_t place = place_of(walk, index);
	struct rank_fact *rank = find_fact(walk, FACT_RANK, place, 0);
	int64_t busy = extend(&times->busy, op), kernels = 0, compute = 0;
	struct rank_fact *step;

	if (index < walk->trace->op_end[OP_KERNEL])
		kernels = extend(&times->kernels, op);
	if (index < walk->trace->op_end[OP_KERNEL] && !walk->communicates[index])
		compute = extend(&times->compute, op);
	add_ns(&rank->is.rank.busy, busy);
	add_ns(&rank->is.rank.compute, compute);
	add_ns(&rank->is.rank.exposed, kernels - compute);
	if (ns_between(times->from, times->busy) > rank->is.rank.span)
		rank->is.rank.span = ns_between(times->from, times->busy);
	if (!is_counted(walk, index))
		return;
	step = find_step(walk, index);
	add_ns(&step->is.step.own, busy - kernels + compute);
	add_ns(&step->is.step.compute, compute);
	add_ns(&step->is.step.exposed, kernels - compute);
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
	const struct op_steps *steps = &walk->steps;

	for (size_t i = 0; i < count; i++) {
		const struct op *op = &walk->trace->ops[order[i]];
		const struct stream *stream = &walk->trace->streams[op->stream];
		uint32_t step = steps->of_op[order[i]];

		if (i == 0 || stream->process != times.process || stream->device != times.device) {
			times = (struct device_times){ stream->process, stream->device, order[i],
				op->start, op->start, op->start, op->start, 0, 0 };
			find_collectives(walk, order + i, count - i, &times);
			/* what the device did before is not known, but what the CPU did */
			if (op->thread != TRACE_NONE && step != STEP_NONE)
				add_late(walk, order[i], UINT32_MAX, steps->steps.list[step].start,
					op->api_start);
		} else if (op->start > times.busy && is_counted(walk, order[i])) {
			add_gap(walk, &times, order[i], find_step(walk, order[i]));
		}
		add_times(walk, &times, order[i]);
	}
}

/* --- ranges ----------------------------------------------------------------------------- */

/* Times by range, of operations of a trace or of gaps. */
struct range_walk {
	struct rank_walk *walk;
	const struct trace *trace; /* whose operations are added */
	enum rank_time_kind kind;
	struct nest_sums sums; /* by name, numbers as "N" */
	uint32_t place;        /* whose they are */
};

/* The innermost ranges end, down to `same`; of nested ones of a name, only the outermost counts. */
static bool leave_ranges(struct range_walk *ranges, size_t same, struct err *err)
{
	struct rank_fact *fact;
	struct nest_sum left;

	while (ranges->sums.depth > same) {
		if (!nest_sums_leave(&ranges->sums, &left, err))
			return false;
		if (!left.is_first)
			continue;
		fact = find_time(ranges->walk, ranges->place, ranges->kind, left.place);
		if (fact->is.one.ordinal < (int64_t)ranges->sums.depth)
			fact->is.one.ordinal = (int64_t)ranges->sums.depth;
		if (!sum_add_ns(&fact->is.one.ns, left.ns, err))
			return false;
	}
	return true;
}

/* The first `same` ranges around the operation are those around the last one. */
static bool add_launch(struct range_walk *ranges, const struct nest *nest, uint32_t place,
	size_t same, struct err *err)
{
	const struct op *op = &ranges->trace->ops[nest->op];
	struct rank_facts *facts = ranges->walk->facts;
	bool ok = leave_ranges(ranges, place == ranges->place ? same : 0, err);

	ranges->place = place;
	while (ok && ranges->sums.depth < nest->depth) {
		uint32_t name = ranges->trace->ranges[nest->ranges[ranges->sums.depth]].name;

		nest_sums_enter(&ranges->sums,
			name == NAME_NONE ? NEST_NOWHERE
					  : folded_names_find(&facts->folded, facts->names, name));
	}
	return ok && nest_sums_add(&ranges->sums, (uint64_t)(op->end - op->start), 1, err);
}

/* Whether an operation, or gap, is added to its ranges, and to those of which place. */
static bool counts(const struct range_walk *ranges, const struct nest *nest, uint32_t *place)
{
	struct rank_walk *walk = ranges->walk;

	if (ranges->kind != RANK_TIME_RANGE) {
		*place = walk->gaps[nest->op].place;
		return walk->gaps[nest->op].kind == ranges->kind;
	}
	if (nest->op >= walk->trace->op_end[OP_KERNEL])
		return false;
	*place = place_of(walk, nest->op);
	return !walk->communicates[nest->op] && is_counted(walk, nest->op);
}

static bool add_ranges(struct rank_walk *walk, const struct trace *trace, enum rank_time_kind kind,
	struct err *err)
{
	struct range_walk ranges = { .walk = walk, .trace = trace, .kind = kind };
	struct nest nest;
	uint32_t place;
	size_t same = 0;
	bool ok = true;

	nest_init(&nest, trace);
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
	return ok;
}

/* What the CPU did meanwhile: gaps as operations that were launched in the middle of each. */
static bool add_gaps(struct rank_walk *walk, struct err *err)
{
	struct trace gaps = *walk->trace;
	uint32_t *phases = mem_zeroed(walk->gap_count, sizeof(*phases));
	bool ok;

	gaps.ops = mem_zeroed(walk->gap_count, sizeof(*gaps.ops));
	gaps.op_count = walk->gap_count;
	gaps.sums = NULL;
	gaps.adopted = NULL;
	gaps.op_order = (struct buckets){ 0 };
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
	ok = phases_find(&gaps, NULL, phases, err);
	for (size_t i = 0; ok && i < walk->gap_count; i++) {
		struct late_gap *gap = &walk->gaps[i];
		struct rank_fact *step;

		gap->kind = gap->fact == UINT32_MAX ? RANK_TIME_FIRST : RANK_TIME_IDLE;
		if (gap->fact == UINT32_MAX || phases[i] == NAME_NONE ||
			strcmp(walk->trace->names->list[phases[i]].text, "data") != 0)
			continue;
		gap->kind = RANK_TIME_DATA;
		step = &walk->facts->list[gap->fact];
		step->is.step.late -= gap->to - gap->from;
		add_ns(&step->is.step.data, gap->to - gap->from);
	}
	ok = ok && add_ranges(walk, &gaps, RANK_TIME_IDLE, err) &&
	     add_ranges(walk, &gaps, RANK_TIME_FIRST, err) &&
	     add_ranges(walk, &gaps, RANK_TIME_DATA, err);
	free(gaps.ops);
	free(phases);
	return ok;
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
		at = add_fact(walk, FACT_COLLECTIVE, place_of(walk, one->op));
		fact = &walk->facts->list[at];
		fact->name = op->name;
		fact->step = one->step;
		fact->is.one.communicator = one->communicator;
		fact->is.one.ordinal = one->ordinal;
		fact->is.one.ns = ns_between(op->start, op->end);
	}
	free(found.list);
}

/* What is a sum, however operations overlap. */
static bool add_op(struct rank_walk *walk, size_t op, struct err *err)
{
	const struct trace *trace = walk->trace;
	uint32_t place = place_of(walk, op), device = trace->streams[trace->ops[op].stream].device;
	uint64_t ns = (uint64_t)(trace->ops[op].end - trace->ops[op].start);
	bool is_kernel = op < trace->op_end[OP_KERNEL], communicates = walk->communicates[op];
	struct rank_fact *fact = find_fact(walk, FACT_RANK, place, 0);

	add_ns(&fact->is.rank.ops, (int64_t)trace_op_count(trace, op));
	if (trace->sums != NULL) /* times in which overlaps count once are not known */
		fact->is.rank.span = fact->is.rank.busy = fact->is.rank.compute =
			fact->is.rank.exposed = RANK_UNKNOWN;
	if (is_kernel &&
		!sum_add_ns(communicates ? &fact->is.rank.communication : &fact->is.rank.kernels,
			ns, err))
		return false;
	fact = find_fact(walk, FACT_DEVICE, place, device);
	fact->is.one.device = device;
	if (is_kernel && !communicates && !sum_add_ns(&fact->is.one.ns, ns, err))
		return false;
	if (communicates) {
		const char *name = trace->names->list[trace->ops[op].name].text;

		fact = find_time(walk, place, RANK_TIME_COLLECTIVE,
			names_intern(trace->names, name, collective_name_length(name)));
		if (!sum_add_ns(&fact->is.one.ns, ns, err))
			return false;
	}
	if (!is_kernel || !is_counted(walk, op))
		return true;
	fact = find_step(walk, op);
	if (communicates)
		fact->is.step.collectives += (int64_t)trace_op_count(trace, op);
	if (trace->sums == NULL)
		return true;
	fact->is.step.own = fact->is.step.data = fact->is.step.late = RANK_UNKNOWN;
	return sum_add_ns(communicates ? &fact->is.step.exposed : &fact->is.step.compute, ns, err);
}

/* --- the whole -------------------------------------------------------------------------- */

bool rank_facts_add(
	struct rank_facts *facts, const struct trace *trace, const char *label, struct err *err)
{
	struct rank_walk walk = { .facts = facts, .trace = trace };
	size_t count;
	uint32_t *order = busy_order(trace, PROJECT_ALL, NULL, &count);
	bool ok;

	walk.communicates = busy_mark_kernels(trace, false);
	add_places(&walk, label);
	ok = op_steps_init(
		&walk.steps, trace, order, count, walk.place_of, facts->place_count, err);
	for (size_t i = 0; ok && i < trace->op_count; i++)
		ok = add_op(&walk, i, err);
	ok = ok && add_ranges(&walk, trace, RANK_TIME_RANGE, err);
	if (ok && trace->sums == NULL) {
		add_devices(&walk, order, count);
		add_collectives(&walk, order, count);
		ok = walk.gap_count == 0 || add_gaps(&walk, err);
	}
	op_steps_release(&walk.steps);
	free(order);
	free(walk.communicates);
	free(walk.place_of);
	idmap_release(&walk.numbers);
	idmap_release(&walk.keys);
	free(walk.fact_of_key);
	free(walk.gaps);
	return ok;
}
