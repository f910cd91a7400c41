#include "collapse/plan/graph_capture.h"

#include <assert.h>
#include <stdlib.h>

#include "base/idmap.h"
#include "base/mem.h"
#include "collapse/fold/range_stacks.h"

enum {
	MOST_COPIES = 8
}; /* length of a chain of copies (made executable, cloned): none is longer */

struct capture {
	const struct trace *trace;
	struct idmap ids; /* of nodes, by process */
	uint32_t *chosen; /* by index of ids: the event used for the node */
	uint32_t *stacks; /* by node event */
	size_t chosen_cap;
};

static uint64_t key_of(uint32_t process, uint64_t id)
{
	return mem_hash(&id, sizeof(id), process);
}

/*
 * Of two events of one node the copy counts, since it names the original: a copy is reported
 * both as created and as copied. Otherwise the earlier one counts.
 */
static bool counts_more(const struct graph_node *node, const struct graph_node *than)
{
	if ((node->original != 0) != (than->original != 0))
		return node->original != 0;
	return node->start < than->start;
}

static void index_nodes(struct capture *capture)
{
	const struct trace *trace = capture->trace;

	for (size_t i = 0; i < trace->graph_node_count; i++) {
		const struct graph_node *node = &trace->graph_nodes[i];
		uint32_t index, had = capture->ids.count;

		index = idmap_add(
			&capture->ids, key_of(trace->thread_process[node->thread], node->id));
		mem_need(capture->chosen, capture->chosen_cap, capture->ids.count);
		if (capture->ids.count > had ||
			counts_more(node, &trace->graph_nodes[capture->chosen[index]]))
			capture->chosen[index] = (uint32_t)i;
	}
}

static void find_stacks(struct capture *capture, struct tree *stacks)
{
	const struct trace *trace = capture->trace;
	size_t count = trace->graph_node_count;
	struct range_point *points = mem_zeroed(count, sizeof(*points));

	capture->stacks = mem_zeroed(count, sizeof(*capture->stacks));
	for (size_t i = 0; i < count; i++)
		points[i] = (struct range_point){
			.start = trace->graph_nodes[i].start,
			.end = trace->graph_nodes[i].end,
			.thread = trace->graph_nodes[i].thread,
		};
	range_stacks(trace, points, count, stacks, capture->stacks);
	free(points);
}

/* The stack of a node's original, through any copies of copies. */
static uint32_t stack_of(const struct capture *capture, uint32_t process, uint64_t id)
{
	const struct graph_node *nodes = capture->trace->graph_nodes;
	uint32_t node = TRACE_NONE;

	for (int i = 0; id != 0 && i < MOST_COPIES; i++) {
		uint32_t index = idmap_find(&capture->ids, key_of(process, id));

		if (index == IDMAP_NONE)
			break;
		assert(capture->chosen != NULL);
		node = capture->chosen[index];
		id = nodes[node].original;
	}
	return node != TRACE_NONE ? capture->stacks[node] : TREE_ROOT;
}

/* Of a trace whose graphs were captured in another. */
static void copy_captured(const struct trace *trace, struct tree *stacks, uint32_t *below)
{
	const struct tree *from = trace->captured_stacks;
	uint32_t *twins = mem_zeroed(from->count, sizeof(*twins));

	twins[TREE_ROOT] = TREE_ROOT;
	for (uint32_t node = 1; node < from->count; node++)
		twins[node] = tree_child(stacks, twins[from->parent[node]], from->frame[node]);
	for (size_t i = 0; i < trace->op_count; i++)
		below[i] = twins[trace->captured[i]];
	free(twins);
}

void graph_capture_stacks(const struct trace *trace, struct tree *stacks, uint32_t *below)
{
	struct capture capture = { .trace = trace };

	if (trace->captured != NULL) {
		copy_captured(trace, stacks, below);
		return;
	}
	index_nodes(&capture);
	find_stacks(&capture, stacks);

	for (size_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];

		below[i] = TREE_ROOT;
		if (op->thread != TRACE_NONE && trace_op_kind(trace, i) != OP_GRAPH &&
			trace->details[i].shape != TRACE_NONE)
			below[i] = stack_of(&capture, trace->thread_process[op->thread],
				trace_shape(trace, i)->graph_node);
	}
	idmap_release(&capture.ids);
	free(capture.chosen);
	free(capture.stacks);
}
