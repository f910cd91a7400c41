#include "collapse/model/launches.h"

#include "base/order.h"

static uint64_t make_key(uint32_t process, uint32_t correlation)
{
	return (uint64_t)process << 32 | correlation;
}

static uint64_t key_of(const struct trace *trace, uint32_t op)
{
	return make_key(trace_op_process(trace, op), trace->ops[op].correlation);
}

static int compare(const void *context, uint32_t a, uint32_t b)
{
	uint64_t left = key_of(context, a), right = key_of(context, b);

	return (left > right) - (left < right);
}

void launches_init(struct launches *launches, const struct trace *trace)
{
	size_t begin = 0;

	*launches = (struct launches){ .trace = trace };
	for (size_t kind = 0; kind < OP_KINDS; begin = trace->op_end[kind++]) {
		uint32_t *order = mem_zeroed(trace->op_end[kind] - begin, sizeof(*order));
		size_t count = 0;

		launches->kinds[kind].order = order;
		for (size_t op = begin; op < trace->op_end[kind]; op++) {
			if (trace->ops[op].has_correlation)
				order[count++] = (uint32_t)op;
		}
		launches->kinds[kind].count = count;
		order_by(order, count, compare, trace);
	}
}

/* The first of order[low .. high) whose key is not below `key`, or high. */
static size_t lower_bound(
	const struct trace *trace, const uint32_t *order, size_t low, size_t high, uint64_t key)
{
	size_t at;

	ORDER_FIND(at, low, high, key_of(trace, order[at]) >= key);
	return at;
}

uint32_t launches_find(
	struct launches *launches, enum op_kind kind, uint32_t process, uint32_t correlation)
{
	const struct trace *trace = launches->trace;
	const uint32_t *order = launches->kinds[kind].order;
	uint64_t key = make_key(process, correlation);
	size_t count = launches->kinds[kind].count, step = 1, high;
	size_t low = key >= launches->kinds[kind].last_key ? launches->kinds[kind].cursor : 0;

	if (count == 0 ||
		(key >= launches->kinds[kind].last_key && key < launches->kinds[kind].next_key))
		return TRACE_NONE;
	/* API calls mostly come in the order of ids: the next one, or step ahead by doubling */
	if (low < count && key_of(trace, order[low]) < key)
		low++;
	while (low + step <= count && key_of(trace, order[low + step - 1]) < key) {
		low += step;
		step *= 2;
	}
	high = low + step - 1 < count ? low + step - 1 : count;
	low = lower_bound(trace, order, low, high, key);
	launches->kinds[kind].cursor = low;
	launches->kinds[kind].last_key = key;
	launches->kinds[kind].next_key = low < count ? key_of(trace, order[low]) : UINT64_MAX;
	return low < count && launches->kinds[kind].next_key == key ? order[low] : TRACE_NONE;
}

static void copy_launch(struct trace *trace, uint32_t from, uint32_t to)
{
	struct op *op = &trace->ops[to];

	if (trace->ops[from].thread == TRACE_NONE)
		return;
	op->thread = trace->ops[from].thread;
	op->api_start = trace->ops[from].api_start;
	op->api_end = trace->ops[from].api_end;
	op->api_halved = trace->ops[from].api_halved;
	if (trace->details != NULL)
		trace->details[to].api = trace->details[from].api;
}

void launches_share(const struct launches *launches, struct trace *trace)
{
	for (size_t kind = 0; kind < OP_KINDS; kind++) {
		const uint32_t *order = launches->kinds[kind].order;

		for (size_t i = 1; i < launches->kinds[kind].count; i++) {
			if (key_of(trace, order[i]) == key_of(trace, order[i - 1]))
				copy_launch(trace, order[i - 1], order[i]);
		}
	}
}

void launches_release(struct launches *launches)
{
	for (size_t kind = 0; kind < OP_KINDS; kind++)
		free(launches->kinds[kind].order);
	*launches = (struct launches){ 0 };
}

void launches_join(struct trace *trace, uint64_t want)
{
	struct launches launches;

	launches_init(&launches, trace);
	for (size_t i = 0; i < trace->api_count; i++) {
		const struct api_call *call = &trace->api_calls[i];

		for (int kind = 0; kind < OP_KINDS; kind++) {
			uint32_t op = launches_find(&launches, (enum op_kind)kind,
				trace->thread_process[call->thread], call->correlation);

			/* A driver call in a runtime call may repeat the id: the outer one counts.
			 */
			if (op == TRACE_NONE || (trace->ops[op].thread != TRACE_NONE &&
							trace->ops[op].api_start <= call->start))
				continue;
			trace->ops[op].thread = call->thread;
			trace->ops[op].api_start = call->start;
			trace->ops[op].api_end = call->end;
			if (trace->details != NULL)
				trace->details[op].api = call->name;
		}
	}
	launches_share(&launches, trace);
	launches_release(&launches);
	for (size_t i = 0; i < trace->op_count; i++)
		trace->odd.ops_without_launch += trace->ops[i].thread == TRACE_NONE;
	if ((want & WANT_API_WAITS) == 0) {
		free(trace->api_calls);
		trace->api_calls = NULL;
		trace->api_count = trace->api_cap = 0;
	}
}
