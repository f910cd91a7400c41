#ifndef STATS_FINDINGS_FILES_H
#define STATS_FINDINGS_FILES_H

#include "stats/findings/findings_make.h"
#include "stats/read_files.h"

/*
 * `gpuflame findings`: read all files of `input`, apply the rules, and write what was found to
 * `out`; write errors are left to whoever closes it. Nothing is written if no file was read.
 * Errors: those of reading; ERR_EMPTY when there is no GPU operation, or a partial result is of
 * reports alone; ERR_FORMAT when a file holds sums only, or a partial result is of a selection.
 */
bool findings_files(const struct stats_input *input, const struct findings_print *print,
	findings_print_fn *format, FILE *out, struct stats_notes *notes,
	struct err *err) MUST_CHECK;

/* What leaves out part of a device's work would make idle time of it: ERR_USAGE. */
bool findings_check_selection(const struct selection *selection, struct err *err) MUST_CHECK;

#endif /* STATS_FINDINGS_FILES_H */
