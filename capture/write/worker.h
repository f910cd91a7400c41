#ifndef CAPTURE_WRITE_WORKER_H
#define CAPTURE_WRITE_WORKER_H

#include "base/err.h"

struct sources; /* sources.h */

/*
 * The thread that does the work: it reads CUPTI's buffers and the events of the
 * program's threads, flushes, writes the file, and finishes it when the program
 * ends.
 */
bool worker_start(const struct sources *from, struct err *err) MUST_CHECK;

#endif /* CAPTURE_WRITE_WORKER_H */
