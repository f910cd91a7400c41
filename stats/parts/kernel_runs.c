#include "stats/parts/kernel_runs.h"

#include <stdlib.h>

#include "base/die.h"
#include "base/mem.h"
#include "base/pool.h"
#include "collapse/fold/nest.h"
#include "stats/parts/sums.h"

enum { MOST_RUNS = 1 << 26 };

/* The heading of ranges, or of kernels in none; `place` as in `places`. */
static uint32_t find_heading(
	struct kernel_runs *runs, uint64_t place, unsigned style, uint32_t name)
{
	uint32_t where = idmap_add(&runs->places, place) << 2 | style;
	uint32_t had = runs->heading_keys.count;
	uint32_t heading = idmap_add(&runs->heading_keys, sums_pair(where, name));

	mem_need(runs->headings, runs->headings_cap, runs->heading_keys.count);
	if (runs->heading_keys.count > had)
		runs->headings[heading] = (struct kernel_heading){ name, where };
	return heading;
}

static uint32_t heading_of(struct kernel_runs *runs, const struct trace *trace, uint32_t thread,
	unsigned style, uint32_t name)
{
	uint64_t tid = thread != TRACE_NONE ? trace->threads.keys[thread] : 0,
		 place = KERNEL_NO_PLACE;

	/* Processes on several machines may have one number: it is omitted when pooled. */
	if (thread != TRACE_NONE && !runs->pooled)
		place = (uint64_t)thread_pid(tid) << 32 | (uint64_t)thread_tid(tid);
	return find_heading(runs, place, style, name);
}

static void add_run(struct kernel_runs *runs, uint32_t heading, uint32_t range)
{
	if (runs->count == MOST_RUNS)
		die("ranges overlap in more than 2^26 places; the report nvtx_gpu_proj_sum does "
		    "not need them");
	mem_need(runs->list, runs->cap, runs->count + 1);
	runs->list[runs->count++] = (struct kernel_run){
		.heading = heading, .range = range, .begin = runs->now, .end = runs->now
	};
}

static void add_launched(struct kernel_runs *runs, const struct trace *trace, uint32_t op)
{
	struct launched_kernel launched = {
		.ns = (uint64_t)(trace->ops[op].end - trace->ops[op].start),
		.name = trace->ops[op].name,
	};

	if (trace->sums != NULL) {
		mem_need(runs->sums, runs->sums_cap, runs->sum_count + 1);
		runs->sums[runs->sum_count++] = (struct launched_sum){ trace->sums[op].count,
			trace->sums[op].min, trace->sums[op].max };
		launched.sum = (uint32_t)runs->sum_count;
	}
	if (runs->launched_count == UINT32_MAX - 1)
		die("there are more than 2^32 kernels");
	mem_need(runs->launched, runs->launched_cap, runs->launched_count + 1);
	runs->launched[runs->launched_count++] = launched;
}

static void add_outside(struct kernel_runs *runs, const struct trace *trace, uint32_t op)
{
	uint32_t heading = heading_of(runs, trace, trace->ops[op].thread, NO_RANGE, NAME_NONE);
	const struct kernel_run *last = runs->outside > 0 ? &runs->list[runs->outside - 1] : NULL;

	if (last == NULL || last->heading != heading || last->end != runs->now) {
		add_run(runs, heading, TRACE_NONE);
		runs->outside = (uint32_t)runs->count;
	}
	runs->list[runs->outside - 1].end = ++runs->now;
}

/* End the runs of all levels but the outermost `kept`. */
static void end_runs(struct kernel_runs *runs, size_t kept)
{
	for (size_t i = kept; i < runs->depth; i++)
		runs->list[runs->levels[i]].end = runs->now;
	runs->depth = kept;
}

/* Begin a run of the range, or go on with one that ended only now. */
static void enter_range(struct kernel_runs *runs, const struct trace *trace, uint32_t index)
{
	const struct range *range = &trace->ranges[index];
	uint32_t latest = runs->latest[index];

	if (latest == 0 || runs->list[latest - 1].end != runs->now) {
		if (latest > 0)
			add_run(runs, runs->list[latest - 1].heading, runs->list[latest - 1].range);
		else
			add_run(runs,
				heading_of(runs, trace, range->thread, range->style, range->name),
				(uint32_t)runs->count);
		latest = (uint32_t)runs->count;
		runs->latest[index] = latest;
	}
	runs->levels[runs->depth++] = latest - 1;
}

/* The kernels of a sweep, which a second thread copies. */
struct launched_copy {
	struct kernel_runs *runs;
	const struct trace *trace;
	const struct thread_order *order;
};

static void copy_launched(void *context)
{
	const struct launched_copy *copy = context;
	const struct trace *trace = copy->trace;
	size_t count = copy->order->begin[trace->threads.count];

	for (size_t i = 0; i < count; i++) {
		uint32_t op = copy->order->items[i];

		if (op < trace->op_end[OP_KERNEL])
			add_launched(copy->runs, trace, op);
	}
}

static void find_runs(struct kernel_runs *runs, const struct trace *trace, struct nest *nest)
{
	while (nest_next(nest)) {
		end_runs(runs, nest->same);
		mem_need(runs->levels, runs->levels_cap, nest->depth);
		for (size_t i = nest->same; i < nest->depth; i++)
			enter_range(runs, trace, nest->ranges[i]);
		if (nest->op >= trace->op_end[OP_KERNEL])
			continue;
		if (nest->depth == 0)
			add_outside(runs, trace, nest->op);
		else
			runs->now++;
	}
	end_runs(runs, 0);
}

static void sweep(struct kernel_runs *runs, const struct trace *trace)
{
	enum { MANY = 1 << 14 };
	struct nest nest;
	struct launched_copy copy = { runs, trace, &nest.ops_order };
	struct task task;

	/* room for what most traces need: arrays that grow meanwhile would be copied */
	mem_need(runs->launched, runs->launched_cap,
		runs->launched_count + trace->op_end[OP_KERNEL]);
	mem_need(runs->list, runs->cap, runs->count + trace->range_count);
	nest_init_adopting(&nest, trace);
	task_begin(&task, copy_launched, &copy, trace->workers < 2 || trace->op_count < MANY);
	find_runs(runs, trace, &nest);
	task_end(&task);
	nest_release(&nest);
}

void kernel_runs_add(struct kernel_runs *runs, const struct trace *trace)
{
	runs->latest = mem_zeroed(trace->range_count, sizeof(*runs->latest));
	sweep(runs, trace);
	for (uint32_t i = 0; trace->odd.ops_without_launch > 0 && i < trace->op_end[OP_KERNEL];
		i++) {
		if (trace->ops[i].thread != TRACE_NONE)
			continue;
		add_launched(runs, trace, i);
		add_outside(runs, trace, i);
	}
	runs->summed |= trace->sums != NULL;
	free(runs->latest);
	runs->latest = NULL;
}

void kernel_runs_clear(struct kernel_runs *runs)
{
	runs->launched_count = runs->sum_count = runs->count = 0;
	runs->now = 0;
	runs->outside = 0;
}

void kernel_runs_release(struct kernel_runs *runs)
{
	free(runs->levels);
	idmap_release(&runs->places);
	idmap_release(&runs->heading_keys);
	free(runs->headings);
	free(runs->launched);
	free(runs->sums);
	free(runs->list);
}
