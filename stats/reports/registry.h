#ifndef STATS_REPORTS_REGISTRY_H
#define STATS_REPORTS_REGISTRY_H

#include "stats/parts/report.h"

/* All reports, NULL-ended, in the order in which `--list` shows them. */
extern const struct report *const report_registry[];

/* By its name or an alias from nsys 2022; NULL when there is none. */
const struct report *report_find(const char *name, size_t len);

/* The name nearest to a misspelled one; NULL when none is near. */
const char *report_suggest(const char *name);

#endif /* STATS_REPORTS_REGISTRY_H */
