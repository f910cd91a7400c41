#ifndef CMD_LONG_TABLE_H
#define CMD_LONG_TABLE_H

#include <stdio.h>

#include "collapse/collapse_file.h"

/*
 * `collapse --format table`: a row for each stack of each rank, device, step and phase, file by
 * file, so that no more than one is in memory for each thread (docs/FORMATS.md, "long table").
 */
struct long_table;

/* `is_csv`: with commas; else with tabs. `any_size`: see export_check(). */
struct long_table *long_table_new(FILE *out, bool is_csv, bool any_size);
void long_table_free(struct long_table *table);

/* Frames in front of stacks that take() makes columns of. */
void long_table_group(struct plan_options *plan);

/* For struct files_options: `context` is the table. ERR_FORMAT. */
bool long_table_take(void *context, const struct collapse *file, struct err *err) MUST_CHECK;

#endif /* CMD_LONG_TABLE_H */
