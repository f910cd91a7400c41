#ifndef STATS_CHART_REPORT_CHART_H
#define STATS_CHART_REPORT_CHART_H

#include <stdio.h>

#include "stats/parts/report.h"

/*
 * A report's rows as a picture: one self-contained SVG without scripts, light or
 * dark as the reader's screen is. What is drawn is said by report->chart.
 */
struct chart;

/* NULL and ERR_NOMEM. `file` names the file that it is about, or is NULL; borrowed. */
struct chart *chart_new(const struct report *report, const char *file, struct err *err);

/* `file`: which one of several the row is of, or NULL; borrowed until the picture is written. */
bool chart_add(struct chart *chart, const char *file, const struct cell *cells,
	struct err *err) MUST_CHECK;

/* ERR_IO, ERR_NOMEM; ERR_EMPTY when there was no row. */
bool chart_write(struct chart *chart, FILE *out, struct err *err) MUST_CHECK;
void chart_free(struct chart *chart);

#endif /* STATS_CHART_REPORT_CHART_H */
