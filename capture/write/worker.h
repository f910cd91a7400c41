#ifndef CAPTURE_WRITE_WORKER_H
#define CAPTURE_WRITE_WORKER_H

#include "base/err.h"

/*
 * The thread that does the work: reads what CUPTI's buffers and the program's
 * threads hold, flushes, writes the file, and finishes it when the program ends.
 */
bool worker_start(struct err *err) MUST_CHECK;

/*
 * CUDA, or its first context, is there. What CUDA does at the end of a program it
 * has registered by now, and ours, which needs CUDA, is registered after it.
 */
void worker_cuda_is_up(void);

#endif /* CAPTURE_WRITE_WORKER_H */
