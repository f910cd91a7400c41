#ifndef COLLAPSE_KINETO_KINETO_PARTS_H
#define COLLAPSE_KINETO_KINETO_PARTS_H

#include "collapse/kineto/kineto_gather.h"

/*
 * State shared by the parts that turn the events of a PyTorch trace into a trace:
 * kineto_gather.c collects events, kineto_memory.c those of memory, kineto_threads.c has their
 * threads, kineto_processes.c determines the processes of GPU events, and kineto_place.c builds
 * the trace. Included nowhere else.
 */

/*
 * Operations are most of what is kept, so until the trace is built they hold what is needed for
 * that in fields that are not known before: in api_end how many processes had begun before it, and
 * in thread its process, once it is known. Their streams have the index of their GPU in gpu_ids as
 * their process.
 */
static inline uint32_t kineto_op_gpu(const struct kineto_gather *gather, const struct op *op)
{
	return gather->trace->streams[op->stream].process;
}

struct kineto_label {
	uint64_t thread_id;
	uint32_t name;
};

/* The pid of GPU events: a device, or a word for it. */
struct kineto_gpu {
	uint64_t group; /* as kineto_id has it */
};

/* A process, by its index in trace->processes. */
struct kineto_process {
	uint64_t group;
	uint32_t label; /* the words before its number, a name; or NAME_NONE */
	uint32_t last;  /* the newest process when its last event came */
	bool has_calls;
};

/* The id of a thread in nsys's layout, which all readers use. */
uint64_t kineto_thread_id(const struct kineto_id *pid, const struct kineto_id *tid);

/* The thread of the current event, an index in trace->threads; its process is added, too. */
uint32_t kineto_thread_of(struct kineto_gather *gather);

/* Take the current event, an allocation or a free. */
void kineto_add_memory(struct kineto_gather *gather);

/*
 * Set the process of each operation and, if requested, the ranks of the trace. In a trace of
 * one process that is trivial. In merged traces:
 *   - "[TP-0] 4711" goes with "[TP-0] 0";
 *   - else, if the processes follow one another in the file, an operation
 *     belongs to the last one that began before it;
 *   - else ERR_FORMAT.
 */
bool kineto_find_processes(struct kineto_gather *gather, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_KINETO_KINETO_PARTS_H */
