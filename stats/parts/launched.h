#ifndef STATS_PARTS_LAUNCHED_H
#define STATS_PARTS_LAUNCHED_H

#include "collapse/model/trace.h"

/* When the call that launched an operation returned: halved calls are of even length. */
static inline int64_t launch_end(const struct trace *trace, uint32_t index)
{
	const struct op *op = &trace->ops[index];

	return op->api_halved ? op->api_end + (op->api_end - op->api_start) : op->api_end;
}

/*
 * Whether the call that launched an operation is known, and times since its start can be
 * subtracted without overflow: a damaged report may hold any.
 */
static inline bool launch_is_known(const struct trace *trace, uint32_t index)
{
	const struct op *op = &trace->ops[index];
	int64_t ns;

	return op->thread != TRACE_NONE && op->api_start <= op->api_end &&
	       !__builtin_sub_overflow(launch_end(trace, index), op->api_start, &ns) &&
	       !__builtin_sub_overflow(op->end, op->api_start, &ns);
}

#endif /* STATS_PARTS_LAUNCHED_H */
