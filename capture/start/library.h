#ifndef CAPTURE_START_LIBRARY_H
#define CAPTURE_START_LIBRARY_H

#include <stdatomic.h>

#include "capture/device/gpu.h"
#include "capture/listener.h"
#include "capture/program/program.h"
#include "capture/python/python_frames.h"
#include "capture/python/tracer.h"
#include "capture/recorder.h"

#define EXPORTED __attribute__((visibility("default")))

/*
 * The one global of the library: CUDA, CUPTI and NVTX call back without a context, and
 * so does the system at exit. Only start/ uses it; everything else gets pointers. It
 * starts zeroed. A copy that fork() makes is inert, unless CUDA has not started yet.
 */
struct library {
	struct recorder recorder; /* each of these documents its locks */
	struct program program;
	struct gpu gpu;
	struct listener listener;
	struct tracer tracer;
	struct python_frames frames;

	/* No lock: set while the library starts, then constant. */
	char *self_path; /* of libgpuflame.so */
	bool is_ready;   /* the recorder and the program's part are set up */

	/* No lock: atomic. */
	_Atomic(unsigned) exit_handlers;
	_Atomic(bool) has_begun;  /* what starts with CUDA is being set up, or is */
	_Atomic(uintptr_t) forks; /* the thread that holds the program's locks to fork; 0: none */
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
