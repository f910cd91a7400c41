#ifndef CMD_RENDER_H
#define CMD_RENDER_H

#include "cmd/collapse_options.h"
#include "collapse/input/file_list.h"
#include "cmd/svg_options.h"

/*
 * Both stages in one process, without text in between, shared by `gpuflame FILE`
 * and `gpuflame snapshot`. Usage: init, parse with the tables of both, check, draw,
 * release.
 */
struct render_words {
	struct collapse_words collapse;
	struct svg_settings picture;
	const char *output; /* NULL: stdout */
};

void render_words_init(struct render_words *words);
void render_words_release(struct render_words *words);

/*
 * Check what can be checked without the input: rules, the options of the picture, and that
 * the output is none of the files that they name. ERR_USAGE, ERR_PATTERN, ERR_IO,
 * ERR_FORMAT, ERR_NOMEM.
 */
bool render_words_check(struct render_words *words, struct err *err) MUST_CHECK;

/* Collapse `files` and draw them, once; after render_words_check(). Errors are those of both. */
bool render_files(
	struct render_words *words, const struct file_list *files, struct err *err) MUST_CHECK;

/* NCCL has one kernel for several collectives: PyTorch's range around it says which it is. */
void render_name_by_place(struct tree *tree);

#endif /* CMD_RENDER_H */
