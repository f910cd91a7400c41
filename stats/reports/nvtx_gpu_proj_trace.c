#include "stats/parts/report.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/order.h"
#include "stats/parts/labels.h"
#include "stats/parts/range_places.h"
#include "stats/parts/styles.h"

struct proj_trace_walk {
	struct report_run *run;
	const struct trace *trace;
	const struct projected *projected;
	const struct range_tree *tree;
	uint32_t *order;    /* of ranges, by row */
	uint32_t *children; /* by range: those that have operations */
	struct label_buffer stack;
};

/* By the projected start, the longer one first. */
static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct projected *left = (const struct projected *)context + a;
	const struct projected *right = (const struct projected *)context + b;

	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	return (left->end < right->end) - (left->end > right->end);
}

static bool give_row(
	struct proj_trace_walk *walk, uint32_t index, struct sink *sink, struct err *err)
{
	const struct range *range = &walk->trace->ranges[index];
	const struct projected *projected = &walk->projected[index];
	uint64_t tid = walk->trace->threads.keys[range->thread];
	struct cell cells[14] = { 0 };

	cells[0] = cell_name(walk->run->names, range->name);
	cells[1] = cell_integer(projected->start);
	cells[2] = cell_integer(ns_between(projected->start, projected->end));
	cells[3] = cell_integer(range->start);
	cells[4] = cell_integer(range_ns(range));
	cells[5] = cell_text(range_style_name(range->style));
	cells[6] = cell_integer(thread_pid(tid));
	cells[7] = cell_integer(thread_tid(tid));
	cells[8] = cell_integer(projected->launches);
	cells[9] = cell_integer(walk->tree->level[index]);
	cells[10] = cell_integer(walk->children[index]);
	cells[11] = cell_integer(label_range_id(index));
	if (walk->tree->parent[index] != TRACE_NONE)
		cells[12] = cell_integer(label_range_id(walk->tree->parent[index]));
	return label_range_stack(walk->tree->parent, index, &walk->stack, &cells[13], err) &&
	       sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool give_rows(struct proj_trace_walk *walk, struct sink *sink, struct err *err)
{
	const struct trace *trace = walk->trace;
	uint32_t *order = walk->order;
	size_t count = 0;

	for (size_t i = 0; i < trace->range_count; i++) {
		uint32_t parent = walk->tree->parent[i];

		if (walk->projected[i].launches > 0 && parent != TRACE_NONE)
			walk->children[parent]++;
	}
	for (size_t i = 0; i < trace->range_count; i++) {
		if (walk->projected[walk->tree->order[i]].launches > 0)
			order[count++] = walk->tree->order[i];
	}
	order_by(order, count, compare, walk->projected);
	for (size_t i = 0; i < count; i++) {
		if (!give_row(walk, order[i], sink, err))
			return false;
	}
	return true;
}

static bool show(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	struct range_places own = { 0 };
	const struct range_places *places = range_places_get(run, trace, true, &own, err);
	struct proj_trace_walk walk = {
		.run = run,
		.trace = trace,
		.order = mem_try_zeroed(trace->range_count, sizeof(*walk.order), err),
		.children = mem_try_zeroed(trace->range_count, sizeof(*walk.children), err),
	};
	bool ok = places != NULL && walk.order != NULL && walk.children != NULL;

	if (ok) {
		walk.projected = places->projected;
		walk.tree = &places->tree;
		ok = give_rows(&walk, sink, err);
	}
	range_places_release(&own);
	free(walk.order);
	free(walk.children);
	free(walk.stack.text);
	return ok;
}

static const struct column columns[] = {
	{ "Name", COLUMN_TEXT, 0, 0 },
	{ "Projected Start", COLUMN_STAMP, 0, 1 },
	{ "Projected Duration", COLUMN_TIME, 0, 0 },
	{ "Orig Start", COLUMN_STAMP, 0, 7 },
	{ "Orig Duration", COLUMN_TIME, 0, 2 },
	{ "Style", COLUMN_TEXT, 0, 6 },
	{ "PID", COLUMN_ID, 0, 6 },
	{ "TID", COLUMN_ID, 0, 4 },
	{ "NumGPUOps", COLUMN_COUNT, 0, 1 },
	{ "Lvl", COLUMN_ID, 0, 3 },
	{ "NumChild", COLUMN_COUNT, 0, 5 },
	{ "RangeId", COLUMN_ID, 0, 8 },
	{ "ParentId", COLUMN_ID, 0, 8 },
	{ "RangeStack", COLUMN_TEXT, 0, 9 },
};

const struct report report_nvtx_gpu_proj_trace = {
	.name = "nvtx_gpu_proj_trace",
	.alias = "nvtxgpuproj",
	.title = "NVTX ranges projected to the GPU",
	.doc = "Each NVTX range that launched something: from the start of its first operation on"
	       " the GPU to the end of its last one. NumGPUOps counts launches. RangeId is its row"
	       " number among the ranges.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.many_rows = true,
	.want = WANT_OTHER_OPS | WANT_RANGES,
	.needs = NEED_OPS | NEED_RANGES,
	.uses_places = true,
	.show = show,
};
