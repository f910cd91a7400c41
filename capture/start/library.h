#ifndef CAPTURE_START_LIBRARY_H
#define CAPTURE_START_LIBRARY_H

#include <stdatomic.h>
#include <stdbool.h>

#include "capture/device/gpu.h"
#include "capture/program/program.h"
#include "capture/recorder.h"

#define EXPORTED __attribute__((visibility("default")))

/*
 * The one global of the library: CUDA, CUPTI and NVTX call back without a word of
 * whose they are, and so does the system at the end of the program. Only start/ knows
 * it; everything else gets what it needs. It begins as zeroes, and fork() leaves a copy
 * that is inert.
 */
struct library {
	struct recorder recorder; /* each of the three names its locks */
	struct program program;
	struct gpu gpu;

	/* No lock: set while the library starts and never again. */
	char *self_path; /* of libgpuflame.so */
	bool is_ready;   /* the recorder, and the program's part */

	/* No lock: atomic. */
	_Atomic(unsigned) exit_handlers;
};

extern struct library library;

/* Set up what NVTX needs, once; false when the process is not to be captured. */
bool library_prepare(void);

/* CUDA is there (or not asked for): set up CUPTI and the worker, once. */
bool library_start(void);

#endif /* CAPTURE_START_LIBRARY_H */
