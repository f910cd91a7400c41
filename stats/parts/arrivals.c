#include "stats/parts/arrivals.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/order.h"
#include "collapse/fold/nest.h"
#include "collapse/model/payload_number.h"

void arrivals_release(struct arrivals *arrivals)
{
	for (size_t i = 0; i < arrivals->count; i++)
		free(arrivals->lists[i].ns);
	free(arrivals->lists);
	idmap_release(&arrivals->shapes);
	idmap_release(&arrivals->keys);
	idmap_release(&arrivals->ids);
	*arrivals = (struct arrivals){ 0 };
}

/* --- reading ---------------------------------------------------------------------------- */

/* Names of kernels by index: whether they are of a collective that ends for all at once. */
static bool ends_together(const struct names *names, uint32_t name)
{
	static const char *const kinds[] = { "AllReduce", "AllGather", "ReduceScatter" };

	for (size_t i = 0; name != NAME_NONE && i < ARRAY_SIZE(kinds); i++) {
		if (strstr(names->list[name].text, kinds[i]) != NULL)
			return true;
	}
	return false;
}

/* By op: the communicator that a range around its launch names; 0: unknown. */
static uint64_t *find_communicators(const struct trace *trace, const bool *communicates)
{
	uint64_t *ids = mem_zeroed(trace->op_count, sizeof(*ids));
	struct nest nest;

	if (trace->payload_count == 0)
		return ids;
	nest_init(&nest, trace);
	while (nest_next(&nest)) {
		for (size_t i = nest.depth; communicates[nest.op] && i > 0; i--) {
			const struct payload *payload = trace_payload(trace, nest.ranges[i - 1]);

			if (payload != NULL && payload->json != NAME_NONE &&
				payload_number(trace->names->list[payload->json].text,
					"\"NCCL communicator ID\"", &ids[nest.op]))
				break;
		}
	}
	nest_release(&nest);
	return ids;
}

static int compare_starts(const void *context, uint32_t a, uint32_t b)
{
	const struct trace *trace = context;
	int64_t left = trace->ops[a].start, right = trace->ops[b].start;

	return (left > right) - (left < right);
}

/* The list of a rank and a key. */
static struct arrival_list *list_of(struct arrivals *arrivals, uint32_t entry, uint32_t key)
{
	uint32_t index = idmap_add(&arrivals->ids, (uint64_t)entry << 32 | key);

	mem_need(arrivals->lists, arrivals->cap, arrivals->count + 1);
	if (index == arrivals->count)
		arrivals->lists[arrivals->count++] =
			(struct arrival_list){ .entry = entry, .key = key };
	return &arrivals->lists[index];
}

void arrivals_add_one(struct arrivals *arrivals, uint32_t entry, uint64_t communicator,
	uint32_t name, uint64_t ns)
{
	uint32_t shape = idmap_add(&arrivals->shapes, communicator);
	uint32_t key = idmap_add(&arrivals->keys, (uint64_t)shape << 32 | name);
	struct arrival_list *list = list_of(arrivals, entry, key);

	mem_need(list->ns, list->cap, list->count + 1);
	list->ns[list->count++] = ns;
}

void arrivals_add(struct arrivals *arrivals, const struct trace *trace, const bool *communicates,
	const uint32_t *entry_of)
{
	uint32_t *order = mem_zeroed(trace->op_count, sizeof(*order));
	uint64_t *ids = find_communicators(trace, communicates);
	size_t count = 0;

	for (uint32_t i = 0; i < trace->op_end[OP_KERNEL]; i++) {
		if (communicates[i] && ends_together(trace->names, trace->ops[i].name) &&
			entry_of[trace_op_process(trace, i)] != UINT32_MAX)
			order[count++] = i;
	}
	order_by(order, count, compare_starts, trace);
	for (size_t i = 0; i < count; i++)
		arrivals_add_one(arrivals, entry_of[trace_op_process(trace, order[i])],
			ids[order[i]], trace->ops[order[i]].name,
			(uint64_t)(trace->ops[order[i]].end - trace->ops[order[i]].start));
	free(order);
	free(ids);
}

/* --- comparing -------------------------------------------------------------------------- */

static int compare_lists(const void *a, const void *b)
{
	const struct arrival_list *left = a, *right = b;

	if (left->key != right->key)
		return left->key < right->key ? -1 : 1;
	if (left->place != right->place)
		return left->place < right->place ? -1 : 1;
	return (left->entry > right->entry) - (left->entry < right->entry);
}

/* One collective: the `index`-th of `count` lists. */
static void compare_one(
	const struct arrival_list *lists, size_t count, size_t index, struct arrival *ranks)
{
	size_t least = 0, most = 0;
	double waits = 0;

	for (size_t i = 1; i < count; i++) {
		least = lists[i].ns[index] < lists[least].ns[index] ? i : least;
		most = lists[i].ns[index] > lists[most].ns[index] ? i : most;
	}
	for (size_t i = 0; i < count; i++) {
		uint64_t wait = lists[i].ns[index] - lists[least].ns[index];
		struct arrival *rank = &ranks[lists[i].entry];

		rank->collectives++;
		/* what is over 64 bits is forged */
		if (__builtin_add_overflow(rank->wait_ns, wait, &rank->wait_ns))
			rank->wait_ns = UINT64_MAX;
		waits += (double)wait;
	}
	if (waits <= 0)
		return; /* all came at once */
	ranks[lists[least].entry].last++;
	ranks[lists[least].entry].blame_ns += waits / (double)(count - 1);
	ranks[lists[most].entry].first++;
}

void arrivals_compare(struct arrivals *arrivals, struct arrival *ranks)
{
	if (arrivals->count > 0)
		qsort(arrivals->lists, arrivals->count, sizeof(*arrivals->lists), compare_lists);
	for (size_t first = 0, next; first < arrivals->count; first = next) {
		const struct arrival_list *lists = &arrivals->lists[first];
		bool are_equal = true;

		for (next = first + 1; next < arrivals->count; next++) {
			if (arrivals->lists[next].key != lists->key)
				break;
			are_equal &= arrivals->lists[next].count == lists->count;
		}
		for (size_t i = 0; are_equal && next - first > 1 && i < lists->count; i++)
			compare_one(lists, next - first, i, ranks);
	}
}
