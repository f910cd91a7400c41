#ifndef CMD_RECORD_PYTHON_OPTIONS_H
#define CMD_RECORD_PYTHON_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/opt.h"

struct variables; /* cmd/record/variables.h */

/*
 * The options by which Python functions become ranges. Captured processes get them as variables;
 * in those that `gpuflame record` starts, the tracer starts with the interpreter.
 */
enum { PYTHON_OPTIONS = 1 };

struct python_options {
	const char **files; /* of --python-functions-trace; borrowed strings */
	size_t file_count, file_cap;
};

void python_options_release(struct python_options *options);

/* Fill in the options, which point into `options`; returns how many. */
size_t python_options_fill(struct python_options *options, struct opt table[PYTHON_OPTIONS]);

/* Set the variable, if the files can be read. ERR_IO. */
bool python_options_set(const struct python_options *options, struct variables *variables,
	struct err *err) MUST_CHECK;

/*
 * Have the tracer start with each Python of the command: returns a folder, first in its PYTHONPATH,
 * to scratch_remove() and free(); NULL if nothing is to be traced, or, after a warning, from
 * where CUDA starts.
 */
char *python_options_start(struct variables *variables);

#endif /* CMD_RECORD_PYTHON_OPTIONS_H */
