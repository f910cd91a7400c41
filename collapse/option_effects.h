#ifndef COLLAPSE_OPTION_EFFECTS_H
#define COLLAPSE_OPTION_EFFECTS_H

#include "collapse/collapse_file.h"

/*
 * Which options have an effect on which kind of input. None is silently ignored: it is an error if
 * the result would be wrong, and a warning is given for an option without effect on any of the
 * files.
 */
enum source {
	SOURCE_EVENTS,  /* reports of nsys, captures of trace mode */
	SOURCE_TORCH,   /* traces of the PyTorch profiler */
	SOURCE_CAPTURE, /* captures of fold mode: sums by stack */
	SOURCE_STACKS,  /* folded text, pictures */
	SOURCES,
};

/*
 * Check that a kind of file supports the given options, and add those that have an effect on
 * it to the bits of *useful. ERR_USAGE, naming the option and a remedy.
 */
bool option_effects_check(const struct collapse_options *options, enum source source,
	const char *path, uint32_t *useful, struct err *err) MUST_CHECK;

/*
 * The next option, from *at (initially 0) on, that was given but had no effect on any file,
 * and what it is for; false when there is none.
 */
bool option_effects_next_useless(const struct collapse_options *options, uint32_t useful,
	unsigned *at, const char **option, const char **is_for);

#endif /* COLLAPSE_OPTION_EFFECTS_H */
