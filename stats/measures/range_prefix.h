#ifndef STATS_MEASURES_RANGE_PREFIX_H
#define STATS_MEASURES_RANGE_PREFIX_H

#include "collapse/model/trace.h"

/*
 * Put the name of the innermost range around its launch, and '/', before the name of each kernel,
 * as nsys's report argument "nvtx-name" does; kernels in no range, and kernels or ranges without a
 * name, are left.
 */
void range_prefix_kernels(struct trace *trace);

#endif /* STATS_MEASURES_RANGE_PREFIX_H */
