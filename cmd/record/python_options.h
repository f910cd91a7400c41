#ifndef CMD_RECORD_PYTHON_OPTIONS_H
#define CMD_RECORD_PYTHON_OPTIONS_H

struct variables; /* cmd/record/variables.h */

/*
 * Have the tracer start with each Python of the command: returns a folder, first in its PYTHONPATH,
 * to private_folder_remove() and free(); NULL if nothing is to be traced, or, after a warning, from
 * where CUDA starts.
 */
char *python_options_start(struct variables *variables);

#endif /* CMD_RECORD_PYTHON_OPTIONS_H */
