#include "collapse/model/launches.h"

#include <stdlib.h>

#include "base/mem.h"
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

bool launches_init(struct launches *launches, const struct trace *trace, struct err *err)
{
	size_t begin = 0;

	*launches = (struct launches){ .trace = trace };
	for (size_t kind = 0; kind < OP_KINDS; begin = trace->op_end[kind++]) {
		uint32_t *order = mem_zeroed(trace->op_end[kind] - begin, sizeof(*order), err);
		size_t count = 0;

		launches->kinds[kind].order = order;
		if (order == NULL)
			break;
		for (size_t op = begin; op < trace->op_end[kind]; op++) {
			if (trace->ops[op].has_correlation)
				order[count++] = (uint32_t)op;
		}
		launches->kinds[kind].count = count;
		if (!order_sort(order, count, compare, trace, err))
			break;
		if (kind + 1 == OP_KINDS)
			return true;
	}
	launches_release(launches);
	return false;
}

/* The first of `count` operations whose key is not below `key`. */
static size_t lower_bound(
	const struct trace *trace, const uint32_t *order, size_t count, uint64_t key)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (key_of(trace, order[middle]) < key)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const uint32_t *launches_find(struct launches *launches, enum op_kind kind, uint32_t process,
	uint32_t correlation, size_t *count)
{
	const struct trace *trace = launches->trace;
	const uint32_t *order = launches->kinds[kind].order;
	size_t all = launches->kinds[kind].count, at = launches->kinds[kind].cursor, end;
	uint64_t key = make_key(process, correlation);

	*count = 0;
	if (all == 0)
		return NULL;
	/* API calls come about in the order of their ids: try the place before searching. */
	if ((at > 0 && key_of(trace, order[at - 1]) >= key) ||
		(at < all && key_of(trace, order[at]) < key))
		at = lower_bound(trace, order, all, key);
	for (end = at; end < all && key_of(trace, order[end]) == key; end++)
		;
	launches->kinds[kind].cursor = end;
	*count = end - at;
	return *count > 0 ? &order[at] : NULL;
}

void launches_release(struct launches *launches)
{
	for (size_t kind = 0; kind < OP_KINDS; kind++)
		free(launches->kinds[kind].order);
	*launches = (struct launches){ 0 };
}
