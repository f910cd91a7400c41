#ifndef COLLAPSE_MODEL_HOST_EVENT_H
#define COLLAPSE_MODEL_HOST_EVENT_H

#include <stdbool.h>
#include <stdint.h>

/* Calls on the CPU that are neither NVTX ranges nor CUDA's: in tables of their own since 2023. */
enum host_kind {
	HOST_MPI, /* first: trace->mpi_messages are by the index of these */
	HOST_UCX,
	HOST_OPENACC,
	HOST_OS_RUNTIME,
	HOST_OPENMP,
	HOST_PAGES, /* no calls: pages of unified memory, trace->page_events; last */
	HOST_KINDS,
};

struct host_event {
	int64_t start, end;
	uint32_t thread;
	uint32_t name; /* "MPI_Send"; of OpenACC with its place, "Wait@main.c:51"; or NAME_NONE */
	uint8_t kind;  /* enum host_kind */
	bool again;    /* a further row of the call before it: the other half of MPI_Sendrecv */
	bool never_closed;
};

/* What a call of MPI passes on; MPI_NONE where it has no such thing. */
#define MPI_NONE INT64_MIN

struct mpi_message {
	int64_t tag;
	int64_t peer, root;           /* ranks */
	int64_t size;                 /* bytes, from one to another */
	int64_t send_size, recv_size; /* of collectives */
};

/* What happened to a page of unified memory, or to several from that address on. */
enum page_kind {
	PAGE_TO_DEVICE, /* a migration */
	PAGE_TO_HOST,
	PAGE_CPU_FAULT, /* the event's name is that of the instruction */
	PAGE_GPU_FAULT,
	PAGE_KINDS,
};

struct page_event {
	uint64_t address;
	uint64_t amount; /* bytes of a migration, or number of faults */
	uint8_t kind;    /* enum page_kind */
};

#endif /* COLLAPSE_MODEL_HOST_EVENT_H */
