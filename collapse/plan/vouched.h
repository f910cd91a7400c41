#ifndef COLLAPSE_PLAN_VOUCHED_H
#define COLLAPSE_PLAN_VOUCHED_H

#include "collapse/model/trace.h"

/*
 * What a file can't vouch for, by process: while kernels ran that were launched before the
 * recording; or the device waited, from the launch of the first operation of a stream or the end of
 * the work before, for more than the file has, while it had hardly run anything yet. None: from =
 * to.
 */
struct unvouched {
	int64_t from, to;
};

struct unvouched *unvouched_find(const struct trace *trace);

/* `start`, or the end of that time if most of the time from `start` to there is of it. */
int64_t unvouched_skip(const struct unvouched *unvouched, int64_t start);

/*
 * From when on a device could have run something, as far as the file tells: the beginning of the
 * step, of ranges that are marked, in which the first operation of its process was launched, if its
 * own first operation was, too; else that operation; less what the file can't vouch for.
 */
struct vouched {
	const struct trace *trace;
	struct unvouched *unvouched; /* by process */
	uint32_t *first;             /* by process: the first operation, or TRACE_NONE */
	uint32_t *step;              /* by process: the step around its launch, or TRACE_NONE */
};

void vouched_init(struct vouched *vouched, const struct trace *trace);
void vouched_release(struct vouched *vouched);
int64_t vouched_from(const struct vouched *vouched, uint32_t first_op);

#endif /* COLLAPSE_PLAN_VOUCHED_H */
