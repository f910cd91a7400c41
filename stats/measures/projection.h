#ifndef STATS_MEASURES_PROJECTION_H
#define STATS_MEASURES_PROJECTION_H

#include "collapse/model/trace.h"

/*
 * Ranges projected to the GPU: from the start of the first operation that was
 * launched in a range to the end of the last one.
 */
struct projected {
	int64_t start, end; /* on the device; see launches */
	uint32_t launches;  /* number of distinct ones in the range; 0: it has no operation */
} __attribute__((packed, aligned(4))); /* there is one for each range */

/*
 * Fill `list`, one for each range of the trace, from its operations of the kinds
 * in `kinds` (bits 1 << enum op_kind).
 */
void project_ranges(const struct trace *trace, unsigned kinds, struct projected *list);

#define PROJECT_ALL (1u << OP_KERNEL | 1u << OP_MEMCPY | 1u << OP_MEMSET | 1u << OP_GRAPH)

#endif /* STATS_MEASURES_PROJECTION_H */
