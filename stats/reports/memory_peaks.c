#include "stats/parts/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/order.h"
#include "base/text.h"
#include "collapse/fold/range_stacks.h"

/* The most memory that was in use at once, by device and kind, and in which ranges that was. */
struct peak {
	uint32_t series, sample; /* the first that has the most */
	uint32_t samples;
	uint32_t stack; /* node of the ranges around it */
	double last;
};

struct peaks {
	const struct trace *trace;
	struct peak *list; /* in their order */
	size_t count;
	struct tree stacks;
};

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct peaks *peaks = context;
	const struct metric_sample *samples = peaks->trace->samples;
	double left = samples[peaks->list[a].sample].value;
	double right = samples[peaks->list[b].sample].value;

	return (left < right) - (left > right);
}

/* Samples are by series. */
static bool find_peaks(struct peaks *peaks, struct err *err)
{
	const struct trace *trace = peaks->trace;
	struct peak *peak = NULL;

	peaks->list = mem_try_zeroed(trace->metric_count, sizeof(*peaks->list), err);
	if (peaks->list == NULL)
		return false;
	for (size_t i = 0; i < trace->sample_count; i++) {
		const struct metric_sample *sample = &trace->samples[i];

		if (trace->metrics[sample->series].kind != METRIC_MEMORY)
			continue;
		if (peak == NULL || peak->series != sample->series) {
			peak = &peaks->list[peaks->count++];
			*peak = (struct peak){ sample->series, (uint32_t)i, 0, TREE_ROOT, 0 };
		}
		if (sample->value > trace->samples[peak->sample].value)
			peak->sample = (uint32_t)i;
		peak->last = sample->value;
		peak->samples++;
	}
	return true;
}

static bool find_stacks(struct peaks *peaks, struct err *err)
{
	struct range_point *points = mem_try_zeroed(peaks->count, sizeof(*points), err);
	uint32_t *stacks = mem_try_zeroed(peaks->count, sizeof(*stacks), err);
	bool ok = points != NULL && stacks != NULL;

	for (size_t i = 0; ok && i < peaks->count; i++) {
		const struct metric_sample *sample = &peaks->trace->samples[peaks->list[i].sample];

		points[i] = (struct range_point){ sample->start, sample->start, sample->thread };
	}
	ok = ok && range_stacks(peaks->trace, points, peaks->count, &peaks->stacks, stacks, err);
	for (size_t i = 0; ok && i < peaks->count; i++)
		peaks->list[i].stack = stacks[i];
	free(points);
	free(stacks);
	return ok;
}

/* "step 3;forward;aten::mm": the names from the outermost in. */
static bool put_stack(const struct tree *tree, uint32_t node, struct text *text, struct err *err)
{
	uint32_t depth = 0, *nodes;
	bool ok = true;

	for (uint32_t at = node; at != TREE_ROOT; at = tree->parent[at])
		depth++;
	nodes = mem_try_zeroed(depth, sizeof(*nodes), err);
	if (nodes == NULL)
		return false;
	for (uint32_t at = node, i = depth; at != TREE_ROOT; at = tree->parent[at])
		nodes[--i] = at;
	for (uint32_t i = 0; ok && i < depth; i++) {
		const struct name *name = &tree->names->list[tree->frame[nodes[i]]];

		ok = (i == 0 || text_try_add(text, ";", 1, err)) &&
		     text_try_add(text, name->text, name->len, err);
	}
	free(nodes);
	return ok;
}

static bool give_peak(
	const struct peaks *peaks, const struct peak *peak, struct sink *sink, struct err *err)
{
	const struct trace *trace = peaks->trace;
	const struct metric_series *series = &trace->metrics[peak->series];
	const struct metric_sample *most = &trace->samples[peak->sample];
	struct text stack = { 0 };
	/* at least an empty text */
	bool ok = text_try_add_string(&stack, "", err) &&
		  put_stack(&peaks->stacks, peak->stack, &stack, err);
	const struct cell cells[] = {
		cell_real(most->value / 1e6),
		cell_integer(most->start),
		cell_real(peak->last / 1e6),
		cell_integer(peak->samples),
		cell_integer((int64_t)trace_pid(trace, series->process)),
		cell_name(trace->names, series->device_name),
		cell_name(trace->names, series->name),
		{ .kind = CELL_TEXT, .len = (uint32_t)stack.len, .is.text = stack.bytes },
	};

	ok = ok && sink_row(sink, cells, ARRAY_SIZE(cells), err);
	text_release(&stack);
	return ok;
}

static bool give_peaks(struct peaks *peaks, struct sink *sink, struct err *err)
{
	uint32_t *order = mem_try_zeroed(peaks->count, sizeof(*order), err);
	bool ok = order != NULL;

	for (uint32_t i = 0; ok && i < peaks->count; i++)
		order[i] = i;
	ok = ok && order_sort(order, peaks->count, compare, peaks, err);
	for (size_t i = 0; ok && i < peaks->count; i++)
		ok = give_peak(peaks, &peaks->list[order[i]], sink, err);
	free(order);
	return ok;
}

static bool show(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	struct peaks peaks = { .trace = trace };
	bool ok;

	if (!tree_try_init(&peaks.stacks, run->names, err))
		return false;
	ok = find_peaks(&peaks, err) && find_stacks(&peaks, err) && give_peaks(&peaks, sink, err);
	free(peaks.list);
	tree_release(&peaks.stacks);
	return ok;
}

static const struct column columns[] = {
	{ "Peak", COLUMN_MB, 3, 0 },
	{ "At", COLUMN_STAMP, 0, 0 },
	{ "Last", COLUMN_MB, 3, 2 },
	{ "Changes", COLUMN_COUNT, 0, 3 },
	{ "PID", COLUMN_ID, 0, 1 },
	{ "Device", COLUMN_TEXT, 0, 0 },
	{ "Memory", COLUMN_TEXT, 0, 0 },
	{ "Ranges", COLUMN_TEXT, 0, 0 },
};

const struct report report_memory_peaks = {
	.name = "memory_peaks",
	.title = "Peaks of memory",
	.doc = "The most memory in use at once, by device, when that was, and the ranges of the"
	       " thread that allocated it. Of a PyTorch trace (profile_memory=True), what its"
	       " allocator gave out and what it reserved; of nsys, and of"
	       " gpuflame record --mode trace (--cuda-memory-usage true), what CUDA allocated "
	       "since the recording began, by kind of memory: PyTorch's allocator"
	       " takes what it reserves from there. Last is what was in use in the end. 1 MB is"
	       " 10^6 bytes.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_RANGES | WANT_API_CALLS | WANT_METRIC(METRIC_MEMORY),
	.needs = NEED_MEMORY_USE,
	.is_hardware = true,
	.has_devices = true,
	.show = show,
};
