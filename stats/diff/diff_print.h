#ifndef STATS_DIFF_DIFF_PRINT_H
#define STATS_DIFF_DIFF_PRINT_H

#include <stdio.h>

#include "stats/diff/gate.h"

/*
 * A comparison as text. Write errors are left to whoever closes `out`. Names are cleaned as in
 * reports. `gate` may have no conditions. Formats: docs/FORMATS.md, "comparisons".
 */
struct diff_page {
	const struct diff *diff;
	const struct gate *gate;
	size_t limit; /* stacks that are listed; 0: all */
	size_t width; /* of lines, in columns; 0: no limit */
	bool is_markdown;
	bool color;
	bool blocks; /* the terminal has characters of UTF-8 */
};

/* For people, or in Markdown for a review: total, verdict, and the largest changes. */
void diff_print_page(const struct diff_page *page, FILE *out);

/* All stacks. */
void diff_print_json(const struct diff_page *page, FILE *out);

/* "stack before after" lines, the input of tools for differential flame graphs. */
void diff_print_folded(const struct diff *diff, FILE *out);

#endif /* STATS_DIFF_DIFF_PRINT_H */
