#ifndef STATS_CHART_REPORT_CHART_H
#define STATS_CHART_REPORT_CHART_H

#include <stdio.h>

#include "stats/parts/report.h"

/*
 * A report's rows as a picture: one self-contained SVG without scripts, light or dark as the
 * viewer prefers. report->chart defines what is drawn.
 */
struct chart;

/* NULL and ERR_NOMEM. `file` names the file in the heading, or is NULL; borrowed. */
struct chart *chart_new(const struct report *report, const char *file, struct err *err);

/* A sentence about the whole, below the title. ERR_NOMEM. */
bool chart_note(struct chart *chart, const char *text, struct err *err) MUST_CHECK;

/* `file`: the row's file if there are several, or NULL; borrowed until the picture is written. */
bool chart_add(struct chart *chart, const char *file, const struct cell *cells,
	struct err *err) MUST_CHECK;

/* ERR_IO, ERR_NOMEM; ERR_EMPTY when there were no rows. */
bool chart_write(struct chart *chart, FILE *out, struct err *err) MUST_CHECK;
void chart_free(struct chart *chart);

#endif /* STATS_CHART_REPORT_CHART_H */
