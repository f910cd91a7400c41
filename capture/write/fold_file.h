#ifndef CAPTURE_WRITE_FOLD_FILE_H
#define CAPTURE_WRITE_FOLD_FILE_H

#include "base/idmap.h"
#include "capture/write/capture_file.h"
#include "capture/write/fold_sums.h"

/*
 * Captures of fold mode: each is written whole beside its place and renamed, so
 * that the place holds a complete capture at all times. Of the worker.
 */
struct fold_file {
	const struct sources *from;
	/* what the stacks were, copied so that writing does not hold up the program */
	uint32_t *parents;
	struct stack_frame *frames;
	size_t count, parents_cap, frames_cap;
	/* nodes that stand for several ranges; by node the index + 1 of the one that names it */
	struct stack_shared *shared;
	uint32_t *instead;
	size_t shared_count, shared_cap;
	/* names of kernels, made once: by the address that the stacks keep a name's text at */
	struct idmap kernels;
	struct kernel_name *kernel_names;
	size_t kernel_names_cap;
};

bool fold_file_write(struct fold_file *file, const char *path, const struct fold_sums *sums,
	const struct file_facts *facts, struct err *err) MUST_CHECK;

#endif /* CAPTURE_WRITE_FOLD_FILE_H */
