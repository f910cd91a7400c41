#ifndef STATS_PARTS_LABELS_H
#define STATS_PARTS_LABELS_H

#include "stats/parts/sink.h"

/* An API call without the version in its name: "cudaLaunchKernel" of "..._v7000". */
struct cell label_api(const struct names *names, uint32_t name);

#endif /* STATS_PARTS_LABELS_H */
