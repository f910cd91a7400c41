#ifndef COLLAPSE_COLLAPSE_FILES_H
#define COLLAPSE_COLLAPSE_FILES_H

#include "collapse/aggregate.h"
#include "collapse/collapse_file.h"

/*
 * Many files at once: each is read and folded by one of several threads, with its own names,
 * rules and tree, which is then added to the result. The result does not depend on the order
 * in which threads finish.
 */
struct files_options {
	enum aggregate aggregate; /* across ranks: see rank_of_file() */
	unsigned jobs;            /* threads, for files and their tables; see pool_threads() */
	bool keep_going;          /* skip files that cannot be read */
	bool whole_runs; /* the files are all of a run: ranks that are missing are reported */
	/* Takes each file's tree and place, in their order, instead of one sum; NULL: nobody. */
	bool (*take)(void *context, const struct collapse *file, struct err *err);
	void *context;
};

struct file_result {
	struct input_format format;
	struct err err; /* code ERR_NONE: the file was read */
};

/*
 * Fold all `paths` into `collapse`, which is new; results[i] is about path i. The error
 * returned is that of the first path, in their order, that has one; with `keep_going` only
 * fatal errors, and ERR_EMPTY when every file was skipped.
 */
bool collapse_files(struct collapse *collapse, const char *const *paths, size_t count,
	const struct collapse_options *options, const struct files_options *files,
	struct file_result *results, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_COLLAPSE_FILES_H */
