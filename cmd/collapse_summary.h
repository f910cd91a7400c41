#ifndef CMD_COLLAPSE_SUMMARY_H
#define CMD_COLLAPSE_SUMMARY_H

#include "collapse/collapse_file.h"

/* What is printed to stderr about the reports that were read. */

/* The block that tells what was odd, and what the reports say of loss. */
void collapse_print_oddities(const struct collapse *collapse);

/* A warning where one file stands under two names, or twice: it counts as often. */
void collapse_print_twice(const char *const *files, size_t count);

/* What a file was read as, a line on stderr. */
void collapse_print_format(const char *file, const struct input_format *format);

/*
 * What was read, and the equation of what was written and left out; `unit` is that of values.
 * `of_sum` says how the output was made of the sum that was taken in; NULL: it is
 * that sum.
 */
void collapse_print_summary(const struct collapse *collapse, const char *unit, const char *of_sum);

#endif /* CMD_COLLAPSE_SUMMARY_H */
