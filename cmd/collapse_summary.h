#ifndef CMD_COLLAPSE_SUMMARY_H
#define CMD_COLLAPSE_SUMMARY_H

#include "collapse/collapse_file.h"

/* What is printed to stderr about the reports that were read. */

/* "gpuflame: note: 'LABEL': ", which something follows; NULL: of all files. */
void cmd_begin_note(const char *label);

/* A line for each anomaly that was found, and each loss that reports state. */
void oddities_print(
	const struct oddities *odd, const struct diagnostics *diagnostics, const char *label);

/* With `strict`, any of them is an error. ERR_FORMAT. */
bool oddities_check(const struct oddities *odd, const struct diagnostics *diagnostics, bool strict,
	struct err *err) MUST_CHECK;

/*
 * What the default rule leaves out of stacks: "4.41 ms, 8.4 %"; false if that is nothing, or if
 * other rules leave out stacks, too.
 */
bool collapse_validation(const struct collapse *collapse, const struct collapse_options *options,
	char *text, size_t size);

/* A line on stderr: the type that a file was read as. */
void collapse_print_format(const char *file, const struct input_format *format);

/*
 * What was read, and how written and excluded values add up; `unit` is that of values.
 * `of_sum` says how the output was derived from the sum of the input; NULL: it is that sum.
 */
void collapse_print_summary(const struct collapse *collapse, const char *unit, const char *of_sum);

#endif /* CMD_COLLAPSE_SUMMARY_H */
