#include "stats/parts/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/order.h"
#include "stats/parts/domains.h"
#include "stats/parts/styles.h"
#include "stats/parts/time_parts.h"

/*
 * When a process was in calls of a library, when kernels of it ran, and when both: in equal parts
 * of its time, as nsys's recipes show it.
 */
struct busy_time {
	int64_t start, end;
	uint32_t process;
};

struct busy_times {
	struct busy_time *list; /* merged: by process and start, none touch */
	size_t count, cap;
};

static bool add_time(
	struct busy_times *times, int64_t start, int64_t end, uint32_t process, struct err *err)
{
	if (!mem_try_grow((void **)&times->list, &times->cap, times->count + 1,
		    sizeof(*times->list), err))
		return false;
	times->list[times->count++] = (struct busy_time){ start, end, process };
	return true;
}

static int compare_times(const void *context, uint32_t a, uint32_t b)
{
	const struct busy_time *left = (const struct busy_time *)context + a;
	const struct busy_time *right = (const struct busy_time *)context + b;

	if (left->process != right->process)
		return left->process < right->process ? -1 : 1;
	return (left->start > right->start) - (left->start < right->start);
}

/* Sort, and join those that touch. */
static bool merge_times(struct busy_times *times, struct err *err)
{
	uint32_t *order = mem_try_zeroed(times->count, sizeof(*order), err);
	struct busy_times merged = { 0 };
	bool ok = order != NULL;

	if (ok && times->count >= TRACE_NONE)
		ok = err_set(err, ERR_FORMAT, "more than 2^32 calls and kernels");
	for (size_t i = 0; ok && i < times->count; i++)
		order[i] = (uint32_t)i;
	ok = ok && order_sort(order, times->count, compare_times, times->list, err);
	for (size_t i = 0; ok && i < times->count; i++) {
		const struct busy_time *time = &times->list[order[i]];
		struct busy_time *last = merged.count > 0 ? &merged.list[merged.count - 1] : NULL;

		if (last == NULL || last->process != time->process || time->start > last->end)
			ok = add_time(&merged, time->start, time->end, time->process, err);
		else if (time->end > last->end)
			last->end = time->end;
	}
	free(order);
	free(times->list);
	*times = merged;
	return ok;
}

/* Times that are in both. */
static bool intersect(const struct busy_times *a, const struct busy_times *b,
	struct busy_times *both, struct err *err)
{
	size_t i = 0, j = 0;

	while (i < a->count && j < b->count) {
		const struct busy_time *left = &a->list[i], *right = &b->list[j];
		int64_t start = left->start > right->start ? left->start : right->start;
		int64_t end = left->end < right->end ? left->end : right->end;

		if (left->process == right->process && start < end &&
			!add_time(both, start, end, left->process, err))
			return false;
		if (left->process != right->process ? left->process < right->process
						    : left->end < right->end)
			i++;
		else
			j++;
	}
	return true;
}

static bool gather_kernels(const struct trace *trace, struct busy_times *times, struct err *err)
{
	for (size_t i = 0; i < trace->op_end[OP_KERNEL]; i++) {
		const struct op *op = &trace->ops[i];

		if (!add_time(times, op->start, op->end, trace_op_process(trace, i), err))
			return false;
	}
	return merge_times(times, err);
}

static bool gather_calls(const struct trace *trace, enum host_kind kind, const char *domain,
	struct busy_times *times, struct err *err)
{
	for (size_t i = 0; i < trace->host_count; i++) {
		const struct host_event *call = &trace->host_events[i];

		if (call->kind == kind && !add_time(times, call->start, call->end,
						  trace->thread_process[call->thread], err))
			return false;
	}
	/* as they are in reports of before 2023 */
	for (size_t i = 0; domain != NULL && i < trace->range_count; i++) {
		const struct range *range = &trace->ranges[i];

		if (!range->out && domain_is(trace, range, domain) &&
			!add_time(times, range->start, range->end,
				trace->thread_process[range->thread], err))
			return false;
	}
	return merge_times(times, err);
}

/* --- rows ---------------------------------------------------------------------------- */

enum { OF_KERNELS, OF_CALLS, OF_BOTH, KINDS };

struct overlap_map {
	struct busy_times times[KINDS];
	size_t at[KINDS]; /* those of the process begin there */
	const char *labels[KINDS];
};

static bool give_kind(struct overlap_map *map, int kind, const struct time_parts *parts,
	const struct trace *trace, uint32_t process, struct sink *sink, struct err *err)
{
	const struct busy_times *times = &map->times[kind];
	struct part_sums sums;
	bool ok = part_sums_init(&sums, parts, err);

	for (size_t i = map->at[kind]; ok && i < times->count && times->list[i].process == process;
		i++)
		part_sums_add(&sums, times->list[i].start, times->list[i].end, 1);
	if (ok)
		part_sums_close(&sums);
	for (size_t i = 0; ok && i < parts->count; i++) {
		uint64_t length = time_part_length(parts, i);
		const struct cell cells[] = {
			cell_real(sums.sums[i] * 100 / (double)length),
			cell_integer((int64_t)length),
			cell_integer(time_part_start(parts, i)),
			cell_integer(thread_pid(trace->processes.keys[process])),
			cell_text(map->labels[kind]),
		};

		ok = sink_row(sink, cells, ARRAY_SIZE(cells), err);
	}
	part_sums_release(&sums);
	return ok;
}

/* The time of a process is from its first call or kernel to the end of the last one. */
static bool give_process(struct overlap_map *map, uint32_t process, uint64_t chunks,
	const struct trace *trace, struct sink *sink, struct err *err)
{
	int64_t start = INT64_MAX, end = INT64_MIN;
	struct time_parts parts;
	size_t next[KINDS];

	for (int kind = 0; kind < KINDS; kind++) {
		const struct busy_times *times = &map->times[kind];

		next[kind] = map->at[kind];
		for (; next[kind] < times->count && times->list[next[kind]].process == process;
			next[kind]++) {
			const struct busy_time *time = &times->list[next[kind]];

			start = time->start < start ? time->start : start;
			end = time->end > end ? time->end : end;
		}
	}
	time_parts_init(&parts, start, end, chunks);
	for (int kind = 0; kind < KINDS; kind++) {
		if (!give_kind(map, kind, &parts, trace, process, sink, err))
			return false;
	}
	memcpy(map->at, next, sizeof(next));
	return true;
}

static bool show_calls(struct report_run *run, const struct trace *trace, enum host_kind kind,
	const char *domain, const char *label, struct sink *sink, struct err *err)
{
	struct overlap_map map = { .labels = { "kernels", label, "both" } };
	bool ok = gather_kernels(trace, &map.times[OF_KERNELS], err) &&
		  gather_calls(trace, kind, domain, &map.times[OF_CALLS], err) &&
		  intersect(&map.times[OF_KERNELS], &map.times[OF_CALLS], &map.times[OF_BOTH], err);

	for (uint32_t process = 0; ok && process < trace->processes.count; process++)
		ok = give_process(&map, process, run->options->chunks, trace, sink, err);
	for (int i = 0; i < KINDS; i++)
		free(map.times[i].list);
	return ok;
}

static bool show_mpi(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	return show_calls(run, trace, HOST_MPI, "MPI", "MPI", sink, err);
}

static bool show_ucx(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	return show_calls(run, trace, HOST_UCX, NULL, "UCX", sink, err);
}

static const struct column columns[] = {
	{ "In-Use", COLUMN_PERCENT, 1, 0 },
	{ "Duration", COLUMN_TIME, 0, 1 },
	{ "Start", COLUMN_STAMP, 0, 0 },
	{ "PID", COLUMN_ID, 0, 0 },
	{ "By", COLUMN_TEXT, 0, 0 },
};

static const char shape[] = "heat; x: Start; width: Duration; lane: By, PID; value: In-Use";

#define DOC(calls)                                                                             \
	"The time of each process in --chunks equal parts: the share of each in which kernels" \
	" ran, in which some thread was in a call of " calls ", and in which both. A heat map" \
	" with --format svg: three lanes for each process."

const struct report report_mpi_gpu_time_util_map = {
	.name = "mpi_gpu_time_util_map",
	.title = "Time in use by kernels and by MPI",
	.doc = DOC("MPI"),
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_RANGES | WANT_HOST(HOST_MPI),
	.needs = NEED_KERNELS | NEED_MPI,
	.option = "--chunks",
	.chart = shape,
	.show = show_mpi,
};

const struct report report_ucx_gpu_time_util_map = {
	.name = "ucx_gpu_time_util_map",
	.title = "Time in use by kernels and by UCX",
	.doc = DOC("UCX"),
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_HOST(HOST_UCX),
	.needs = NEED_KERNELS | NEED_UCX,
	.option = "--chunks",
	.chart = shape,
	.show = show_ucx,
};
