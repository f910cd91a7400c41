#ifndef COLLAPSE_REFUSALS_H
#define COLLAPSE_REFUSALS_H

#include "collapse/collapse_file.h"
#include "collapse/model/trace.h"

/* What is said, in every command alike, when there is nothing to show. All fail with ERR_EMPTY. */

/*
 * The file at `path` holds no `what`, "GPU operations" or "kernels"; `odd` are its anomalies, and
 * it may have ranges.
 */
bool empty_of_operations(const char *path, const char *what, const struct input_format *format,
	const struct oddities *odd, bool has_ranges, struct err *err);

/* The file holds no ranges. */
bool empty_of_ranges(const char *path, const struct input_format *format, struct err *err);

/* Options that select leave nothing of `extent`. */
bool empty_selection(const struct fold_extent *extent, struct err *err);

/* Rules leave nothing, or nothing has a value. */
bool empty_values(struct err *err);

/*
 * Check that no option needs single events, which neither captures of fold mode (`has_sums`) nor
 * stacks that are already folded have: the result would not be what was asked for. ERR_USAGE,
 * naming the option and a remedy. Options that only have nothing to do are ignored. `has_steps`:
 * sums by step.
 */
bool needs_events_check(const struct collapse_options *options, bool has_sums, bool has_steps,
	const char *path, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_REFUSALS_H */
