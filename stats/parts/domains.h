#ifndef STATS_PARTS_DOMAINS_H
#define STATS_PARTS_DOMAINS_H

#include "collapse/model/trace.h"

/* Whether a range is in the NVTX domain of this name. */
bool domain_is(const struct trace *trace, const struct range *range, const char *domain);

#endif /* STATS_PARTS_DOMAINS_H */
