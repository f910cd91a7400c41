#ifndef CMD_COLLAPSE_RUN_H
#define CMD_COLLAPSE_RUN_H

#include "cmd/collapse_options.h"
#include "collapse/input/file_list.h"

/*
 * Fold all `files` into `collapse`, which is initialised here and released by
 * the caller on success. Prints progress, anomalies and the summary as asked.
 * ERR_FORMAT for anomalies with --strict; else as collapse_file().
 */
bool collapse_run(const struct collapse_words *words, const struct file_list *files,
	struct collapse *collapse, struct err *err) MUST_CHECK;

/* Who takes part in folding several runs. */
struct collapse_taker {
	void *context;
	/* Called with each run, which is released afterwards. */
	bool (*take)(void *context, size_t index, const struct file_list *files,
		const struct collapse *run, struct err *err);
};

/*
 * collapse_run() for each of `paths`, which is a run of its own: a file, or a folder with a file
 * of each rank. As many as --jobs allows are folded at once; what is printed, the calls of `taker`
 * and errors are in the order of the paths. The words have been checked. ERR_USAGE when `output`,
 * NULL for stdout, is one of the files.
 */
bool collapse_runs(const struct collapse_words *words, const char *const *paths, size_t count,
	const char *output, const struct collapse_taker *taker, struct err *err) MUST_CHECK;

#endif /* CMD_COLLAPSE_RUN_H */
