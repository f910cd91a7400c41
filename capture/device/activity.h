#ifndef CAPTURE_DEVICE_ACTIVITY_H
#define CAPTURE_DEVICE_ACTIVITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gpu; /* gpu.h */

/* What the device did: each record in CUPTI's buffers is an operation. */
enum operation_kind {
	OPERATION_KERNEL,
	OPERATION_MEMCPY,
	OPERATION_MEMSET,
	OPERATION_GRAPH, /* a whole launch of a CUDA graph */
};

struct operation {
	enum operation_kind kind;
	bool is_known;             /* its launch was seen: `node` is set */
	bool is_early;             /* before the window opened: see struct window */
	uint32_t node;             /* fold mode: the stack of the launch */
	uint64_t start_ns, end_ns; /* on CUPTI's clock */
	uint32_t device, context, stream, correlation;
	uint32_t graph;      /* 0: none */
	uint64_t graph_node; /* 0: none */
	const char *name;    /* a kernel's mangled name */
	uint32_t buffer;     /* which it came in: within one, a name's memory is not reused */
	uint32_t copy_kind;  /* for a memcpy: CUpti_ActivityMemcpyKind */
	uint64_t bytes;      /* for a memcpy or memset */
	bool is_peer_copy;   /* between devices: a different record */
	const unsigned char *record; /* for other fields */
};

enum { COST_THREADS = 512 };

/* Records that are not counted as operations: each kind is reported. */
struct activity_loss {
	uint64_t timeless;
	uint64_t backwards;
	/* Not losses, but totals: */
	uint64_t bytes, records;          /* that were read */
	uint64_t nodes;                   /* operations of CUDA graphs by node */
	uint64_t cupti_ns;                /* what CUPTI says that it took of the program's time */
	uint64_t thread_ns[COST_THREADS]; /* of each since the worker looked, by a hash of its id */
	uint64_t unknown;                 /* operations whose launch was not seen */
	uint64_t doubtful;                /* whose launch CUPTI may have mistaken: it is not used */
	uint64_t devices;                 /* a bit for each of the first 64 that ran any */
	uint32_t buffers;
};

/* "[CUDA memcpy HtoD]" and the like, for operations other than kernels. `strip`: without numbers.
 */
void activity_name(const struct operation *operation, bool strip, char text[64]);

/* Add an operation; called by the worker. */
typedef void activity_sink(void *sink, const struct operation *operation);

/*
 * Read the filled buffers, up to `most`: whether there were operations of the
 * window. Called by the worker only.
 */
bool activity_read(
	struct gpu *gpu, activity_sink *add, void *sink, struct activity_loss *loss, size_t most);

#endif /* CAPTURE_DEVICE_ACTIVITY_H */
