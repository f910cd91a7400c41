#include "stats/parts/report.h"

#include <stdlib.h>

#include "base/idmap.h"
#include "base/mem.h"
#include "stats/parts/busy.h"
#include "stats/parts/projection.h"
#include "stats/parts/styles.h"

/* The lifetime of one device in one process, from its first operation to its last one. */
struct use_lane {
	uint32_t process, device;
	int64_t start, end;
	uint64_t chunk_ns;
	uint64_t *sums; /* by chunk: of operations, overlaps counted twice */
};

/* The operations that count, by lane: there may be as many lanes as operations. */
struct lane_ops {
	uint32_t *ops;
	uint32_t *end;      /* by lane, in the order of spans: where its operations end in `ops` */
	struct idmap lanes; /* by process and device */
};

static void lane_ops_release(struct lane_ops *sorted)
{
	free(sorted->ops);
	free(sorted->end);
	idmap_release(&sorted->lanes);
}

static uint64_t lane_key(uint32_t process, uint32_t device)
{
	return (uint64_t)process << 32 | device;
}

static uint32_t lane_of(const struct lane_ops *sorted, const struct trace *trace, size_t op)
{
	const struct stream *stream = &trace->streams[trace->ops[op].stream];

	return idmap_find(&sorted->lanes, lane_key(stream->process, stream->device));
}

static bool lane_ops_init(struct lane_ops *sorted, const struct trace *trace,
	const struct busy *busy, const bool *wanted, struct err *err)
{
	uint32_t lane, next = 0;

	*sorted = (struct lane_ops){ 0 };
	for (size_t i = 0; i < busy->count; i++) {
		if (!idmap_try_add(&sorted->lanes,
			    lane_key(busy->spans[i].process, busy->spans[i].device), &lane, err))
			return false;
	}
	sorted->ops = mem_try_zeroed(trace->op_count, sizeof(*sorted->ops), err);
	sorted->end = mem_try_zeroed(sorted->lanes.count, sizeof(*sorted->end), err);
	if (sorted->ops == NULL || sorted->end == NULL)
		return false;
	for (size_t i = 0; i < trace->op_count; i++) {
		if (wanted == NULL || wanted[i])
			sorted->end[lane_of(sorted, trace, i)]++;
	}
	for (lane = 0; lane < sorted->lanes.count; lane++) {
		uint32_t count = sorted->end[lane];

		sorted->end[lane] = next; /* where it begins; advances as operations are added */
		next += count;
	}
	for (uint32_t i = 0; i < trace->op_count; i++) {
		if (wanted == NULL || wanted[i])
			sorted->ops[sorted->end[lane_of(sorted, trace, i)]++] = i;
	}
	return true;
}

/* Distribute an operation's time over the chunks that it overlaps. */
static void add_op(struct use_lane *lane, const struct op *op, uint64_t chunks)
{
	uint64_t from = (uint64_t)op->start - (uint64_t)lane->start;
	uint64_t to = (uint64_t)op->end - (uint64_t)lane->start;

	for (uint64_t chunk = from / lane->chunk_ns; chunk < chunks && from < to; chunk++) {
		uint64_t end = (chunk + 1) * lane->chunk_ns;

		end = to < end ? to : end;
		lane->sums[chunk] += end - from;
		from = end;
	}
}

static bool give_lane(const struct use_lane *lane, const struct trace *trace,
	const struct busy *busy, uint64_t chunks, struct sink *sink, struct err *err)
{
	uint64_t whole = (uint64_t)lane->end - (uint64_t)lane->start;

	for (uint64_t chunk = 0; chunk < chunks && chunk * lane->chunk_ns < whole; chunk++) {
		uint64_t begin = chunk * lane->chunk_ns, left = whole - begin;
		uint64_t length = left < lane->chunk_ns ? left : lane->chunk_ns;
		int64_t start = (int64_t)((uint64_t)lane->start + begin);
		uint64_t union_ns = busy_within(busy, lane->process, lane->device, start,
			(int64_t)((uint64_t)start + length));
		const struct cell cells[] = {
			cell_real((double)lane->sums[chunk] * 100 / (double)length),
			cell_real((double)union_ns * 100 / (double)length),
			cell_integer((int64_t)length),
			cell_integer(start),
			cell_integer(thread_pid(trace->processes.keys[lane->process])),
			cell_integer(lane->device),
		};

		if (!sink_row(sink, cells, ARRAY_SIZE(cells), err))
			return false;
	}
	return true;
}

/* The lane that begins with span `first` of busy; *first moves past it. */
static bool add_lane(struct report_run *run, const struct trace *trace, const struct busy *busy,
	const struct lane_ops *sorted, size_t *first, struct sink *sink, struct err *err)
{
	uint32_t number = idmap_find(
		&sorted->lanes, lane_key(busy->spans[*first].process, busy->spans[*first].device));
	const struct busy_span *span = &busy->spans[*first];
	uint64_t chunks = run->options->chunks, whole;
	struct use_lane lane = { .process = span->process, .device = span->device };
	bool ok;

	lane.start = span->start;
	for (; *first < busy->count && busy->spans[*first].process == lane.process &&
		busy->spans[*first].device == lane.device;
		(*first)++)
		lane.end = busy->spans[*first].end;
	whole = (uint64_t)lane.end - (uint64_t)lane.start;
	lane.chunk_ns = whole / chunks + (whole % chunks != 0);
	if (lane.chunk_ns == 0)
		return true; /* zero duration */
	lane.sums = mem_try_zeroed(chunks, sizeof(*lane.sums), err);
	if (lane.sums == NULL)
		return false;
	for (uint32_t i = number > 0 ? sorted->end[number - 1] : 0; i < sorted->end[number]; i++)
		add_op(&lane, &trace->ops[sorted->ops[i]], chunks);
	ok = give_lane(&lane, trace, busy, chunks, sink, err);
	free(lane.sums);
	return ok;
}

/* `wanted` NULL: all operations. */
static bool give_trace(struct report_run *run, const struct trace *trace, const bool *wanted,
	struct sink *sink, struct err *err)
{
	struct lane_ops sorted;
	struct busy busy;
	size_t first = 0;
	bool ok;

	if (!busy_init(&busy, trace, PROJECT_ALL, wanted, err))
		return false;
	ok = lane_ops_init(&sorted, trace, &busy, wanted, err);
	while (ok && first < busy.count)
		ok = add_lane(run, trace, &busy, &sorted, &first, sink, err);
	lane_ops_release(&sorted);
	busy_release(&busy);
	return ok;
}

static bool show(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	return give_trace(run, trace, NULL, sink, err);
}

static bool show_nccl(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	bool *communication = busy_mark_kernels(trace, false, err);
	bool ok = communication != NULL && give_trace(run, trace, communication, sink, err);

	free(communication);
	return ok;
}

static const struct column columns[] = {
	{ "In-Use", COLUMN_PERCENT, 1, 0 },
	{ "Busy", COLUMN_PERCENT, 1, 0 },
	{ "Duration", COLUMN_TIME, 0, 1 },
	{ "Start", COLUMN_STAMP, 0, 0 },
	{ "PID", COLUMN_ID, 0, 1 },
	{ "Device ID", COLUMN_ID, 0, 0 },
};

static const char shape[] = "heat; x: Start; width: Duration; lane: Device ID, PID; value: Busy";

const struct report report_gpu_time_util = {
	.name = "gpu_time_util",
	.alias = "gpu_time_util_map",
	.title = "GPU time in use",
	.doc = "Each device's time in --chunks equal parts, and the share of each in use:"
	       " In-Use adds up overlapping operations and can exceed 100; Busy counts them once."
	       " A heat map with --format svg: a lane for each device.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_OTHER_OPS | WANT_STREAMS,
	.needs = NEED_OPS,
	.option = "--chunks",
	.chart = shape,
	.show = show,
};

const struct report report_nccl_gpu_time_util_map = {
	.name = "nccl_gpu_time_util_map",
	.title = "GPU time in use by NCCL",
	.doc = "gpu_time_util of NCCL's kernels alone, from the first of them to the last one.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_STREAMS,
	.needs = NEED_KERNELS,
	.option = "--chunks",
	.chart = shape,
	.show = show_nccl,
};
