#include "collapse/plan/adopt.h"

#include <stdlib.h>
#include <string.h>

#include "base/global_id.h"
#include "base/mem.h"
#include "collapse/fold/nest.h"
#include "collapse/fold/range_stacks.h"
#include "collapse/plan/autograd.h"

#define SEVERAL (TRACE_NONE - 1)

static bool is_helper(const struct trace *trace, uint32_t thread)
{
	static const char name[] = "pt_autograd_";
	uint32_t own = trace->thread_names[thread];

	return own != NAME_NONE && trace->names->list[own].len >= strlen(name) &&
	       memcmp(trace->names->list[own].text, name, strlen(name)) == 0;
}

/* By process: the name of its main thread. Threads have it as well, unless they were named. */
static uint32_t *find_main_names(const struct trace *trace)
{
	uint32_t *names = mem_zeroed(trace->processes.count, sizeof(*names));

	for (uint32_t i = 0; i < trace->processes.count; i++)
		names[i] = NAME_NONE;
	for (uint32_t i = 0; i < trace->threads.count; i++) {
		uint64_t id = trace->threads.keys[i];

		if (global_tid_number(id) == global_pid_number(id))
			names[trace->thread_process[i]] = trace->thread_names[i];
	}
	return names;
}

/* By process, twice: which thread launches kernels in ranges, and which of those with names. */
static uint32_t *find_leaders(const struct trace *trace)
{
	uint32_t *leaders = mem_zeroed(trace->processes.count, 2 * sizeof(*leaders));
	uint32_t *main_names = find_main_names(trace);
	struct nest nest;

	for (uint32_t i = 0; i < 2 * trace->processes.count; i++)
		leaders[i] = TRACE_NONE;
	nest_init(&nest, trace);
	while (nest_next(&nest)) {
		uint32_t thread = trace->ops[nest.op].thread, process, own, *leader;
		enum op_kind kind = trace_op_kind(trace, nest.op);

		if (thread == TRACE_NONE || nest.depth == 0 ||
			(kind != OP_KERNEL && kind != OP_GRAPH) || is_helper(trace, thread))
			continue;
		process = trace->thread_process[thread];
		own = trace->thread_names[thread];
		leader = &leaders[2 * process + (own != NAME_NONE && own != main_names[process])];
		*leader = *leader == TRACE_NONE || *leader == thread ? thread : SEVERAL;
	}
	nest_release(&nest);
	free(main_names);
	return leaders;
}

/* By thread, where names say so: which one called it. */
static void find_named(const struct trace *trace, uint32_t *callers)
{
	uint32_t *leaders = NULL;

	for (uint32_t i = 0; trace->thread_names != NULL && i < trace->threads.count; i++) {
		const uint32_t *leader;

		if (!is_helper(trace, i))
			continue;
		leaders = leaders != NULL ? leaders : find_leaders(trace);
		leader = &leaders[2 * trace->thread_process[i]];
		leader += *leader == TRACE_NONE;
		if (*leader != SEVERAL)
			callers[i] = *leader;
	}
	free(leaders);
}

void adopt_points(const struct trace *trace, struct range_point *points)
{
	uint32_t *callers = mem_zeroed(trace->threads.count, sizeof(*callers));

	autograd_callers(trace, callers);
	find_named(trace, callers);
	for (size_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];

		points[i] = (struct range_point){
			.start = op->api_start,
			.end = op->api_start,
			.thread = op->thread != TRACE_NONE ? callers[op->thread] : TRACE_NONE,
		};
	}
	free(callers);
}

void adopt_operations(const struct trace *trace, struct tree *stacks, uint32_t *under)
{
	struct range_point *points = mem_zeroed(trace->op_count, sizeof(*points));

	adopt_points(trace, points);
	range_stacks(trace, points, trace->op_count, stacks, under);
	free(points);
}
