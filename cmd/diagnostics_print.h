#ifndef CMD_DIAGNOSTICS_PRINT_H
#define CMD_DIAGNOSTICS_PRINT_H

#include "collapse/model/diagnostics.h"

/* A line on stderr for each: what reports say of loss, and we of them. */
void diagnostics_print(const struct diagnostics *diagnostics);

/* The same of what reports can't tell, as part of a summary. */
void diagnostics_print_limits(const struct diagnostics *diagnostics);

#endif /* CMD_DIAGNOSTICS_PRINT_H */
