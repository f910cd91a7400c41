#ifndef COLLAPSE_KINETO_KINETO_PARTS_H
#define COLLAPSE_KINETO_KINETO_PARTS_H

#include "collapse/kineto/kineto_gather.h"

/*
 * What is gathered of a PyTorch trace before all of it is known. The parts are
 * kineto_gather.c, which takes events in, kineto_processes.c, which finds out what
 * process GPU events are of, and kineto_place.c, which makes a trace of them;
 * nobody else includes this.
 */

/* An operation before all of them are known, and can be grouped by kind. */
struct kineto_op {
	struct op op;
	uint32_t device, context, stream;
	uint32_t gpu;      /* index in gpu_ids */
	uint32_t process;  /* kineto_find_processes() says it */
	uint32_t place;    /* in the file: the number of its event */
	uint64_t external; /* the "External id" of what launched it; 0: none */
};

/* A call that may have launched something. */
struct kineto_call {
	int64_t start, end;
	uint32_t thread, correlation;
	uint32_t name; /* NAME_NONE unless details or calls are wanted */
};

/* An operator or annotation as the place of a launch. */
struct kineto_origin {
	uint64_t key; /* kineto_origin_key(); of several alike, the last one counts */
	int64_t start, end;
	uint32_t thread;
};

struct kineto_label {
	uint64_t thread_id;
	uint32_t name;
};

/* What GPU events have in place of their process: a device, or a word for it. */
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

/* What an "External id" means in its process: ids count by process. */
uint64_t kineto_origin_key(uint32_t process, uint64_t external);

/*
 * Set the process of each operation, and the ranks of the trace where they are
 * wanted. Traces of one process leave no choice. In merged ones
 *   - "[TP-0] 4711" goes with "[TP-0] 0";
 *   - else, where the processes follow one another in the file, an
 *     operation is of the last one that began before it;
 *   - else all on one GPU are of the process whose calls fit best: of the same
 *     correlation ids, and none after its operation. Where several fit equally
 *     well, the first process gets the first GPU, with a warning.
 * ERR_NOMEM.
 */
bool kineto_find_processes(struct kineto_gather *gather, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_KINETO_KINETO_PARTS_H */
