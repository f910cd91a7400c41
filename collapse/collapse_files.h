#ifndef COLLAPSE_COLLAPSE_FILES_H
#define COLLAPSE_COLLAPSE_FILES_H

#include "collapse/aggregate.h"
#include "collapse/collapse_file.h"

/*
 * Many files at once: each is read and folded by one of several threads, with
 * names, rules and a tree of its own, which is then added to the whole. What
 * comes out does not depend on which is done first.
 */
struct files_options {
	enum aggregate aggregate; /* over ranks: see rank_of_file() */
	bool each_apart;          /* over files, whatever their ranks */
	unsigned jobs;            /* threads; 0: as many as there are processors */
	bool keep_going;          /* skip files that cannot be read */
};

struct file_result {
	struct input_format format;
	struct err err; /* code ERR_NONE: it was read */
};

/*
 * Fold all `paths` into `collapse`, which is new; results[i] is about path i.
 * Errors are those of the first path, in their order, that has one; with
 * `keep_going` only what ends all, and ERR_EMPTY when no file was left.
 */
bool collapse_files(struct collapse *collapse, const char *const *paths, size_t count,
	const struct collapse_options *options, const struct files_options *files,
	struct file_result *results, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_COLLAPSE_FILES_H */
