#ifndef COLLAPSE_KINETO_KINETO_GATHER_H
#define COLLAPSE_KINETO_KINETO_GATHER_H

#include "collapse/kineto/kineto_event.h"
#include "collapse/model/trace.h"

/*
 * Collects the events of a PyTorch trace until all are known: they come in any order, but a
 * trace needs operations grouped by kind and with their launches.
 */
struct kineto_label;
struct kineto_gpu;
struct kineto_process;

struct kineto_ops {
	struct op *list;           /* see kineto_parts.h */
	struct op_detail *details; /* by index, if requested */
	size_t count, cap, details_cap;
};

struct kineto_gather {
	uint64_t want;
	struct trace *trace;
	bool has_fractions; /* some time is not a whole number of microseconds */

	/* private */
	const struct kineto_event *event; /* the current one */
	uint64_t count;                   /* of events that were of use */
	struct kineto_ops ops[OP_KINDS];
	struct kineto_label *labels;
	size_t label_count, labels_cap;
	struct kineto_id last_pid, last_tid; /* events of one thread come in runs */
	uint32_t last_thread;
	struct kineto_process *processes; /* by index in trace->processes, of those with threads */
	size_t process_count, processes_cap;
	struct idmap mangled; /* names of kernels, and */
	uint32_t *demangled;  /* by its index: their full names */
	size_t demangled_cap;
	struct idmap gpu_ids;    /* pids of GPU events */
	struct kineto_gpu *gpus; /* by its index */
	size_t gpus_cap;
	struct idmap memory; /* series of memory, by samples_memory_series() */
};

/* `want` is borrowed, and `trace`, which must be initialised and empty. */
void kineto_gather_init(struct kineto_gather *gather, uint64_t want, struct trace *trace);
void kineto_gather_release(struct kineto_gather *gather);

/* Take a complete event. */
void kineto_gather_event(struct kineto_gather *gather, const struct kineto_event *event);

/*
 * `done` bytes of `total` have been read: make room for the rest by extrapolation, since lists that
 * grow step by step fragment the heap. Failing to do so is harmless.
 */
void kineto_gather_expect(struct kineto_gather *gather, uint64_t done, uint64_t total);

/* All events are known: build the trace. ERR_FORMAT when it is not known what launched what. */
bool kineto_gather_finish(struct kineto_gather *gather, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_KINETO_KINETO_GATHER_H */
