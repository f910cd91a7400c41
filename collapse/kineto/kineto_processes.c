#include "collapse/kineto/kineto_parts.h"

#include <stdio.h>

#include "collapse/input/rank_name.h"

/* --- by place in the file ------------------------------------------------------------- */

/*
 * If processes with launches follow one another in the file, an operation is of the last one that
 * began before it: by how many had begun, or NULL.
 */
static uint32_t *find_by_place(const struct kineto_gather *gather)
{
	uint32_t *of = mem_zeroed(gather->process_count + 1, sizeof(*of));
	uint32_t last = TRACE_NONE;
	bool done = true;

	for (uint32_t i = 0; i < gather->process_count; i++) {
		const struct kineto_process *process = &gather->processes[i];

		for (uint32_t j = 0; process->has_calls && last == TRACE_NONE && j <= i; j++)
			of[j] = i;
		if (process->has_calls) {
			done &= last == TRACE_NONE || gather->processes[last].last < i;
			last = i;
		}
		of[i + 1] = last;
	}
	if (done)
		return of;
	free(of);
	return NULL;
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

/* By GPU, its process, as the words before the numbers say; NULL if they do not of each. */
static uint32_t *find_by_words(struct kineto_gather *gather)
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
	idmap_release(&groups);
	free(first);
	if (done)
		return of_gpu;
	free(of_gpu);
	return NULL;
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

bool kineto_find_processes(struct kineto_gather *gather, struct err *err)
{
	uint32_t only = 0, callers = count_callers(gather, &only);
	uint32_t *of_gpu = NULL, *of_place = NULL;

	/* a trace of GPU events alone has a process, too */
	if (gather->trace->processes.count == 0)
		only = idmap_add(&gather->trace->processes, 0);
	if (gather->process_count > 1 && callers != 1)
		of_gpu = find_by_words(gather);
	if (callers > 1 && of_gpu == NULL)
		of_place = find_by_place(gather);
	if (callers > 1 && of_gpu == NULL && of_place == NULL)
		return err_set(err, ERR_FORMAT,
			"events of several processes are mixed, and nothing says which of them "
			"launched the operations of which GPU: give the file of each process");
	for (size_t kind = 0; kind < OP_KINDS; kind++) {
		for (size_t i = 0; i < gather->ops[kind].count; i++) {
			struct op *op = &gather->ops[kind].list[i];

			op->thread = of_gpu != NULL     ? of_gpu[kineto_op_gpu(gather, op)]
				     : of_place != NULL ? of_place[op->api_end]
							: only;
		}
	}
	free(of_gpu);
	free(of_place);
	name_ranks(gather, callers);
	return true;
}
