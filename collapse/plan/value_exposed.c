#include "collapse/plan/value.h"

#include <assert.h>

#include "base/rules.h"
#include "collapse/model/device_order.h"

/*
 * NCCL and RCCL, NVSHMEM and libraries built on it, and the collectives of frameworks, by
 * their names.
 */
static const char communication_pattern[] =
	"(?i)^(?:void )?(?:nccl|rccl)|nvshmem|deep_?ep|userbuffers|cross_device_reduce|multimem|"
	"all_?reduce|all_?gather|reduce_?scatter|all_?to_?all|broadcastkernel|sendrecv";

/* What --communication has words for; anything else is a pattern. */
static const struct {
	const char *word, *pattern; /* NULL: the one above */
	bool copies_apart;
} definitions[] = {
	{ "no-copies", NULL, true },
	/* Holistic Trace Analysis: NCCL's kernels, less what other kernels overlap */
	{ "hta", "nccl", true },
};

/* Of those that run at a time, the first class gets all. */
enum { COMPUTE, COMMUNICATION, MEMORY, CLASSES };

/* Fixed-point fractions of a nanosecond; none for devices that were busy for a day. */
enum { FRACTION_BITS = 16, MAX_SPAN_BITS = 46 };

/*
 * A sweep over one device. Each class has a clock that runs at 1/k of real time while k of its
 * operations share the device, and stops while they get no share; an operation's share is the
 * advance of its clock while it ran.
 */
struct device_sweep {
	const struct trace *trace;
	const uint8_t *class_of; /* by operation */
	uint64_t *values;
	const int64_t *until; /* by operation, or NULL: */
	uint64_t *waited;     /* the share until then; of those that are running: in fractions */
	uint64_t *hidden;     /* by operation, or NULL: see value_compute() */
	uint64_t computed;    /* for how long computation has run */
	uint32_t *running;    /* a heap: the operation that ends first is at the top */
	size_t running_count, running_cap;
	uint64_t *begun; /* by operation: its clock when it began */
	size_t active[CLASSES];
	uint64_t clock[CLASSES];
	unsigned shift; /* fraction bits of clocks and of the fields below */
	/* by class, so that each adds up to whole nanoseconds: */
	uint64_t carry[CLASSES];   /* remainder of a division, carried into the next one */
	uint64_t owed[CLASSES];    /* less than a nanosecond, of those that have ended so far */
	uint32_t last_op[CLASSES]; /* that ended, or TRACE_NONE */
	int64_t now;
};

static bool ends_before(const struct device_sweep *sweep, uint32_t a, uint32_t b)
{
	return sweep->trace->ops[a].end < sweep->trace->ops[b].end;
}

static void heap_push(struct device_sweep *sweep, uint32_t op)
{
	size_t at = sweep->running_count;

	mem_need(sweep->running, sweep->running_cap, at + 1);
	sweep->running_count++;
	while (at > 0 && ends_before(sweep, op, sweep->running[(at - 1) / 2])) {
		sweep->running[at] = sweep->running[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	sweep->running[at] = op;
}

static uint32_t heap_pop(struct device_sweep *sweep)
{
	uint32_t *heap = sweep->running, top = heap[0], last = heap[--sweep->running_count];
	size_t at = 0, child;

	while ((child = 2 * at + 1) < sweep->running_count) {
		if (child + 1 < sweep->running_count &&
			ends_before(sweep, heap[child + 1], heap[child]))
			child++;
		if (!ends_before(sweep, heap[child], last))
			break;
		heap[at] = heap[child];
		at = child;
	}
	if (sweep->running_count > 0)
		heap[at] = last;
	return top;
}

/* What those that run have got when their waits end, before `now`, while `class` is served. */
static void mark_waits(struct device_sweep *sweep, int class, int64_t now)
{
	for (size_t i = 0; i < sweep->running_count; i++) {
		uint32_t op = sweep->running[i];
		int own = sweep->class_of[op];
		int64_t until = sweep->until[op], end = sweep->trace->ops[op].end;

		until = until < end ? until : end;
		if (until <= sweep->now || until > now)
			continue;
		if (sweep->hidden != NULL && own == COMMUNICATION)
			sweep->hidden[2 * (size_t)op] =
				sweep->computed - sweep->hidden[2 * (size_t)op + 1] +
				(class == COMPUTE ? (uint64_t)until - (uint64_t)sweep->now : 0);
		sweep->waited[op] = sweep->clock[own] - sweep->begun[op];
		if (class == own)
			sweep->waited[op] +=
				(((uint64_t)until - (uint64_t)sweep->now) << sweep->shift) /
				sweep->active[own];
	}
}

static void advance(struct device_sweep *sweep, int64_t now)
{
	int class = COMPUTE;
	uint64_t time;

	while (class < CLASSES && sweep->active[class] == 0)
		class ++;
	if (sweep->until != NULL)
		mark_waits(sweep, class, now);
	if (class < CLASSES) {
		time = (((uint64_t)now - (uint64_t)sweep->now) << sweep->shift) +
		       sweep->carry[class];
		sweep->clock[class] += time / sweep->active[class];
		sweep->carry[class] = time % sweep->active[class];
	}
	if (class == COMPUTE)
		sweep->computed += (uint64_t)now - (uint64_t)sweep->now;
	sweep->now = now;
}

static void end_first(struct device_sweep *sweep)
{
	uint32_t op = sweep->running[0];
	int class = sweep->class_of[op];
	uint64_t share;

	advance(sweep, sweep->trace->ops[op].end);
	(void)heap_pop(sweep);
	share = sweep->clock[class] - sweep->begun[op] + sweep->owed[class];
	sweep->values[op] = share >> sweep->shift;
	sweep->owed[class] = share & ((UINT64_C(1) << sweep->shift) - 1);
	if (sweep->until != NULL) {
		uint64_t waited = sweep->waited[op] >> sweep->shift;

		sweep->waited[op] = waited < sweep->values[op] ? waited : sweep->values[op];
	}
	if (sweep->hidden != NULL && class == COMMUNICATION)
		sweep->hidden[2 * (size_t)op + 1] = sweep->computed -
						    sweep->hidden[2 * (size_t)op + 1] -
						    sweep->hidden[2 * (size_t)op];
	sweep->active[class]--;
	sweep->last_op[class] = op;
}

static void sweep_device(struct device_sweep *sweep, const struct buckets *order, size_t device)
{
	const struct op *ops = sweep->trace->ops;
	size_t begin = order->begin[device], end = order->begin[device + 1];
	int64_t last = INT64_MIN;

	for (size_t i = begin; i < end; i++)
		last = ops[order->items[i]].end > last ? ops[order->items[i]].end : last;
	sweep->now = begin < end ? ops[order->items[begin]].start : 0;
	sweep->shift =
		((uint64_t)last - (uint64_t)sweep->now) >> MAX_SPAN_BITS == 0 ? FRACTION_BITS : 0;
	for (int class = 0; class < CLASSES; class ++) {
		sweep->carry[class] = sweep->owed[class] = 0;
		sweep->last_op[class] = TRACE_NONE;
	}
	for (size_t i = begin; i < end || sweep->running_count > 0;) {
		uint32_t op = i < end ? order->items[i] : TRACE_NONE;

		if (op == TRACE_NONE ||
			(sweep->running_count > 0 && ops[sweep->running[0]].end <= ops[op].start)) {
			assert(sweep->running != NULL);
			end_first(sweep);
			continue;
		}
		advance(sweep, ops[op].start);
		sweep->begun[op] = sweep->clock[sweep->class_of[op]];
		if (sweep->hidden != NULL && sweep->class_of[op] == COMMUNICATION)
			sweep->hidden[2 * (size_t)op + 1] = sweep->computed;
		sweep->active[sweep->class_of[op]]++;
		heap_push(sweep, op);
		i++;
	}
	/* the remaining fractions add up to a whole, which goes to the last operation */
	for (int class = 0; class < CLASSES; class ++) {
		if (sweep->last_op[class] != TRACE_NONE)
			sweep->values[sweep->last_op[class]] +=
				(sweep->owed[class] + sweep->carry[class]) >> sweep->shift;
	}
}

/*
 * Kernels are judged by name; copies are communication and fills computation, or both are
 * neither.
 */
static bool find_classes(
	const struct trace *trace, const char *communication, uint8_t *class_of, struct err *err)
{
	const char *pattern = communication != NULL ? communication : communication_pattern;
	bool apart = false, ok;
	struct rules rules;

	for (size_t i = 0; communication != NULL && i < ARRAY_SIZE(definitions); i++) {
		if (strcmp(communication, definitions[i].word) != 0)
			continue;
		apart = definitions[i].copies_apart;
		pattern = definitions[i].pattern != NULL ? definitions[i].pattern
							 : communication_pattern;
	}
	rules_init(&rules, trace->names);
	ok = rules_add(&rules, RULE_ONLY, RULE_ON(FRAME_LEAF), pattern, NULL, err);
	for (size_t i = 0; ok && i < trace->op_end[OP_KERNEL]; i++) {
		struct verdict verdict;

		if (trace->ops[i].name == NAME_NONE)
			continue;
		ok = rules_apply(&rules, FRAME_LEAF, trace->ops[i].name, &verdict, err);
		if (ok && verdict.only)
			class_of[i] = COMMUNICATION;
	}
	for (size_t i = trace->op_end[OP_KERNEL]; i < trace->op_end[OP_MEMSET]; i++) {
		if (apart)
			class_of[i] = MEMORY;
		else if (i < trace->op_end[OP_MEMCPY])
			class_of[i] = COMMUNICATION;
	}
	rules_release(&rules);
	return ok;
}

bool value_exposed(
	/* NOLINTNEXTLINE(readability-non-const-parameter): written to through the sweep */
	const struct trace *trace, const char *communication, const int64_t *until,
	const struct fold_plan *plan, struct err *err)
{
	struct device_sweep sweep = {
		.trace = trace,
		.values = plan->values,
		.until = until,
		.waited = plan->waited,
		.hidden = plan->hidden,
	};
	uint8_t *class_of = mem_zeroed(trace->op_count, sizeof(*class_of));
	struct buckets order = { 0 };
	bool ok;

	sweep.class_of = class_of;
	sweep.begun = mem_zeroed(trace->op_count, sizeof(*sweep.begun));
	ok = find_classes(trace, communication, class_of, err);
	if (ok &&
		(plan->hidden == NULL || memchr(class_of, COMMUNICATION, trace->op_count) != NULL))
		device_order(&order, trace);
	for (size_t device = 0; ok && device < order.count; device++)
		sweep_device(&sweep, &order, device);
	buckets_release(&order);
	free(sweep.running);
	free(sweep.begun);
	free(class_of);
	return ok;
}
