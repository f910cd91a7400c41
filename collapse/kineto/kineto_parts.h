#ifndef COLLAPSE_KINETO_KINETO_PARTS_H
#define COLLAPSE_KINETO_KINETO_PARTS_H

#include "collapse/kineto/kineto_gather.h"

/*
 * State shared by the parts that turn the events of a PyTorch trace into a trace:
 * kineto_gather.c collects events, kineto_processes.c determines the processes of GPU events,
 * and kineto_place.c builds the trace. Included nowhere else.
 */

/* An operation while not all are known and grouped by kind. */
struct kineto_op {
	struct op op;
	uint32_t device, context, stream;
	uint32_t gpu;      /* index in gpu_ids */
	uint32_t process;  /* set by kineto_find_processes() */
	uint32_t place;    /* in the file: the number of its event */
	uint64_t external; /* the "External id" of what launched it; 0: none */
};

/* A call that may have launched operations. */
struct kineto_call {
	int64_t start, end;
	uint32_t thread, correlation;
	uint32_t name; /* NAME_NONE unless details or calls are requested */
};

/* An operator or annotation as the place of a launch. */
struct kineto_origin {
	uint64_t key; /* kineto_origin_key(); among equal keys the last one counts */
	int64_t start, end;
	uint32_t thread;
};

struct kineto_label {
	uint64_t thread_id;
	uint32_t name;
};

/* The pid of GPU events: a device, or a word for it. */
struct kineto_gpu {
	uint64_t group, value; /* as kineto_id has them */
};

/* A process, by its index in trace->processes. */
struct kineto_process {
	uint64_t group;
	uint32_t label;       /* the words before its number, a name; or NAME_NONE */
	uint32_t first, last; /* places of its events in the file */
	bool has_calls;
};

/* The key of an "External id" of a process: ids are unique per process. */
uint64_t kineto_origin_key(uint32_t process, uint64_t external);

/*
 * Set the process of each operation and, if requested, the ranks of the trace. In a trace of
 * one process that is trivial. In merged traces:
 *   - "[TP-0] 4711" goes with "[TP-0] 0";
 *   - else, if the processes follow one another in the file, an operation
 *     belongs to the last one that began before it;
 *   - else all operations of a GPU belong to the process whose calls match best:
 *     with the same correlation ids, and none after its operation. If several
 *     match equally well, the first process gets the first GPU, with a warning.
 * ERR_NOMEM.
 */
bool kineto_find_processes(struct kineto_gather *gather, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_KINETO_KINETO_PARTS_H */
