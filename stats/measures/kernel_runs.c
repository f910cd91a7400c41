#include "stats/measures/kernel_runs.h"

#include "base/die.h"
#include "base/order.h"
#include "collapse/fold/nest.h"
#include "stats/measures/styles.h"

enum { MOST_RUNS = 1 << 26 };

static uint64_t pair_of(uint32_t high, uint32_t low)
{
	return (uint64_t)high << 32 | low;
}

static uint32_t find_heading(
	struct kernel_runs *runs, uint64_t place, unsigned style, uint32_t name)
{
	uint32_t where = idmap_add(&runs->places, place) << 2 | style;
	uint32_t had = runs->heading_keys.count;
	uint32_t heading = idmap_add(&runs->heading_keys, pair_of(where, name));

	mem_need(runs->headings, runs->headings_cap, runs->heading_keys.count);
	if (runs->heading_keys.count > had)
		runs->headings[heading] = (struct kernel_heading){ name, where };
	return heading;
}

/* Of ranges on a thread, or with NO_RANGE of kernels in none. */
static uint32_t heading_of(struct kernel_runs *runs, const struct trace *trace, uint32_t thread,
	unsigned style, uint32_t name)
{
	static const char unnamed[] = "[unnamed]";
	uint64_t place = KERNEL_NO_PLACE;

	/* Processes on several machines may have one number: it is omitted when pooled. */
	if (thread != TRACE_NONE && !runs->pooled && !runs->by_kind)
		place = pair_of((uint32_t)thread_pid(trace->threads.keys[thread]),
			(uint32_t)thread_tid(trace->threads.keys[thread]));
	if (runs->by_kind && style != NO_RANGE) {
		style = RANGE_PUSH_POP;
		name = name == NAME_NONE ? names_intern(trace->names, unnamed, sizeof(unnamed) - 1)
					 : folded_names_find(&runs->kinds, trace->names, name);
	}
	return find_heading(runs, place, style, name);
}

static void add_run(struct kernel_runs *runs, uint32_t heading, uint32_t range)
{
	if (runs->count == MOST_RUNS)
		die("ranges overlap in more than 2^26 places; the report nvtx_gpu_proj_sum does "
		    "not need them");
	*mem_next(runs->list, runs->cap, runs->count) = (struct kernel_run){ .heading = heading,
		.range = range,
		.begin = (uint32_t)runs->launched_count,
		.end = (uint32_t)runs->launched_count };
}

static void add_launched(struct kernel_runs *runs, const struct trace *trace, uint32_t op)
{
	struct launched_kernel launched = {
		.ns = (uint64_t)(trace->ops[op].end - trace->ops[op].start),
		.name = trace->ops[op].name,
	};

	if (trace->sums != NULL) {
		*mem_next(runs->sums, runs->sums_cap, runs->sum_count) = trace->sums[op];
		launched.sum = (uint32_t)runs->sum_count;
	}
	if (runs->launched_count == UINT32_MAX - 1)
		die("there are more than 2^32 kernels");
	*mem_next(runs->launched, runs->launched_cap, runs->launched_count) = launched;
}

static void add_outside(struct kernel_runs *runs, const struct trace *trace, uint32_t op)
{
	uint32_t heading = heading_of(runs, trace, trace->ops[op].thread, NO_RANGE, NAME_NONE);
	const struct kernel_run *last = runs->outside > 0 ? &runs->list[runs->outside - 1] : NULL;

	if (last == NULL || last->heading != heading ||
		last->end != (uint32_t)runs->launched_count) {
		add_run(runs, heading, RUN_OUTSIDE);
		runs->outside = (uint32_t)runs->count;
	}
	add_launched(runs, trace, op);
	runs->list[runs->outside - 1].end = (uint32_t)runs->launched_count;
}

/* End the runs of all levels but the outermost `kept`. */
static void end_runs(struct kernel_runs *runs, size_t kept)
{
	for (size_t i = kept; i < runs->depth; i++)
		runs->list[runs->levels[i]].end = (uint32_t)runs->launched_count;
	runs->depth = kept;
}

/* Begin a run of the range, or go on with one that ended only now. */
static void enter_range(struct kernel_runs *runs, const struct trace *trace, uint32_t index)
{
	const struct range *range = &trace->ranges[index];
	uint32_t latest = runs->latest[index];

	if (latest == 0 || runs->list[latest - 1].end != (uint32_t)runs->launched_count) {
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
			add_launched(runs, trace, nest->op);
	}
	end_runs(runs, 0);
}

void kernel_runs_add(struct kernel_runs *runs, const struct trace *trace)
{
	struct nest nest;

	runs->latest = mem_zeroed(trace->range_count, sizeof(*runs->latest));
	/* room for what most traces need */
	if (!runs->pooled) {
		mem_need(runs->launched, runs->launched_cap, trace->op_end[OP_KERNEL]);
		mem_need(runs->list, runs->cap, trace->range_count);
	}
	nest_init(&nest, trace);
	find_runs(runs, trace, &nest);
	nest_release(&nest);
	for (uint32_t i = 0; trace->odd.ops_without_launch > 0 && i < trace->op_end[OP_KERNEL];
		i++) {
		if (trace->ops[i].thread == TRACE_NONE)
			add_outside(runs, trace, i);
	}
	runs->summed |= trace->sums != NULL;
	free(runs->latest);
	runs->latest = NULL;
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
	folded_names_release(&runs->kinds);
}

/* --- their order ----------------------------------------------------------------------------- */

int kernel_compare_names(const struct names *names, uint32_t a, uint32_t b)
{
	if (a == b)
		return 0;
	if (a == NAME_NONE || b == NAME_NONE)
		return a == NAME_NONE ? -1 : 1;
	return names_compare(names, a, b);
}

struct heading_names {
	const struct kernel_runs *runs;
	const struct names *names;
};

static int compare_headings(const void *context, uint32_t a, uint32_t b)
{
	const struct heading_names *of = context;
	const struct kernel_heading *left = &of->runs->headings[a], *right = &of->runs->headings[b];
	uint64_t left_place, right_place;
	int order = kernel_compare_names(of->names, left->name, right->name);

	if (order != 0)
		return order;
	left_place = of->runs->places.keys[left->place >> 2] + 1; /* no place comes first */
	right_place = of->runs->places.keys[right->place >> 2] + 1;
	if (left_place != right_place)
		return left_place < right_place ? -1 : 1;
	return (left->place > right->place) - (left->place < right->place);
}

static int compare_runs(const void *context, uint32_t a, uint32_t b)
{
	const struct kernel_run *runs = context;

	if (runs[a].range != runs[b].range)
		return runs[a].range < runs[b].range ? -1 : 1;
	return (a > b) - (a < b);
}

static void sort_runs(struct kernel_order *order, const struct kernel_runs *runs)
{
	uint32_t headings = runs->heading_keys.count;
	uint32_t *place_of = mem_zeroed(headings, sizeof(*place_of));
	size_t sum = 0;

	for (uint32_t i = 0; i < headings; i++)
		place_of[order->headings[i]] = i;
	for (size_t i = 0; i < runs->count; i++) {
		uint32_t place = place_of[runs->list[i].heading];

		order->begin[place + 2]++;
		order->pairs[place] += runs->list[i].end - runs->list[i].begin;
	}
	/* begin[p + 1] is where p's next run goes and, in the end, where p + 1 begins */
	for (uint32_t i = 0; i <= headings; i++) {
		sum += order->begin[i + 1];
		order->begin[i + 1] = sum;
	}
	for (uint32_t i = 0; i < runs->count; i++)
		order->runs[order->begin[place_of[runs->list[i].heading] + 1]++] = i;
	for (uint32_t i = 0; i < headings; i++)
		order_by(order->runs + order->begin[i], order->begin[i + 1] - order->begin[i],
			compare_runs, runs->list);
	free(place_of);
}

void kernel_order_init(
	struct kernel_order *order, const struct kernel_runs *runs, const struct names *names)
{
	const struct heading_names of = { runs, names };
	uint32_t headings = runs->heading_keys.count;

	*order = (struct kernel_order){
		.headings = order_all(headings, compare_headings, &of),
		.begin = mem_zeroed((size_t)headings + 2, sizeof(*order->begin)),
		.runs = mem_zeroed(runs->count, sizeof(*order->runs)),
		.pairs = mem_zeroed(headings, sizeof(*order->pairs)),
	};
	sort_runs(order, runs);
}

void kernel_order_release(struct kernel_order *order)
{
	free(order->headings);
	free(order->begin);
	free(order->runs);
	free(order->pairs);
}

bool kernel_has_word(const char *name, const char *const *words)
{
	for (; *words != NULL; words++) {
		if (strstr(name, *words) != NULL)
			return true;
	}
	return false;
}

bool kernel_is_fp32(const char *name)
{
	static const char *const fp32[] = { "sgemm", "ffma", "gemmSN_TN_kernel<float",
		"grad_engine<float", "wgrad_alg0_engine<float", "scudnn_", NULL };
	static const char *const tensor[] = { "tf32", "tensorop", "s1688", "s16816", NULL };

	return kernel_has_word(name, fp32) && !kernel_has_word(name, tensor);
}
