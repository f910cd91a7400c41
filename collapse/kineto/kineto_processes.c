#include "collapse/kineto/kineto_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/order.h"
#include "collapse/input/rank_name.h"

/* How well the calls of a process match the operations of a GPU. */
struct process_fit {
	uint32_t gpu, process;
	uint64_t count; /* operations preceded by a call with their id */
};

struct fits {
	struct idmap ids;         /* gpu << 32 | process */
	struct process_fit *list; /* by its index */
	size_t cap;
};

/* Set the process of each GPU's operations. */
static void set_by_gpu(struct kineto_gather *gather, const uint32_t *of_gpu)
{
	for (size_t kind = 0; kind < OP_KINDS; kind++) {
		for (size_t i = 0; i < gather->ops[kind].count; i++) {
			struct op *op = &gather->ops[kind].list[i];

			op->thread = of_gpu[kineto_op_gpu(gather, op)];
		}
	}
}

/* --- by time and correlation -------------------------------------------------------- */

static int compare_calls(const void *context, uint32_t a, uint32_t b)
{
	const struct kineto_span *calls = context;
	uint64_t left = calls[a].id, right = calls[b].id;

	return (left > right) - (left < right);
}

/* Calls by their correlation ids. */
struct call_order {
	struct kineto_span *calls;
	uint32_t *order;
	size_t count;
};

static size_t lower_bound(const struct call_order *sorted, uint32_t correlation)
{
	size_t low = 0, high = sorted->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (sorted->calls[sorted->order[middle]].id < correlation)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void add_fit(struct fits *fits, uint32_t gpu, uint32_t process)
{
	uint32_t index, had = fits->ids.count;
	struct process_fit *fit;

	index = idmap_add(&fits->ids, (uint64_t)gpu << 32 | process);
	mem_need(fits->list, fits->cap, fits->ids.count);
	fit = &fits->list[index];
	if (fits->ids.count > had)
		*fit = (struct process_fit){ .gpu = gpu, .process = process };
	fit->count++;
}

/* The calls that may have launched an operation: usually one in each process. */
static void fit_op(struct kineto_gather *gather, const struct call_order *sorted,
	const struct op *op, struct fits *fits)
{
	/* usually as many as processes; a hostile trace may have arbitrarily many */
	uint32_t gpu = kineto_op_gpu(gather, op);
	uint64_t group = gather->gpus[gpu].group;
	size_t at = lower_bound(sorted, op->correlation);

	enum { MOST = 1024 };

	for (size_t seen = 0; at < sorted->count && seen < MOST; at++, seen++) {
		const struct kineto_span *call = &sorted->calls[sorted->order[at]];
		uint32_t process = gather->trace->thread_process[call->thread];

		if (call->id != op->correlation)
			break;
		if (call->start > op->start ||
			(group != 0 && gather->processes[process].group != group))
			continue;
		add_fit(fits, gpu, process);
	}
}

static void order_calls(const struct kineto_gather *gather, struct call_order *sorted)
{
	const size_t count = gather->calls.count;
	struct kineto_spans_at at = { 0 };

	sorted->calls = mem_zeroed(count, sizeof(*sorted->calls));
	sorted->order = mem_zeroed(count, sizeof(*sorted->order));
	for (; kineto_spans_next(&gather->calls, &at); sorted->count++) {
		sorted->calls[sorted->count] = at.span;
		sorted->order[sorted->count] = (uint32_t)sorted->count;
	}
	order_by(sorted->order, count, compare_calls, sorted->calls);
}

static void fit_ops(struct kineto_gather *gather, struct fits *fits)
{
	struct call_order sorted = { 0 };

	order_calls(gather, &sorted);

	for (size_t kind = 0; kind < OP_KINDS; kind++) {
		const struct kineto_ops *ops = &gather->ops[kind];

		for (size_t i = 0; i < ops->count; i++) {
			if (ops->list[i].has_correlation)
				fit_op(gather, &sorted, &ops->list[i], fits);
		}
	}
	free(sorted.calls);
	free(sorted.order);
}

static int compare_gpus(const void *context, uint32_t a, uint32_t b)
{
	const struct kineto_gpu *gpus = context;

	return (gpus[a].value > gpus[b].value) - (gpus[a].value < gpus[b].value);
}

static int compare_processes(const void *context, uint32_t a, uint32_t b)
{
	const struct trace *trace = context;
	uint64_t left = trace->processes.keys[a], right = trace->processes.keys[b];

	return (left > right) - (left < right);
}

/* of_gpu[]: the first process with launches gets the first GPU, and so on. */
static void pair_in_order(struct kineto_gather *gather, uint32_t *of_gpu)
{
	uint32_t gpus = gather->gpu_ids.count, callers = 0;
	uint32_t *gpu = mem_zeroed(gpus, sizeof(*gpu));
	uint32_t *process = mem_zeroed(gather->process_count, sizeof(*process));

	for (uint32_t i = 0; i < gpus; i++)
		gpu[i] = i;
	for (uint32_t i = 0; i < gather->process_count; i++) {
		if (gather->processes[i].has_calls)
			process[callers++] = i;
	}
	order_by(gpu, gpus, compare_gpus, gather->gpus);
	order_by(process, callers, compare_processes, gather->trace);
	for (uint32_t i = 0; callers > 0 && i < gpus; i++)
		of_gpu[gpu[i]] = process[i % callers];
	free(gpu);
	free(process);
}

/* The count of the process that fits a GPU best, and how many fit equally well. */
struct best {
	uint64_t count;
	uint32_t process, same;
	bool has_own; /* the one assigned by order is among them */
};

/* For each GPU, choose the process that fits best; *tied counts GPUs for which several do. */
static void choose_fits(
	struct kineto_gather *gather, const struct fits *fits, uint32_t *of_gpu, uint64_t *tied)
{
	struct best *best = mem_zeroed(gather->gpu_ids.count, sizeof(*best));

	for (uint32_t i = 0; i < fits->ids.count; i++) {
		const struct process_fit *fit = &fits->list[i];
		struct best *of = &best[fit->gpu];

		if (fit->count > of->count)
			*of = (struct best){ .count = fit->count, .process = fit->process };
		if (fit->count == of->count) {
			of->same++;
			of->has_own |= fit->process == of_gpu[fit->gpu];
		}
	}
	for (uint32_t gpu = 0; gpu < gather->gpu_ids.count; gpu++) {
		if (best[gpu].count > 0 && !best[gpu].has_own)
			of_gpu[gpu] = best[gpu].process;
		*tied += best[gpu].same > 1;
	}
	free(best);
}

static void find_by_fit(struct kineto_gather *gather)
{
	struct fits fits = { 0 };
	uint32_t *of_gpu = mem_zeroed(gather->gpu_ids.count, sizeof(*of_gpu));
	uint64_t tied = 0;
	char text[160];

	pair_in_order(gather, of_gpu);
	fit_ops(gather, &fits);
	choose_fits(gather, &fits, of_gpu, &tied);
	set_by_gpu(gather, of_gpu);
	idmap_release(&fits.ids);
	free(fits.list);
	free(of_gpu);
	if (tied == 0)
		return;
	snprintf(text, sizeof(text),
		"a trace of several processes with the same ids: for %" PRIu64
		" of its GPUs it is a guess which process launched the operations",
		tied);
	diagnostics_add(&gather->trace->diagnostics, DIAGNOSTIC_NOTICE, text);
}

/* --- by place in the file ------------------------------------------------------------- */

static int compare_places(const void *context, uint32_t a, uint32_t b)
{
	const struct kineto_process *list = context;

	return (list[a].first > list[b].first) - (list[a].first < list[b].first);
}

/* The last of `count` processes that begins before a place. */
static uint32_t process_at(
	const struct kineto_gather *gather, const uint32_t *order, uint32_t count, uint32_t place)
{
	uint32_t low = 0, high = count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (gather->processes[order[middle]].first <= place)
			low = middle + 1;
		else
			high = middle;
	}
	return order[low > 0 ? low - 1 : 0];
}

/* *done: the processes with launches follow one another in the file. */
static bool find_by_place(struct kineto_gather *gather)
{
	uint32_t *order = mem_zeroed(gather->process_count, sizeof(*order)), count = 0;
	const struct kineto_process *list = gather->processes;
	bool done = true;

	for (uint32_t i = 0; i < gather->process_count; i++) {
		if (list[i].has_calls)
			order[count++] = i;
	}
	order_by(order, count, compare_places, list);
	for (uint32_t i = 1; i < count; i++)
		done &= list[order[i - 1]].last < list[order[i]].first;
	for (size_t kind = 0; done && kind < OP_KINDS; kind++) {
		for (size_t i = 0; i < gather->ops[kind].count; i++) {
			struct op *op = &gather->ops[kind].list[i];

			op->thread = process_at(gather, order, count, (uint32_t)op->api_end);
		}
	}
	free(order);
	return done;
}

/* --- by words ------------------------------------------------------------------------ */

/* The number of processes with launches. */
static uint32_t count_callers(const struct kineto_gather *gather, uint32_t *last)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < gather->process_count; i++) {
		if (!gather->processes[i].has_calls)
			continue;
		count++;
		*last = i;
	}
	return count;
}

/* A process of each group, preferably the first with launches. */
static uint32_t *first_of_groups(
	struct kineto_gather *gather, struct idmap *groups, bool *are_single)
{
	uint32_t *first = mem_zeroed(gather->process_count, sizeof(*first));

	*are_single = true;
	for (uint32_t i = 0; i < gather->process_count; i++) {
		const struct kineto_process *process = &gather->processes[i];
		uint32_t index, had = groups->count;

		if (process->group == 0) {
			*are_single &= !process->has_calls;
			continue;
		}
		index = idmap_add(groups, process->group);
		if (groups->count > had || !gather->processes[first[index]].has_calls)
			first[index] = i;
		else
			*are_single &= !process->has_calls;
	}
	return first;
}

/* Whether each GPU's process was found by the words before the numbers. */
static bool find_by_words(struct kineto_gather *gather)
{
	struct idmap groups = { 0 };
	uint32_t *of_gpu = mem_zeroed(gather->gpu_ids.count, sizeof(*of_gpu));
	bool done;
	uint32_t *first = first_of_groups(gather, &groups, &done);

	for (uint32_t gpu = 0; gpu < gather->gpu_ids.count; gpu++) {
		uint64_t group = gather->gpus[gpu].group;
		uint32_t index = group != 0 ? idmap_find(&groups, group) : IDMAP_NONE;

		if (index != IDMAP_NONE)
			of_gpu[gpu] = first[index];
		else
			done = false;
	}
	set_by_gpu(gather, of_gpu);
	idmap_release(&groups);
	free(of_gpu);
	free(first);
	return done;
}

/* --- ranks --------------------------------------------------------------------------- */

/* "[TP-0]" unchanged, "rank0" as "rank 0". */
static uint32_t name_rank(struct kineto_gather *gather, uint32_t process)
{
	const struct name *label;
	char rank[RANK_SIZE];

	if (process >= gather->process_count || gather->processes[process].label == NAME_NONE)
		return NAME_NONE;
	label = &gather->trace->names->list[gather->processes[process].label];
	if (!rank_of_path(label->text, rank))
		snprintf(rank, sizeof(rank), "%.*s", (int)label->len, label->text);
	return names_intern_frame(gather->trace->names, rank, strlen(rank));
}

static void name_ranks(struct kineto_gather *gather, uint32_t callers)
{
	struct trace *trace = gather->trace;

	if ((gather->want & WANT_RANKS) == 0)
		return;
	trace->process_ranks = mem_zeroed(trace->processes.count, sizeof(*trace->process_ranks));
	trace->has_many_ranks = callers > 1;
	for (uint32_t i = 0; i < trace->processes.count; i++)
		trace->process_ranks[i] = name_rank(gather, i);
}

void kineto_find_processes(struct kineto_gather *gather)
{
	uint32_t only = 0, callers = count_callers(gather, &only);
	bool done = gather->process_count <= 1 || callers == 1;

	/* a trace of GPU events alone has a process, too */
	if (gather->trace->processes.count == 0)
		only = idmap_add(&gather->trace->processes, 0);
	for (size_t kind = 0; kind < OP_KINDS; kind++) {
		for (size_t i = 0; i < gather->ops[kind].count; i++)
			gather->ops[kind].list[i].thread = only;
	}
	if (!done)
		done = find_by_words(gather);
	if (!done && callers > 1)
		done = find_by_place(gather);
	if (!done && callers > 1)
		find_by_fit(gather);
	name_ranks(gather, callers);
}
