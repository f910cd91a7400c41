#ifndef CAPTURE_START_LIBRARY_H
#define CAPTURE_START_LIBRARY_H

#include <stdatomic.h>
#include <stdbool.h>

#include "capture/device/gpu.h"
#include "capture/listener.h"
#include "capture/program/program.h"
#include "capture/recorder.h"

#define EXPORTED __attribute__((visibility("default")))

/*
 * The one global of the library: CUDA, CUPTI and NVTX call back without a context, and
 * so does the system at exit. Only start/ uses it; everything else gets pointers. It
 * starts zeroed, and fork() leaves an inert copy.
 */
struct library {
	struct recorder recorder; /* each of the three documents its locks */
	struct program program;
	struct gpu gpu;
	struct listener listener;

	/* No lock: set while the library starts, then constant. */
	char *self_path; /* of libgpuflame.so */
	bool is_ready;   /* the recorder and the program's part are set up */

	/* No lock: atomic. */
	_Atomic(unsigned) exit_handlers;
};

extern struct library library;

/* What NVTX calls a domain is one of ours; NULL: the default one. */
static inline const struct domain *library_domain(nvtxDomainHandle_t handle)
{
	return handle != NULL ? (const struct domain *)(const void *)handle
			      : &library.program.nvtx.none;
}

/* Set up what NVTX needs, once; false if the process is not to be captured, now or later. */
bool library_prepare(void);

/*
 * CUDA was initialised (or is not captured): set up the worker, once, and CUPTI, unless that
 * is for later.
 */
void library_start(void);

#endif /* CAPTURE_START_LIBRARY_H */
