#include "stats/parts/kernel_runs.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/thread.h"
#include "collapse/fold/nest.h"
#include "stats/parts/sums.h"

enum { MOST_RUNS = 1 << 26 };

bool kernel_runs_heading(struct kernel_runs *runs, uint64_t place, unsigned style, uint32_t name,
	uint32_t *heading, struct err *err)
{
	uint32_t place_index, had = runs->heading_keys.count;

	if (!idmap_try_add(&runs->places, place, &place_index, err) ||
		!idmap_try_add(&runs->heading_keys, sums_pair(place_index << 2 | style, name),
			heading, err))
		return false;
	if (runs->heading_keys.count == had)
		return true;
	if (!mem_try_grow((void **)&runs->headings, &runs->headings_cap, (size_t)*heading + 1,
		    sizeof(*runs->headings), err))
		return false;
	runs->headings[*heading] = (struct kernel_heading){ name, place_index << 2 | style };
	return true;
}

static bool heading_of(struct kernel_runs *runs, const struct trace *trace, uint32_t thread,
	unsigned style, uint32_t name, uint32_t *heading, struct err *err)
{
	uint64_t tid = thread != TRACE_NONE ? trace->threads.keys[thread] : 0,
		 place = KERNEL_NO_PLACE;

	/* Processes on several machines may have one number: it is omitted when pooled. */
	if (thread != TRACE_NONE && !runs->pooled)
		place = (uint64_t)thread_pid(tid) << 32 | (uint64_t)thread_tid(tid);
	return kernel_runs_heading(runs, place, style, name, heading, err);
}

static bool add_run(struct kernel_runs *runs, uint32_t heading, uint32_t range, struct err *err)
{
	if (runs->count == MOST_RUNS)
		return err_set(err, ERR_FORMAT,
			"ranges overlap in more than 2^26 places; the report"
			" nvtx_gpu_proj_sum does not need them");
	if (!mem_try_grow(
		    (void **)&runs->list, &runs->cap, runs->count + 1, sizeof(*runs->list), err))
		return false;
	runs->list[runs->count++] = (struct kernel_run){
		.heading = heading, .range = range, .begin = runs->now, .end = runs->now
	};
	return true;
}

static bool add_launched(
	struct kernel_runs *runs, const struct trace *trace, uint32_t op, struct err *err)
{
	struct launched_kernel launched = {
		.ns = (uint64_t)(trace->ops[op].end - trace->ops[op].start),
		.name = trace->ops[op].name,
	};

	if (runs->launched_count == UINT32_MAX - 1)
		return err_set(err, ERR_FORMAT, "more than 2^32 kernels");
	if (trace->sums != NULL) {
		if (!mem_try_grow((void **)&runs->sums, &runs->sums_cap, runs->sum_count + 1,
			    sizeof(*runs->sums), err))
			return false;
		runs->sums[runs->sum_count++] = (struct launched_sum){ trace->sums[op].count,
			trace->sums[op].min, trace->sums[op].max };
		launched.sum = (uint32_t)runs->sum_count;
	}
	if (!mem_try_grow((void **)&runs->launched, &runs->launched_cap, runs->launched_count + 1,
		    sizeof(*runs->launched), err))
		return false;
	runs->launched[runs->launched_count++] = launched;
	return true;
}

static bool add_outside(
	struct kernel_runs *runs, const struct trace *trace, uint32_t op, struct err *err)
{
	uint32_t heading;
	const struct kernel_run *last = runs->outside > 0 ? &runs->list[runs->outside - 1] : NULL;

	if (!heading_of(runs, trace, trace->ops[op].thread, NO_RANGE, NAME_NONE, &heading, err))
		return false;
	if (last == NULL || last->heading != heading || last->end != runs->now) {
		if (!add_run(runs, heading, TRACE_NONE, err))
			return false;
		runs->outside = (uint32_t)runs->count;
	}
	runs->list[runs->outside - 1].end = ++runs->now;
	return true;
}

/* End the runs of all levels but the outermost `kept`. */
static void end_runs(struct kernel_runs *runs, size_t kept)
{
	for (size_t i = kept; i < runs->depth; i++)
		runs->list[runs->levels[i]].end = runs->now;
	runs->depth = kept;
}

/* Begin a run of the range, or go on with one that ended only now. */
static bool enter_range(
	struct kernel_runs *runs, const struct trace *trace, uint32_t index, struct err *err)
{
	const struct range *range = &trace->ranges[index];
	uint32_t latest = runs->latest[index], heading;

	if (latest == 0 || runs->list[latest - 1].end != runs->now) {
		uint32_t first = (uint32_t)runs->count;

		if (latest > 0) {
			heading = runs->list[latest - 1].heading;
			first = runs->list[latest - 1].range;
		} else if (!heading_of(runs, trace, range->thread, range->style, range->name,
				   &heading, err))
			return false;
		if (!add_run(runs, heading, first, err))
			return false;
		latest = (uint32_t)runs->count;
		runs->latest[index] = latest;
	}
	runs->levels[runs->depth++] = latest - 1;
	return true;
}

static bool enter_ranges(struct kernel_runs *runs, const struct trace *trace,
	const struct nest *nest, struct err *err)
{
	end_runs(runs, nest->same);
	if (!mem_try_grow((void **)&runs->levels, &runs->levels_cap, nest->depth,
		    sizeof(*runs->levels), err))
		return false;
	for (size_t i = nest->same; i < nest->depth; i++) {
		if (!enter_range(runs, trace, nest->ranges[i], err))
			return false;
	}
	return true;
}

/* Room for what most traces need: arrays that grow meanwhile would be copied. */
static bool make_room(struct kernel_runs *runs, const struct trace *trace, struct err *err)
{
	runs->latest = mem_try_zeroed(trace->range_count, sizeof(*runs->latest), err);
	return runs->latest != NULL &&
	       mem_try_grow((void **)&runs->launched, &runs->launched_cap,
		       runs->launched_count + trace->op_end[OP_KERNEL], sizeof(*runs->launched),
		       err) &&
	       mem_try_grow((void **)&runs->list, &runs->cap, runs->count + trace->range_count,
		       sizeof(*runs->list), err);
}

/* The kernels of a sweep, which a second thread copies. */
struct launched_copy {
	struct kernel_runs *runs;
	const struct trace *trace;
	const struct thread_order *order;
};

static bool copy_launched(void *context, struct err *err)
{
	const struct launched_copy *copy = context;
	const struct trace *trace = copy->trace;
	size_t count = copy->order->begin[trace->threads.count];

	for (size_t i = 0; i < count; i++) {
		uint32_t op = copy->order->items[i];

		if (op < trace->op_end[OP_KERNEL] && !add_launched(copy->runs, trace, op, err))
			return false;
	}
	return true;
}

static bool find_runs(
	struct kernel_runs *runs, const struct trace *trace, struct nest *nest, struct err *err)
{
	bool ok = true;

	while (nest_next(nest)) {
		ok = enter_ranges(runs, trace, nest, err);
		if (ok && nest->op < trace->op_end[OP_KERNEL]) {
			if (nest->depth == 0)
				ok = add_outside(runs, trace, nest->op, err);
			else
				runs->now++;
		}
		if (!ok)
			break;
	}
	end_runs(runs, 0);
	return ok;
}

static bool sweep(struct kernel_runs *runs, const struct trace *trace, struct err *err)
{
	enum { MANY = 1 << 14 };
	struct nest nest;
	struct launched_copy copy = { runs, trace, &nest.ops_order };
	struct side_work side = {
		.work = copy_launched,
		.context = &copy,
		.alone = trace->workers < 2 || trace->op_count < MANY,
	};
	bool ok;

	if (!make_room(runs, trace, err))
		return false;
	nest_init_adopting(&nest, trace);
	side_work_begin(&side);
	ok = find_runs(runs, trace, &nest, err);
	ok = side_work_end(&side, ok, err);
	nest_release(&nest);
	return ok;
}

static bool add_unlaunched(struct kernel_runs *runs, const struct trace *trace, struct err *err)
{
	if (trace->odd.ops_without_launch == 0)
		return true;
	for (uint32_t i = 0; i < trace->op_end[OP_KERNEL]; i++) {
		if (trace->ops[i].thread == TRACE_NONE &&
			(!add_launched(runs, trace, i, err) || !add_outside(runs, trace, i, err)))
			return false;
	}
	return true;
}

bool kernel_runs_add(struct kernel_runs *runs, const struct trace *trace, struct err *err)
{
	bool ok = sweep(runs, trace, err) && add_unlaunched(runs, trace, err);

	runs->summed |= trace->sums != NULL;
	free(runs->latest);
	runs->latest = NULL;
	return ok;
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
