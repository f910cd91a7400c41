#ifndef CAPTURE_DEVICE_GPU_H
#define CAPTURE_DEVICE_GPU_H

#include <stdatomic.h>

#include "capture/device/balance.h"
#include "capture/device/buffers.h"
#include "capture/device/cupti.h"
#include "capture/device/device_clock.h"
#include "capture/device/graph_nodes.h"
#include "capture/device/launch_ring.h"

/* More callback ids than any domain of CUPTI has: a power of two. */
enum { MOST_CALLBACKS = 4096 };

struct recorder; /* capture/recorder.h */
struct thread;   /* capture/program/threads.h */
struct threads;

/* What the device did, from CUPTI, and which launch of the program caused it. */
struct gpu {
	/* No lock: set while the library starts, then constant. */
	struct recorder *recorder;
	struct threads *threads;
	struct gpu_hooks {
		/* CUPTI passes these no context. */
		cupti_request *request;
		cupti_complete *complete;
		/*
		 * CUDA, or a context, was initialised. CUDA has registered its exit
		 * handlers by now.
		 */
		void (*cuda_is_up)(void);
		/* The Python functions that the thread is in become ranges. */
		void (*enter_frames)(struct thread *thread);
	} hooks;
	struct cupti cupti;
	bool is_set_up;      /* all below */
	void *subscriber;    /* NULL: not subscribed, or no longer */
	int followed_domain; /* and id: a callback that it has enabled */
	uint32_t followed_cbid;
	bool has_clock;                   /* ours was registered */
	bool was_detached;                /* gpu_is_detached(), in an earlier capture */
	uint8_t roles[2][MOST_CALLBACKS]; /* of functions, the driver's second: see subscribe.c */

	_Atomic(bool) graphs_by_node; /* else their launches as a whole */

	/* No lock: atomic. The first call that failed so that CUDA does nothing from then on. */
	_Atomic(int) fatal;               /* its result; 0: none has */
	_Atomic(uint64_t) fatal_launches; /* before it */

	struct launch_ring launches; /* no lock: see there */
	struct graph_nodes graphs;   /* graphs.lock */
	struct buffers buffers;      /* buffers.lock */
	struct balance balance;      /* of the worker */
	struct device_clock clock;   /* of the worker, after the start */
};

#endif /* CAPTURE_DEVICE_GPU_H */
