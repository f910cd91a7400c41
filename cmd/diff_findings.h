#ifndef CMD_DIFF_FINDINGS_H
#define CMD_DIFF_FINDINGS_H

#include "cmd/collapse_options.h"
#include "collapse/input/file_list.h"
#include "stats/diff/gate.h"

/* Conditions of a gate about what findings measure. */

/* The runs of a side: files, or folders with a file of each rank. */
struct diff_side_runs {
	const char *const *paths;
	size_t count;
};

/* What findings measure of each run, beside folding it; nothing without such a condition. */
struct diff_findings {
	struct collapse_options cut;
	struct findings_beside **runs; /* while they are folded; NULL: nothing is measured */
	struct finding_share *shares;  /* of all runs */
	size_t count;
};

/* Check the conditions before any file is read. ERR_USAGE. */
bool diff_findings_check(
	const struct gate *gate, const struct collapse_words *words, struct err *err) MUST_CHECK;

void diff_findings_init(struct diff_findings *findings, const struct gate *gate,
	const struct collapse_words *words, size_t runs);
void diff_findings_release(struct diff_findings *findings);

/* Before a run is folded, and after that. Errors as findings_files(). */
bool diff_findings_begin(struct diff_findings *findings, size_t run, const struct file_list *files,
	struct read_again *again, struct err *err) MUST_CHECK;
bool diff_findings_end(struct diff_findings *findings, size_t run, struct err *err) MUST_CHECK;

/* Compare the runs. `diff` is closed. */
void diff_findings_compare(
	const struct diff_findings *findings, struct gate *gate, const struct diff *diff);

#endif /* CMD_DIFF_FINDINGS_H */
