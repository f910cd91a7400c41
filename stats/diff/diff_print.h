#ifndef STATS_DIFF_DIFF_PRINT_H
#define STATS_DIFF_DIFF_PRINT_H

#include <stdio.h>

#include "stats/diff/diff_runs.h"

/*
 * A comparison as text. Write errors are left to whoever closes `out`. Names are cleaned as in
 * reports. Formats: docs/FORMATS.md, "comparisons".
 */

/* For people: the total, and the `top` largest changes of each kind. ERR_NOMEM. */
bool diff_print_table(const struct diff *diff, size_t width, bool color, size_t top, FILE *out,
	struct err *err) MUST_CHECK;

/* All stacks. ERR_NOMEM. */
bool diff_print_json(const struct diff *diff, FILE *out, struct err *err) MUST_CHECK;

/* "stack before after" lines, the input of tools for differential flame graphs. ERR_NOMEM. */
bool diff_print_folded(const struct diff *diff, FILE *out, struct err *err) MUST_CHECK;

#endif /* STATS_DIFF_DIFF_PRINT_H */
