#include "collapse/plan/value.h"

#include "collapse/model/device_order.h"
#include "collapse/plan/plan.h"
#include "collapse/plan/vouched.h"

static const struct value_kind kinds[] = {
	[VALUE_GPU_TIME] = { "gpu-time", "ns", "GPU time", "GPU time", "GPU time" },
	[VALUE_COUNT] = { "count", "operations", "GPU time", "GPU operations", "GPU time" },
	[VALUE_BYTES] = { "bytes", "bytes", "GPU time", "Bytes moved", "GPU time" },
	[VALUE_IDLE] = { "idle", "ns", "GPU time", "GPU wall time", "GPU time and idle" },
	[VALUE_EXPOSED] = { "exposed", "ns", "GPU time", "Exposed GPU time",
		"GPU time that nothing hides" },
	[VALUE_LAUNCH_LATENCY] = { "launch-latency", "ns", "launch latency", "Launch latency",
		"launch latency" },
	[VALUE_CPU_TIME] = { "cpu-time", "ns", "CPU time", "CPU time", "CPU time" },
	[VALUE_CRITICAL] = { "critical", "ns", "critical path", "Critical path", "critical path" },
};

const char *value_word(size_t index)
{
	return index < ARRAY_SIZE(kinds) ? kinds[index].word : NULL;
}

const struct value_kind *value_kind(enum value value)
{
	return &kinds[value];
}

bool value_has_segments(enum value value)
{
	return value == VALUE_CPU_TIME || value == VALUE_CRITICAL;
}

uint64_t value_want(enum value value, bool with_streams)
{
	uint64_t want = with_streams ? WANT_STREAMS : 0;

	if (value == VALUE_BYTES)
		want |= WANT_DETAILS;
	if (value == VALUE_IDLE || value == VALUE_EXPOSED)
		want |= WANT_STREAMS;
	if (value == VALUE_CRITICAL)
		want |= WANT_STREAMS | WANT_API_CALLS | WANT_AUTOGRAD | WANT_LABELS;
	return want;
}

/*
 * One walk over a device's operations by their start. `until` is when all that have begun so
 * far have ended: one that begins later has a gap before it, and one that ends later adds the
 * difference to the busy time. Both together are the time from `from`, when the device could
 * first have run something, or the first start to the last end.
 */
static void walk_device(const struct trace *trace, const struct buckets *order, size_t device,
	int64_t from, uint64_t *values, uint64_t *idle)
{
	size_t begin = order->begin[device], end = order->begin[device + 1];
	int64_t until = INT64_MIN;

	for (size_t i = begin; i < end; i++) {
		const struct op *op = &trace->ops[order->items[i]];

		if (op->start > until) {
			int64_t free = until > from ? until : from;

			if (op->start > free)
				idle[order->items[i]] = (uint64_t)op->start - (uint64_t)free;
			until = op->start;
		}
		if (op->end > until) {
			if (values != NULL)
				values[order->items[i]] = (uint64_t)op->end - (uint64_t)until;
			until = op->end;
		}
	}
}

/* `values` may be NULL. */
static void value_idle(const struct trace *trace, uint64_t *values, uint64_t *idle)
{
	struct buckets order;
	struct vouched vouched;

	device_order(&order, trace);
	vouched_init(&vouched, trace);
	for (size_t device = 0; device < order.count; device++) {
		size_t first = order.begin[device];

		if (first < order.begin[device + 1])
			walk_device(trace, &order, device,
				vouched_from(&vouched, order.items[first]), values, idle);
	}
	vouched_release(&vouched);
	buckets_release(&order);
}

/* Of values that operations have by themselves. */
static uint64_t value_of(const struct trace *trace, enum value value, size_t i)
{
	const struct op *op = &trace->ops[i];

	if (value == VALUE_COUNT)
		return trace_op_count(trace, i);
	if (value == VALUE_BYTES)
		return trace->sums != NULL      ? trace->sums[i].bytes
		       : trace->details != NULL ? trace_shape(trace, i)->bytes
						: 0;
	return op->thread != TRACE_NONE && op->start > op->api_start
		       ? (uint64_t)op->start - (uint64_t)op->api_start
		       : 0; /* launch latency */
}

static void wait_times(const struct trace *trace, const int64_t *until, uint64_t *waited)
{
	for (size_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];
		int64_t end = until[i] < op->end ? until[i] : op->end;

		waited[i] = end > op->start ? (uint64_t)end - (uint64_t)op->start : 0;
	}
}

/* As exposed times, which are not needed. */
static bool find_hidden(const struct trace *trace, const int64_t *until,
	const struct fold_plan *plan, struct err *err)
{
	struct fold_plan exposed = { .hidden = plan->hidden };
	bool ok;

	exposed.values = mem_zeroed(trace->op_count, sizeof(*exposed.values));
	exposed.waited = mem_zeroed(trace->op_count, sizeof(*exposed.waited));
	ok = value_exposed(trace, "no-copies", until, &exposed, err);
	free(exposed.values);
	free(exposed.waited);
	return ok;
}

bool value_compute(const struct trace *trace, const struct plan_options *options,
	const int64_t *until, struct fold_plan *plan, struct err *err)
{
	enum value value = options->value;
	size_t count = trace->op_count;

	if (value != VALUE_GPU_TIME && !value_has_segments(value))
		plan->values = mem_zeroed(count, sizeof(*plan->values));
	if (options->with_idle || value == VALUE_IDLE)
		plan->idle = mem_zeroed(count, sizeof(*plan->idle));
	if (options->with_hidden)
		plan->hidden = mem_zeroed(count, 2 * sizeof(*plan->hidden));
	if (until != NULL)
		plan->waited = mem_zeroed(count, sizeof(*plan->waited));
	if (plan->idle != NULL)
		value_idle(trace, value == VALUE_IDLE ? plan->values : NULL, plan->idle);
	switch (value) {
	case VALUE_COUNT:
	case VALUE_BYTES:
	case VALUE_LAUNCH_LATENCY:
		for (size_t i = 0; i < count; i++)
			plan->values[i] = value_of(trace, value, i);
		return true;
	case VALUE_EXPOSED:
		return value_exposed(trace, options->communication, until, plan, err);
	case VALUE_GPU_TIME:
		if (until != NULL)
			wait_times(trace, until, plan->waited);
		return plan->hidden == NULL || find_hidden(trace, until, plan, err);
	case VALUE_IDLE:
	case VALUE_CPU_TIME:
	case VALUE_CRITICAL:
		break;
	}
	return true;
}

/* --- the bars of steps ------------------------------------------------------------------------ */

static bool has_predecessor(const struct train_steps *steps, uint32_t at)
{
	const struct train_step *step = &steps->list[at];

	return at > 0 && step[-1].thread == step->thread && step[-1].number + 1 >= step->number;
}

/* The longest that is idle before the first operation of a step whose predecessor is there. */
static uint64_t longest_head(
	const struct trace *trace, const struct train_steps *steps, const uint64_t *idle_before)
{
	const struct op *ops = trace->ops;
	size_t *firsts = mem_zeroed(steps->count, sizeof(*firsts)); /* and 1 */
	uint64_t longest = 0;
	bool found = false;

	for (size_t i = 0; i < trace->op_count; i++) {
		uint32_t at = train_steps_of_op(steps, trace, i);

		if (at != STEP_NONE &&
			(firsts[at] == 0 || ops[i].start < ops[firsts[at] - 1].start))
			firsts[at] = i + 1;
	}
	for (uint32_t at = 0; at < steps->count; at++) {
		uint64_t idle;

		if (firsts[at] == 0 || !has_predecessor(steps, at))
			continue;
		found = true;
		idle = idle_before[firsts[at] - 1];
		longest = idle > longest ? idle : longest;
	}
	free(firsts);
	return found ? longest : UINT64_MAX;
}

uint64_t wall_idle_trim(const struct trace *trace, const struct train_steps *steps,
	const bool *unselected, uint64_t *idle_before)
{
	uint64_t longest = longest_head(trace, steps, idle_before), sum = 0;

	for (size_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];
		uint64_t *idle = &idle_before[i], most;
		uint32_t at = *idle > 0 ? train_steps_of_op(steps, trace, i) : STEP_NONE;
		int64_t begun = at != STEP_NONE ? steps->list[at].start : 0;

		if (at == STEP_NONE || has_predecessor(steps, at) ||
			op->start - (int64_t)*idle > begun)
			continue;
		most = op->start > begun ? (uint64_t)op->start - (uint64_t)begun : 0;
		most = most < longest ? most : longest;
		if (*idle <= most)
			continue;
		if (unselected == NULL || !unselected[i])
			sum += *idle - most;
		*idle = most;
	}
	return sum;
}

void segments_release(struct trace *segments)
{
	free(segments->ops);
	free(segments->details);
	free(segments->captured);
	free(segments->adopted);
}
