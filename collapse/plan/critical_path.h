#ifndef COLLAPSE_PLAN_CRITICAL_PATH_H
#define COLLAPSE_PLAN_CRITICAL_PATH_H

#include "collapse/model/trace.h"
#include "collapse/plan/critical_order.h"

/*
 * The critical path: what each nanosecond from the beginning to the end of a process's work was
 * spent on, found by going back from the end (docs/VALUES.md, "values"). Each process that used
 * a GPU has one. The pieces of a path meet: their sum is the wall time.
 */
struct critical_piece {
	int64_t start, end; /* start < end */
	enum path_kind kind;
	uint32_t op; /* that ran or was to run; on the CPU, the one that was next on the path */
	uint32_t thread, range; /* on the CPU: the innermost range, or TRACE_NONE */
	uint32_t call;          /* of PATH_CALL: index in trace->api_calls */
};

struct critical_path {
	struct critical_order order;

	/* private */
	uint32_t process, op, thread;
	int64_t begin, time; /* from where on and down to where the path is known */
	int64_t until;       /* on the CPU: down to where it stays on the thread */
	uint32_t waited_for; /* then: the operation that the thread waited for, or TRACE_NONE */
	size_t next_call, next_start, next_end; /* what changes on it at `time` or later */
	enum critical_place {
		AT_PROCESS,
		AT_OPERATION,
		AT_ITS_START,
		AT_THREAD,
		ON_THREAD,
		AT_END,
	} at;
	bool has_op; /* the path of this process met one; it goes back in time from there */
	int64_t *starts, *ends; /* by process */
	uint32_t *process_of;   /* by thread that launched some operation; TRACE_NONE */
	uint32_t *callers;      /* adopt_callers() */
};

/* Of a trace that was read with api_calls and streams. */
void critical_path_init(struct critical_path *path, const struct trace *trace);
void critical_path_release(struct critical_path *path);

/* The next piece: process by process, each from its end. False at the end. */
bool critical_path_next(struct critical_path *path, struct critical_piece *piece);

/* Say how much a device's clock is ahead, if calls that waited for its work show that. */
void critical_path_tell(const struct critical_path *path, struct diagnostics *diagnostics);

#endif /* COLLAPSE_PLAN_CRITICAL_PATH_H */
