#ifndef STATS_MEASURES_MEMORY_H
#define STATS_MEASURES_MEMORY_H

#include "collapse/model/trace.h"

/* nsys's names for copies, fills and kinds of memory in reports. */

/* The type of a copy or fill as a number: equal for equal labels, by kind of copy. */
unsigned memory_operation(const struct trace *trace, size_t op);

/* "[CUDA memcpy Host-to-Device]", "[CUDA memset]". */
const char *memory_operation_label(unsigned operation);

/* "Pinned"; empty for MEMORY_NONE. */
const char *memory_kind_label(unsigned kind);

#endif /* STATS_MEASURES_MEMORY_H */
