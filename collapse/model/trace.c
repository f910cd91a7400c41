#include "collapse/model/trace.h"

#include <assert.h>

#include "base/global_id.h"
#include "base/die.h"
#include "base/order.h"
#include "base/platform.h"

void trace_init(struct trace *trace, struct names *names)
{
	*trace = (struct trace){ .names = names, .rank = NAME_NONE, .began = INT64_MAX };
}

void trace_release(struct trace *trace)
{
	idmap_release(&trace->threads);
	idmap_release(&trace->processes);
	idmap_release(&trace->domain_ids);
	idmap_release(&trace->stream_ids);
	free(trace->thread_process);
	free(trace->domains);
	free(trace->ranges);
	free(trace->ops);
	free(trace->streams);
	free(trace->details);
	idmap_release(&trace->shape_ids);
	free(trace->shapes);
	free(trace->moves);
	free(trace->sums);
	free(trace->step_cells);
	free(trace->api_calls);
	free(trace->autograd);
	free(trace->path);
	idmap_release(&trace->labelled_nodes);
	free(trace->node_labels);
	free(trace->captured);
	if (trace->captured_stacks != NULL)
		tree_release(trace->captured_stacks);
	free(trace->captured_stacks);
	free(trace->metrics);
	free(trace->adopted);
	free(trace->samples);
	free(trace->payloads);
	free(trace->hints);
	free(trace->works);
	free(trace->thread_names);
	free(trace->process_ranks);
	free(trace->graph_nodes);
	free(trace->devices);
	buckets_release(&trace->range_order);
	buckets_release(&trace->op_order);
	diagnostics_release(&trace->diagnostics);
	*trace = (struct trace){ 0 };
}

void trace_label_node(struct trace *trace, uint64_t node, uint32_t label)
{
	uint32_t had = trace->labelled_nodes.count;
	uint32_t index = idmap_add(&trace->labelled_nodes, node);

	mem_need(trace->node_labels, trace->node_labels_cap, trace->labelled_nodes.count);
	if (trace->labelled_nodes.count > had)
		trace->node_labels[index] = label;
	else if (trace->node_labels[index] != label)
		trace->node_labels[index] = NAME_NONE;
}

const struct payload *trace_payload(const struct trace *trace, uint32_t range)
{
	size_t at;

	ORDER_FIND(at, 0, trace->payload_count, trace->payloads[at].range >= range);
	return at < trace->payload_count && trace->payloads[at].range == range
		       ? &trace->payloads[at]
		       : NULL;
}

enum op_kind trace_op_kind(const struct trace *trace, size_t op)
{
	int kind = OP_KERNEL;

	while (op >= trace->op_end[kind])
		kind++;
	return (enum op_kind)kind;
}

bool trace_has_ranks(const struct trace *trace)
{
	for (uint32_t i = 0; trace->process_ranks != NULL && i < trace->processes.count; i++) {
		if (trace->process_ranks[i] != NAME_NONE)
			return true;
	}
	return false;
}

uint64_t trace_pid(const struct trace *trace, uint32_t process)
{
	return global_pid_number(trace->processes.keys[process]);
}

uint64_t trace_tid(const struct trace *trace, uint32_t thread)
{
	return global_tid_number(trace->threads.keys[thread]);
}

uint32_t trace_add_thread(struct trace *trace, uint64_t thread_id, uint64_t process_id)
{
	uint32_t had = trace->threads.count, thread = idmap_add(&trace->threads, thread_id);

	if (trace->threads.count == had)
		return thread;
	mem_need(trace->thread_process, trace->thread_process_cap, trace->threads.count);
	trace->thread_process[thread] = idmap_add(&trace->processes, process_id);
	return thread;
}

uint32_t trace_add_domain(struct trace *trace, uint64_t key)
{
	uint32_t had = trace->domain_ids.count, domain = idmap_add(&trace->domain_ids, key);

	if (trace->domain_ids.count == had)
		return domain;
	mem_need(trace->domains, trace->domains_cap, trace->domain_ids.count);
	trace->domains[domain] = NAME_NONE;
	return domain;
}

/*
 * The index of an item of `size` bytes among `items`, to which it is added if it is new. Of two
 * with one hash, the later one takes the next free key.
 */
static uint32_t add_item(
	struct idmap *ids, void **items, size_t *cap, const void *item, size_t size)
{
	uint32_t had = ids->count, index;

	for (uint64_t key = mem_hash(item, size, 0);; key++) {
		index = idmap_add(ids, key);
		if (ids->count > had)
			break;
		if (memcmp((const char *)*items + index * size, item, size) == 0)
			return index;
	}
	mem_grow(items, cap, ids->count, size);
	memcpy((char *)*items + index * size, item, size);
	return index;
}

uint32_t trace_add_stream(struct trace *trace, const struct stream *stream)
{
	uint32_t index = add_item(&trace->stream_ids, (void **)&trace->streams, &trace->streams_cap,
		stream, sizeof(*stream));

	if (index > TRACE_STREAM_MAX)
		die("more than 2^30 streams in one file");
	return index;
}

uint32_t trace_add_shape(struct trace *trace, const struct op_shape *shape)
{
	return add_item(&trace->shape_ids, (void **)&trace->shapes, &trace->shapes_cap, shape,
		sizeof(*shape));
}

/* Only to save time: where there is no memory for so many, it grows as items are added. */
static void expect(void **items, size_t *cap, size_t count, uint64_t more, size_t item_size)
{
	enum { MANY = 1 << 17 };

	if (more < SIZE_MAX - count && mem_may_grow(items, cap, count + (size_t)more, item_size) &&
		more >= MANY)
		platform_fill_soon(*items, *cap * item_size);
}

void trace_expect_ranges(struct trace *trace, uint64_t count)
{
	expect((void **)&trace->ranges, &trace->ranges_cap, trace->range_count, count,
		sizeof(*trace->ranges));
}

void trace_expect_ops(struct trace *trace, uint64_t count)
{
	expect((void **)&trace->ops, &trace->ops_cap, trace->op_count, count, sizeof(*trace->ops));
}

/* The next item of a list, to fill in; items are numbered with 32 bits. */
static void *add(void **items, size_t *cap, size_t *count, size_t item_size)
{
	if (*count >= TRACE_NONE - 1)
		die("more than 2^32 events of one kind in one file");
	mem_grow(items, cap, *count + 1, item_size);
	return (char *)*items + (*count)++ * item_size;
}

#define ADD(items, cap, count) add((void **)&(items), &(cap), &(count), sizeof(*(items)))

struct range *trace_add_range(struct trace *trace)
{
	return ADD(trace->ranges, trace->ranges_cap, trace->range_count);
}

struct range *trace_add_hint(struct trace *trace)
{
	return ADD(trace->hints, trace->hints_cap, trace->hint_count);
}

struct op *trace_add_op(struct trace *trace)
{
	return ADD(trace->ops, trace->ops_cap, trace->op_count);
}

void trace_add_detail(struct trace *trace, const struct op_shape *shape)
{
	size_t op = trace->op_count - 1;

	assert(trace->op_count > 0);
	mem_need(trace->details, trace->details_cap, op + 1);
	trace->details[op] = (struct op_detail){ trace_add_shape(trace, shape), NAME_NONE };
}

struct move *trace_add_move(struct trace *trace)
{
	struct move *move = ADD(trace->moves, trace->moves_cap, trace->move_count);

	*move = (struct move){ .src_kind = MEMORY_NONE, .dst_kind = MEMORY_NONE };
	return move;
}

void trace_add_wanted(
	struct trace *trace, uint64_t want, enum op_kind kind, const struct op_shape *shape)
{
	if ((want & (WANT_DETAILS | WANT_GRAPH_NODES)) != 0)
		trace_add_detail(trace, shape);
	if ((want & WANT_MOVES) != 0 && kind != OP_KERNEL)
		*trace_add_move(trace) =
			(struct move){ shape->bytes, shape->src_kind, shape->dst_kind };
}

void trace_add_work(struct trace *trace, uint32_t range, const struct tensor_work *work)
{
	struct range_work *added = ADD(trace->works, trace->works_cap, trace->work_count);

	*added = (struct range_work){ range, *work };
}

void trace_add_payload(struct trace *trace, const struct payload *payload)
{
	struct payload *added = ADD(trace->payloads, trace->payloads_cap, trace->payload_count);

	assert(trace->range_count > 0);
	*added = *payload;
	added->range = (uint32_t)(trace->range_count - 1);
}

struct api_call *trace_add_api_call(struct trace *trace)
{
	return ADD(trace->api_calls, trace->api_cap, trace->api_count);
}

struct metric_series *trace_add_metric(struct trace *trace)
{
	return ADD(trace->metrics, trace->metrics_cap, trace->metric_count);
}

struct metric_sample *trace_add_sample(struct trace *trace)
{
	return ADD(trace->samples, trace->samples_cap, trace->sample_count);
}

struct autograd_op *trace_add_autograd_op(struct trace *trace)
{
	return ADD(trace->autograd, trace->autograd_cap, trace->autograd_count);
}

struct device *trace_add_device(struct trace *trace)
{
	return ADD(trace->devices, trace->devices_cap, trace->device_count);
}

const char *trace_copy_name(int64_t kind)
{
	/* CUpti_ActivityMemcpyKind */
	static const char *const kinds[] = {
		[1] = "HtoD",
		[2] = "DtoH",
		[3] = "HtoA",
		[4] = "AtoH",
		[5] = "AtoA",
		[6] = "AtoD",
		[7] = "DtoA",
		[8] = "DtoD",
		[9] = "HtoH",
		[10] = "PtoP",
		[11] = "UVM HtoD",
		[12] = "UVM DtoH",
		[13] = "UVM DtoD",
	};

	return kind >= 1 && kind < (int64_t)ARRAY_SIZE(kinds) ? kinds[kind] : NULL;
}

uint8_t trace_copy_kind(const char *name)
{
	static const char before[] = "[CUDA memcpy ";
	size_t len = strlen(name);

	if (strcmp(name, TRACE_DECOMPRESS_NAME) == 0)
		return TRACE_DECOMPRESS;
	if (strncmp(name, before, sizeof(before) - 1) != 0 || name[len - 1] != ']')
		return 0;
	name += sizeof(before) - 1;
	len -= sizeof(before);
	for (uint8_t kind = 1; trace_copy_name(kind) != NULL; kind++) {
		const char *copy = trace_copy_name(kind);

		if (strlen(copy) == len && memcmp(copy, name, len) == 0)
			return kind;
	}
	return 0;
}

const struct device *trace_device(const struct trace *trace, uint32_t device)
{
	for (size_t i = 0; i < trace->device_count; i++) {
		if (trace->devices[i].id == device)
			return &trace->devices[i];
	}
	return NULL;
}

uint32_t trace_device_name(const struct trace *trace, uint32_t device)
{
	const struct device *found = trace_device(trace, device);

	return found != NULL ? found->name : NAME_NONE;
}

void oddities_add(struct oddities *sum, const struct oddities *more)
{
	sum->ranges_never_closed += more->ranges_never_closed;
	sum->ranges_unnamed += more->ranges_unnamed;
	sum->ops_without_launch += more->ops_without_launch;
	sum->rows_without_time += more->rows_without_time;
	sum->rows_backwards += more->rows_backwards;
	sum->range_rows_bad += more->range_rows_bad;
	sum->api_rows_bad += more->api_rows_bad;
}

bool oddities_any(const struct oddities *odd)
{
	static const struct oddities none;

	return memcmp(odd, &none, sizeof(none)) != 0;
}
