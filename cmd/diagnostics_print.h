#ifndef CMD_DIAGNOSTICS_PRINT_H
#define CMD_DIAGNOSTICS_PRINT_H

#include "collapse/model/diagnostics.h"

/* A line on stderr for each loss that reports state, and each anomaly that was found. */
void diagnostics_print(const struct diagnostics *diagnostics);

/* The same for what reports do not contain, as part of a summary. */
void diagnostics_print_limits(const struct diagnostics *diagnostics);

#endif /* CMD_DIAGNOSTICS_PRINT_H */
