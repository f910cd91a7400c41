#ifndef COLLAPSE_MODEL_CALL_KIND_H
#define COLLAPSE_MODEL_CALL_KIND_H

#include <stddef.h>

/* What a call of the CUDA runtime or driver, or of HIP's, may make its thread wait for. */
enum call_kind {
	CALL_UNKNOWN, /* not asked yet */
	CALL_OTHER,
	CALL_SYNCHRONISES, /* a device, a stream or an event: cudaStreamSynchronize */
	CALL_SYNCHRONISES_EVENT,
	CALL_ALLOCATES, /* memory of the device, or pins, maps or unmaps it: cudaMalloc */
	CALL_FREES,     /* it, once the device has ended what it was given: cudaFree */
	CALL_COPIES,    /* its own copy: cudaMemcpy */
	CALL_PREPARES,  /* it loads or links kernels, or captures a graph: cuModuleLoadData */
};

/* By its name, "cudaMemcpyAsync_v3020". */
enum call_kind call_kind_of(const char *name);

/*
 * How many of its bytes are the call's name, without what CUPTI adds, a version and the kind of
 * default stream: "cudaMemcpyAsync" of "cudaMemcpyAsync_ptsz_v7000". Of other names, all.
 */
size_t call_name_len(const char *name, size_t len);

#endif /* COLLAPSE_MODEL_CALL_KIND_H */
