#ifndef CMD_DIFF_FINDINGS_H
#define CMD_DIFF_FINDINGS_H

#include "cmd/collapse_options.h"
#include "stats/diff/gate.h"

/* Conditions of a gate about what findings measure. */

/* The runs of a side: files, or folders with a file of each rank. */
struct diff_side_runs {
	const char *const *paths;
	size_t count;
};

/* Check them before any file is read, and make pipes readable twice. ERR_USAGE, ERR_IO, ERR_NOMEM.
 */
bool diff_findings_check(const struct gate *gate, const struct collapse_words *words,
	const struct diff_side_runs sides[DIFF_SIDES], struct err *err) MUST_CHECK;

/*
 * Measure the runs, if there is such a condition, and compare. `diff` is closed. Errors as
 * findings_files().
 */
bool diff_findings_measure(struct gate *gate, const struct collapse_words *words,
	const struct diff_side_runs sides[DIFF_SIDES], const struct diff *diff,
	struct err *err) MUST_CHECK;

#endif /* CMD_DIFF_FINDINGS_H */
