#ifndef STATS_CHART_PRINT_SVG_H
#define STATS_CHART_PRINT_SVG_H

#include "stats/table/print.h"

/* A report's rows as a picture; ERR_EMPTY when there are no rows. */
extern const struct print_format print_svg;

#endif /* STATS_CHART_PRINT_SVG_H */
