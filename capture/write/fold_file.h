#ifndef CAPTURE_WRITE_FOLD_FILE_H
#define CAPTURE_WRITE_FOLD_FILE_H

#include "base/idmap.h"
#include "capture/write/capture_file.h"
#include "capture/write/fold_sums.h"

/*
 * Captures of fold mode: each is written completely to a temporary file and
 * renamed, so that there is a complete capture at all times. For the worker.
 */
struct fold_file {
	const struct sources *from;
	/* copied from the stacks, so that writing does not block the program */
	uint32_t *parents;
	struct stack_frame *frames;
	size_t count, parents_cap, frames_cap;
	/* names of kernels, made once: by the address of the stacks' copy of the text */
	struct idmap kernels;
	struct kernel_name *kernel_names;
	size_t kernel_names_cap;
};

/* `path`: see capture_place_put(). */
bool fold_file_write(struct fold_file *file, char **path, const struct fold_sums *sums,
	const struct file_facts *facts, bool is_last, struct err *err) MUST_CHECK;

#endif /* CAPTURE_WRITE_FOLD_FILE_H */
