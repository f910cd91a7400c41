#ifndef STATS_TABLE_TEXT_TABLE_H
#define STATS_TABLE_TEXT_TABLE_H

#include <stdio.h>

#include "base/text.h"
#include "stats/measures/sink.h"

/*
 * A table for people: rows are kept, and laid out when all have been added. Durations are in
 * suitable units and numbers right-aligned; columns that do not fit are omitted, the least
 * important first; a text that is still too long is cut in its middle, where kernel names are
 * least distinctive.
 */
struct text_table;

/* `columns` are borrowed. */
struct text_table *text_table_new(const struct column *columns, size_t column_count);

void text_table_add(struct text_table *table, const struct cell *cells);

/*
 * Append lines of at most `width` columns; 0: unlimited. With `out`, most of them are written to it
 * from `text`, where the last remain. Once.
 */
void text_table_print(const struct text_table *table, size_t width, struct text *text, FILE *out);
void text_table_free(struct text_table *table);

#endif /* STATS_TABLE_TEXT_TABLE_H */
