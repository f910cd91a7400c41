#include "stats/parts/report.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/order.h"
#include "stats/parts/labels.h"
#include "stats/parts/range_tree.h"
#include "stats/parts/styles.h"

struct pushpop_walk {
	struct report_run *run;
	const struct trace *trace;
	struct range_tree tree;
	int64_t *child_ns;  /* by range: of its children; saturates */
	uint32_t *children; /* by range */
	struct label_buffer stack, name;
};

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct trace *trace = context;
	int64_t left = trace->ranges[a].start, right = trace->ranges[b].start;

	return (left > right) - (left < right);
}

static bool give_row(struct pushpop_walk *walk, uint32_t index, struct sink *sink, struct err *err)
{
	const struct range *range = &walk->trace->ranges[index];
	uint64_t tid = walk->trace->threads.keys[range->thread];
	int64_t length = range_ns(range), children = walk->child_ns[index];
	struct cell cells[14] = { 0 };

	cells[0] = cell_integer(range->start);
	cells[1] = cell_integer(range->end);
	cells[2] = cell_integer(length);
	cells[3] = cell_integer(children);
	cells[4] = cell_integer(length - children);
	cells[5] = cell_name(walk->run->names, range->name);
	cells[6] = cell_integer(thread_pid(tid));
	cells[7] = cell_integer(thread_tid(tid));
	cells[8] = cell_integer(walk->tree.level[index]);
	cells[9] = cell_integer(walk->children[index]);
	cells[10] = cell_integer(label_range_id(index));
	if (walk->tree.parent[index] != TRACE_NONE)
		cells[11] = cell_integer(label_range_id(walk->tree.parent[index]));
	return label_range_stack(walk->tree.parent, index, &walk->stack, &cells[12], err) &&
	       label_name_tree(walk->run->names, range->name, walk->tree.level[index], &walk->name,
		       &cells[13], err) &&
	       sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static void add_up_children(struct pushpop_walk *walk)
{
	for (size_t i = 0; i < walk->trace->range_count; i++) {
		uint32_t parent = walk->tree.parent[i];

		if (parent == TRACE_NONE)
			continue;
		if (__builtin_add_overflow(walk->child_ns[parent],
			    range_ns(&walk->trace->ranges[i]), &walk->child_ns[parent]))
			walk->child_ns[parent] = INT64_MAX;
		walk->children[parent]++;
	}
}

static bool give_rows(struct pushpop_walk *walk, struct sink *sink, struct err *err)
{
	const struct trace *trace = walk->trace;
	uint32_t *order = walk->tree.order;

	add_up_children(walk);
	/* Parents precede children already; threads are to be merged by time. */
	order_by(order, trace->range_count, compare, trace);
	for (size_t i = 0; i < trace->range_count; i++) {
		if (!trace->ranges[order[i]].out &&
			trace->ranges[order[i]].style == RANGE_PUSH_POP &&
			!give_row(walk, order[i], sink, err))
			return false;
	}
	return true;
}

static bool show(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	struct pushpop_walk walk = {
		.run = run,
		.trace = trace,
		.child_ns = mem_try_zeroed(trace->range_count, sizeof(*walk.child_ns), err),
		.children = mem_try_zeroed(trace->range_count, sizeof(*walk.children), err),
	};
	bool ok = walk.child_ns != NULL && walk.children != NULL &&
		  range_tree_init(&walk.tree, trace, true, err) && give_rows(&walk, sink, err);

	range_tree_release(&walk.tree);
	free(walk.child_ns);
	free(walk.children);
	free(walk.stack.text);
	free(walk.name.text);
	return ok;
}

static const struct column columns[] = {
	{ "Start", COLUMN_STAMP, 0, 1 },
	{ "End", COLUMN_STAMP, 0, 8 },
	{ "Duration", COLUMN_TIME, 0, 0 },
	{ "DurChild", COLUMN_TIME, 0, 3 },
	{ "DurNonChild", COLUMN_TIME, 0, 0 },
	{ "Name", COLUMN_TEXT, 0, 9 },
	{ "PID", COLUMN_ID, 0, 5 },
	{ "TID", COLUMN_ID, 0, 2 },
	{ "Lvl", COLUMN_ID, 0, 6 },
	{ "NumChild", COLUMN_COUNT, 0, 4 },
	{ "RangeId", COLUMN_ID, 0, 7 },
	{ "ParentId", COLUMN_ID, 0, 7 },
	{ "RangeStack", COLUMN_TEXT, 0, 8 },
	{ "NameTree", COLUMN_TEXT, 0, 0 },
};

static const struct timeline_shape timeline = { .start = 0,
	.duration = 2,
	.name = 5,
	.process = 6,
	.thread = 7,
	.process_word = "process",
	.thread_word = "thread" };

const struct report report_nvtx_pushpop_trace = {
	.name = "nvtx_pushpop_trace",
	.alias = "nvtxpptrace",
	.title = "NVTX push/pop ranges by time",
	.doc = "Each push/pop range on the CPU with its place among the others: DurChild is the"
	       " time of those directly in it. RangeId is its row number among the ranges.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.timeline = &timeline,
	.many_rows = true,
	.want = WANT_RANGES,
	.needs = NEED_RANGES,
	.is_cpu = true,
	.show = show,
};
