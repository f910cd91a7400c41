#ifndef COLLAPSE_OPTION_EFFECTS_H
#define COLLAPSE_OPTION_EFFECTS_H

#include "collapse/collapse_file.h"

/*
 * Which options do something on which kind of input. None is passed over in
 * silence: where what comes out would not be what was asked for, it is an error;
 * a warning is given for an option that has no effect on any of the files.
 */
enum source {
	SOURCE_EVENTS,  /* reports of nsys, captures of trace mode */
	SOURCE_TORCH,   /* traces of the PyTorch profiler */
	SOURCE_CAPTURE, /* captures of fold mode: sums by stack */
	SOURCE_STACKS,  /* folded text, pictures */
	SOURCES,
};

/*
 * Look whether a file of a kind can do what the options ask for, and add those
 * that do something on it to the bits of *useful. ERR_USAGE, naming the option
 * and the way out.
 */
bool option_effects_check(const struct collapse_options *options, enum source source,
	const char *path, uint32_t *useful, struct err *err) MUST_CHECK;

/*
 * The next option from *at on, 0 at first, that was given and did nothing on
 * any file, and what it is for; false when there is none.
 */
bool option_effects_next_useless(const struct collapse_options *options, uint32_t useful,
	unsigned *at, const char **option, const char **is_for);

#endif /* COLLAPSE_OPTION_EFFECTS_H */
