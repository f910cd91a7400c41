#ifndef CMD_RECORD_INJECT_H
#define CMD_RECORD_INJECT_H

#include "base/err.h"

struct variables; /* cmd/record/variables.h */

/*
 * libgpuflame.so and its injection: CUDA and NVTX load the library that their
 * environment variables name, and fail silently. So everything possible is
 * checked here.
 */

/*
 * The absolute path of libgpuflame.so, to free(): $GPUFLAME_LIBRARY, else the
 * one beside this executable (as it is built), else ../lib of it (as it is
 * installed). NULL and ERR_IO, with the places, when there is none; ERR_FORMAT
 * when it is not a library for this architecture.
 */
char *inject_find_library(struct err *err) MUST_CHECK;

/*
 * Name `library` in the variables by which CUDA and NVTX find it. Prints a line for each other
 * profiler set up in them.
 */
void inject_set(struct variables *variables, const char *library);

#endif /* CMD_RECORD_INJECT_H */
