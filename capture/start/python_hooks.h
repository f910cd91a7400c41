#ifndef CAPTURE_START_PYTHON_HOOKS_H
#define CAPTURE_START_PYTHON_HOOKS_H

#include <stdbool.h>

/*
 * Start the tracer, with Python's lock, in a process that library_prepare() is true of: once,
 * so that in another interpreter of it there is none. `is_late`: functions have run before. False:
 * the program was interrupted meanwhile, and Python has the error.
 */
bool python_hooks_start(bool is_late);

/*
 * CUDA begins, library_prepare() is true: if Python functions are to be traced, and this is a
 * Python, the tracer starts as soon as Python's main thread runs Python code, unless `gpuflame
 * record` has started it with the interpreter. From any thread, with or without Python's lock.
 */
void python_hooks_cuda_begins(void);

#endif /* CAPTURE_START_PYTHON_HOOKS_H */
