#ifndef STATS_REPORTS_REGISTRY_H
#define STATS_REPORTS_REGISTRY_H

#include "stats/measures/report.h"

/* All reports, in the order in which `--list` shows them; NULL after the last. */
const struct report *report_at(size_t index);

/* By its name or an alias from nsys 2022; NULL when there is none. */
const struct report *report_find(const char *name, size_t len);

/* The name nearest to a misspelled one; NULL when none is near. */
const char *report_suggest(const char *name);

/* A user's own report, a file that ends in ".sql", once. It is never freed. ERR_IO, ERR_FORMAT. */
const struct report *report_read(const char *path, size_t len, struct err *err);

/*
 * Find the columns of a report, and what it wants, before it is run; of one that names tables of a
 * file, stats_settle_requests() does it. ERR_FORMAT.
 */
bool report_settle(const struct report *report, struct err *err) MUST_CHECK;

#endif /* STATS_REPORTS_REGISTRY_H */
