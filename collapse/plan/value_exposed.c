#include "collapse/plan/value.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/rules.h"
#include "collapse/model/device_order.h"

/*
 * NCCL and RCCL, NVSHMEM and libraries built on it, and the collectives of frameworks, by
 * their names.
 */
static const char communication_pattern[] =
	"(?i)^(?:void )?(?:nccl|rccl)|nvshmem|deep_?ep|userbuffers|cross_device_reduce|multimem|"
	"all_?reduce|all_?gather|reduce_?scatter|all_?to_?all|broadcastkernel|sendrecv";

enum { COMPUTE, COMMUNICATION, CLASSES };

/* Fixed-point fractions of a nanosecond; none for devices that were busy for a day. */
enum { FRACTION_BITS = 16, MAX_SPAN_BITS = 46 };

/*
 * A sweep over one device. Each class has a clock that runs at 1/k of real time while k of its
 * operations share the device, and stops while they get no share; an operation's share is the
 * advance of its clock while it ran.
 */
struct device_sweep {
	const struct trace *trace;
	const bool *communicates; /* by operation */
	uint64_t *values;
	uint32_t *running; /* a heap: the operation that ends first is at the top */
	size_t running_count, running_cap;
	uint64_t *begun; /* by operation: its clock when it began */
	size_t active[CLASSES];
	uint64_t clock[CLASSES];
	unsigned shift; /* fraction bits of clocks and of the fields below */
	uint64_t carry; /* remainder of a division, carried into the next one */
	uint64_t owed;  /* less than a nanosecond, of the operations that have ended so far */
	int64_t now;
};

static bool ends_before(const struct device_sweep *sweep, uint32_t a, uint32_t b)
{
	return sweep->trace->ops[a].end < sweep->trace->ops[b].end;
}

static bool heap_push(struct device_sweep *sweep, uint32_t op, struct err *err)
{
	size_t at = sweep->running_count;

	if (!mem_grow((void **)&sweep->running, &sweep->running_cap, at + 1,
		    sizeof(*sweep->running), err))
		return false;
	sweep->running_count++;
	while (at > 0 && ends_before(sweep, op, sweep->running[(at - 1) / 2])) {
		sweep->running[at] = sweep->running[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	sweep->running[at] = op;
	return true;
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

static void advance(struct device_sweep *sweep, int64_t now)
{
	int class = sweep->active[COMPUTE] > 0 ? COMPUTE : COMMUNICATION;
	uint64_t time;

	if (sweep->active[class] > 0) {
		time = (((uint64_t)now - (uint64_t)sweep->now) << sweep->shift) + sweep->carry;
		sweep->clock[class] += time / sweep->active[class];
		sweep->carry = time % sweep->active[class];
	}
	sweep->now = now;
}

static void end_first(struct device_sweep *sweep)
{
	uint32_t op = heap_pop(sweep);
	int class = sweep->communicates[op] ? COMMUNICATION : COMPUTE;
	uint64_t share;

	advance(sweep, sweep->trace->ops[op].end);
	share = sweep->clock[class] - sweep->begun[op] + sweep->owed;
	sweep->values[op] = share >> sweep->shift;
	sweep->owed = share & ((UINT64_C(1) << sweep->shift) - 1);
	sweep->active[class]--;
}

static bool sweep_device(struct device_sweep *sweep, const struct device_order *order,
	size_t device, struct err *err)
{
	const struct op *ops = sweep->trace->ops;
	size_t begin = order->begin[device], end = order->begin[device + 1];
	int64_t last = INT64_MIN;
	uint32_t last_op = TRACE_NONE;

	for (size_t i = begin; i < end; i++)
		last = ops[order->ops[i]].end > last ? ops[order->ops[i]].end : last;
	sweep->now = begin < end ? ops[order->ops[begin]].start : 0;
	sweep->shift =
		((uint64_t)last - (uint64_t)sweep->now) >> MAX_SPAN_BITS == 0 ? FRACTION_BITS : 0;
	sweep->carry = sweep->owed = 0;
	for (size_t i = begin; i < end || sweep->running_count > 0;) {
		uint32_t op = i < end ? order->ops[i] : TRACE_NONE;

		if (op == TRACE_NONE ||
			(sweep->running_count > 0 && ops[sweep->running[0]].end <= ops[op].start)) {
			assert(sweep->running != NULL);
			last_op = sweep->running[0];
			end_first(sweep);
			continue;
		}
		advance(sweep, ops[op].start);
		sweep->begun[op] = sweep->clock[sweep->communicates[op] ? COMMUNICATION : COMPUTE];
		sweep->active[sweep->communicates[op] ? COMMUNICATION : COMPUTE]++;
		if (!heap_push(sweep, op, err))
			return false;
		i++;
	}
	/* the remaining fractions add up to a whole, which goes to the last operation */
	if (last_op != TRACE_NONE)
		sweep->values[last_op] += (sweep->owed + sweep->carry) >> sweep->shift;
	return true;
}

/* Copies are communication; kernels are judged by name. */
static bool find_communication(
	const struct trace *trace, const char *pattern, bool *communicates, struct err *err)
{
	struct rules rules;
	bool ok;

	rules_init(&rules, trace->names);
	ok = rules_add(&rules, RULE_ONLY, RULE_ON(FRAME_LEAF),
		pattern != NULL ? pattern : communication_pattern, NULL, err);
	for (size_t i = 0; ok && i < trace->op_end[OP_MEMCPY]; i++) {
		struct verdict verdict = { .only = true };

		if (i < trace->op_end[OP_KERNEL] && trace->ops[i].name == NAME_NONE)
			continue;
		if (i < trace->op_end[OP_KERNEL])
			ok = rules_apply(&rules, FRAME_LEAF, trace->ops[i].name, &verdict, err);
		communicates[i] = verdict.only;
	}
	rules_release(&rules);
	return ok;
}

bool value_exposed(
	/* NOLINTNEXTLINE(readability-non-const-parameter): written to through the sweep */
	const struct trace *trace, const char *communication, uint64_t *values, struct err *err)
{
	struct device_sweep sweep = { .trace = trace, .values = values };
	bool *communicates = mem_zeroed(trace->op_count, sizeof(*communicates), err);
	struct device_order order = { 0 };
	bool ok;

	sweep.communicates = communicates;
	sweep.begun = mem_zeroed(trace->op_count, sizeof(*sweep.begun), err);
	ok = communicates != NULL && sweep.begun != NULL &&
	     find_communication(trace, communication, communicates, err) &&
	     device_order_init(&order, trace, err);
	for (size_t device = 0; ok && device < order.device_count; device++)
		ok = sweep_device(&sweep, &order, device, err);
	device_order_release(&order);
	free(sweep.running);
	free(sweep.begun);
	free(communicates);
	return ok;
}
