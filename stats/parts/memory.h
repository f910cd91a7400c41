#ifndef STATS_PARTS_MEMORY_H
#define STATS_PARTS_MEMORY_H

#include "collapse/model/trace.h"

/* What nsys's reports call copies, fills and kinds of memory. */

/* A number for what a copy or fill is: equal for equal labels, by kind of copy. */
unsigned memory_operation(const struct trace *trace, size_t op);

/* "[CUDA memcpy Host-to-Device]", "[CUDA memset]". */
const char *memory_operation_label(unsigned operation);

/* "Pinned"; empty for MEMORY_NONE. */
const char *memory_kind_label(unsigned kind);

#endif /* STATS_PARTS_MEMORY_H */
