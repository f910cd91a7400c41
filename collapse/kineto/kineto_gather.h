#ifndef COLLAPSE_KINETO_KINETO_GATHER_H
#define COLLAPSE_KINETO_KINETO_GATHER_H

#include "collapse/kineto/kineto_event.h"
#include "collapse/model/trace.h"

/*
 * The events of a PyTorch trace, gathered until all are known: they come in any
 * order, and a trace wants operations grouped by kind and with their launches.
 */
struct kineto_op;
struct kineto_call;
struct kineto_origin;
struct kineto_label;
struct kineto_gpu;
struct kineto_process;

struct kineto_ops {
	struct kineto_op *list;
	struct op_detail *details; /* by index, when they are wanted */
	size_t count, cap, details_cap;
};

struct kineto_gather {
	const struct trace_want *want;
	struct trace *trace;
	bool has_fractions; /* some time is no whole number of microseconds */

	/* private */
	const struct kineto_event *event; /* the one at hand */
	uint32_t place;                   /* its number, from 1; the last one stands for more */
	struct kineto_ops ops[OP_KINDS];
	struct kineto_call *calls;
	size_t call_count, calls_cap;
	struct kineto_origin *origins;
	size_t origin_count, origins_cap;
	struct kineto_label *labels;
	size_t label_count, labels_cap;
	struct kineto_id last_pid, last_tid; /* events of one thread come in runs */
	uint32_t last_thread;
	struct kineto_process *processes; /* by index in trace->processes, of those with threads */
	size_t process_count, processes_cap;
	struct idmap gpu_ids;    /* what GPU events have as their pid */
	struct kineto_gpu *gpus; /* by its index */
	size_t gpus_cap;
};

/* `want` is borrowed, and `trace`, which is initialised and empty. */
void kineto_gather_init(
	struct kineto_gather *gather, const struct trace_want *want, struct trace *trace);
void kineto_gather_release(struct kineto_gather *gather);

/*
 * Take an event that is complete. ERR_NOMEM; ERR_FORMAT when it is of a kind that
 * is used and a field is of a wrong type or stands twice.
 */
bool kineto_gather_event(
	struct kineto_gather *gather, const struct kineto_event *event, struct err *err) MUST_CHECK;

/* All are known: make the trace of them. ERR_NOMEM, ERR_FORMAT. */
bool kineto_gather_finish(struct kineto_gather *gather, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_KINETO_KINETO_GATHER_H */
