#ifndef CMD_COLLAPSE_SUMMARY_H
#define CMD_COLLAPSE_SUMMARY_H

#include "collapse/stage.h"

/* What is told on stderr of the reports that were read. */

/* The block that tells what was odd, and what the reports say of loss. */
void collapse_print_oddities(const struct collapse *collapse);

/* What was read, and the equation of what became of it; `unit` is that of values. */
void collapse_print_summary(const struct collapse *collapse, const char *unit);

#endif /* CMD_COLLAPSE_SUMMARY_H */
