#ifndef COLLAPSE_MODEL_TRACE_H
#define COLLAPSE_MODEL_TRACE_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/idmap.h"
#include "base/names.h"
#include "collapse/model/diagnostics.h"
#include "collapse/model/input_format.h"

/*
 * The neutral trace model: what a report says, whatever format it came in.
 * Readers fill it; nesting, folding and the reports only read it. Those who want
 * operations otherwise than as they were make a copy with operations of their own
 * (collapse/plan/plan.c).
 *
 * Times are nanoseconds on the report's own clock. Names are ids in
 * trace->names, as the program gave them (any bytes); NAME_NONE where there was
 * none. Threads are indices of trace->threads.keys, the report's full thread
 * ids (nsys: globalTid), and processes indices of trace->processes.keys (nsys:
 * globalPid).
 */
#define TRACE_NONE UINT32_MAX

enum range_style {
	RANGE_PUSH_POP,
	RANGE_START_END,
};

/* An NVTX range, in the order of the report's rows. */
struct range {
	int64_t start;
	int64_t end;     /* of a range never closed: the last timestamp of all ranges */
	uint32_t name;   /* with its domain before it, "NCCL:ncclAllReduce" */
	uint32_t domain; /* index in trace->domains; TRACE_NONE: the default domain */
	uint32_t thread;
	uint8_t style;     /* enum range_style */
	bool never_closed; /* the report has no end */
	bool crosses;      /* ended on another thread than it began on: contains no launch */
};

enum op_kind {
	OP_KERNEL,
	OP_MEMCPY,
	OP_MEMSET,
	OP_GRAPH, /* a whole CUDA graph launch, traced as one */
	OP_KINDS,
};

/* Something that a device did. */
struct op {
	int64_t start, end;
	int64_t api_start, api_end; /* the call that launched it; see thread */
	uint32_t correlation;       /* counted by process; see has_correlation */
	uint32_t name;              /* kernels: as trace_want chose; others: "[CUDA memcpy HtoD]" */
	uint32_t thread;            /* that launched it; TRACE_NONE: no launch record */
	uint32_t stream : 31;       /* index in trace->streams */
	bool has_correlation : 1;
};

/*
 * Where operations run: a queue of a context of a device, of one process. The
 * reader tells the others apart only when trace_want.streams asks for it.
 */
struct stream {
	uint32_t process; /* index in trace->processes */
	uint32_t device, context, id;
};

/*
 * What reports need of an operation and folding does not: trace->details, by op
 * index, when trace_want.op_details asks for it. What a kind of operation does
 * not have is 0.
 */
struct op_detail {
	uint64_t bytes; /* copies and fills */
	uint64_t
		graph_node; /* of a CUDA graph traced by node; a graph launch: its graph; 0: none */
	uint64_t api_cut_ns; /* what a reader took off the call, whose end was op.api_end + this */
	uint32_t grid[3], block[3];             /* kernels */
	uint32_t registers;                     /* a thread's */
	uint32_t static_shared, dynamic_shared; /* bytes a block */
	uint32_t api; /* name of the call that launched it, as api_call.name, or NAME_NONE */
	uint32_t green_context;
	uint8_t copy_kind;          /* copies: CUpti_ActivityMemcpyKind; 0: none */
	uint8_t src_kind, dst_kind; /* of memory, MEMORY_NONE for none; fills: dst_kind */
};

/*
 * Of captures that hold sums: what each operation stands for, by op index. It lasts
 * as long as these did together; times of single ones are not known.
 */
struct op_sum {
	uint64_t count;
	uint64_t min, max; /* ns of one of them */
};

/* Kinds of memory as nsys exports number them (ENUM_CUDA_MEM_KIND). */
enum memory_kind {
	MEMORY_PAGEABLE,
	MEMORY_PINNED,
	MEMORY_DEVICE,
	MEMORY_ARRAY,
	MEMORY_MANAGED,
	MEMORY_DEVICE_STATIC,
	MEMORY_MANAGED_STATIC,
	MEMORY_UNKNOWN,
	MEMORY_NONE = 255,
};

/* A call of the CUDA runtime or driver: when trace_want.api_calls asks, all of them. */
struct api_call {
	int64_t start, end;
	uint32_t thread, correlation;
	uint32_t name; /* "cudaLaunchKernel_v7000", as the report has it, or NAME_NONE */
};

/* What an NVTX range carries along: by range index, when trace_want.payloads asks. */
enum payload_kind {
	PAYLOAD_NONE,
	PAYLOAD_SIGNED,
	PAYLOAD_UNSIGNED,
	PAYLOAD_FLOAT,
};

struct payload {
	union {
		int64_t as_signed;
		uint64_t as_unsigned;
		double as_float;
	} number;
	uint32_t json; /* the structured payload as JSON, a name, or NAME_NONE */
	uint8_t kind;  /* enum payload_kind: of the number */
};

/*
 * A node of a CUDA graph coming to be: captured or added by a call, or copied
 * from another node when its graph is made executable.
 */
struct graph_node {
	uint64_t id, original; /* within the process; original 0: no copy */
	int64_t start, end;    /* of the call */
	uint32_t thread;
};

struct device {
	uint32_t id;
	uint32_t name; /* "NVIDIA H100 80GB HBM3" */
};

/* Anomalies and losses: each is reported. */
struct oddities {
	uint64_t ranges_never_closed;
	uint64_t ranges_unnamed;
	uint64_t ops_without_launch;
	uint64_t rows_without_time; /* rows of operations skipped: no start or no end */
	uint64_t rows_backwards;    /* rows of operations skipped: they end before they start */
	uint64_t range_rows_bad;    /* rows of ranges skipped: no start, no thread, or backwards */
	uint64_t api_rows_bad;      /* the same of API calls, when they are wanted */
};

void oddities_add(struct oddities *sum, const struct oddities *more);

struct trace {
	struct names *names; /* borrowed */
	struct input_format format;

	struct idmap threads, processes;
	uint32_t *thread_process; /* by thread: its process */
	size_t thread_process_cap;

	struct idmap domain_ids; /* the reader's own keys */
	uint32_t *domains;       /* by index of domain_ids: name, or NAME_NONE */
	size_t domains_cap;

	struct range *ranges;
	size_t range_count, ranges_cap;

	struct op *ops; /* grouped by kind, in enum order: see trace_op_kind() */
	size_t op_count, ops_cap;
	size_t op_end[OP_KINDS]; /* by kind: the index after its last operation */

	struct op_sum *sums; /* by op; NULL: an operation is one */
	size_t sums_cap;

	struct idmap stream_ids; /* hashes of what is in streams */
	struct stream *streams;
	size_t streams_cap;

	/* Only when asked for, see struct trace_want; NULL and 0 otherwise. */
	struct op_detail *details; /* by op */
	size_t details_cap;
	struct api_call *api_calls; /* in the order of the report */
	size_t api_count, api_cap;
	struct payload *payloads; /* by range */
	size_t payloads_cap;
	uint32_t *thread_names;  /* by thread: name, or NAME_NONE */
	uint32_t rank;           /* of the whole report: a name such as "rank 3", or NAME_NONE */
	uint32_t *process_ranks; /* by process: the same */
	bool has_many_ranks; /* its processes are several, so what is said of the file is of none */
	struct graph_node *graph_nodes;
	size_t graph_node_count, graph_nodes_cap;
	struct device *devices; /* may be empty though asked for */
	size_t device_count, devices_cap;

	struct oddities odd;
	struct diagnostics diagnostics;
};

/* Which events of a PyTorch trace become ranges: bits. */
enum torch_frames {
	TORCH_ANNOTATIONS = 1 << 0, /* record_function() and the profiler's steps */
	TORCH_MODULES = 1 << 1,     /* nn.Module */
	TORCH_OPERATORS = 1 << 2,   /* aten::..., autograd */
	TORCH_PYTHON = 1 << 3,      /* other Python functions */
	TORCH_FRAMES_DEFAULT = TORCH_ANNOTATIONS | TORCH_MODULES | TORCH_OPERATORS,
};

/* What a reader may leave out or is to add, and which name a kernel gets. */
struct trace_want {
	bool kernels_only;     /* no copies, fills, graphs */
	bool no_ranges;        /* no NVTX ranges; their anomalies are then not reported */
	bool short_names;      /* a kernel's shortName instead of its demangledName */
	bool mangled_names;    /* its mangledName, where the report has it */
	bool streams;          /* devices, contexts and streams of operations are kept apart */
	bool no_domain_prefix; /* "ncclAllReduce" instead of "NCCL:ncclAllReduce" */
	bool op_details;       /* trace->details; streams with them */
	bool api_calls;        /* trace->api_calls */
	bool payloads;         /* trace->payloads */
	bool graph_nodes;      /* trace->graph_nodes, and details if there are any */
	bool labels;           /* trace->thread_names, trace->devices */
	bool crossing_ranges;  /* ranges that end on another thread are as others: crosses unset */
	bool ranks;            /* trace->rank and process_ranks, where the report has any */
	unsigned torch_frames; /* enum torch_frames; 0: TORCH_FRAMES_DEFAULT */
};

void trace_init(struct trace *trace, struct names *names);
void trace_release(struct trace *trace);

enum op_kind trace_op_kind(const struct trace *trace, size_t op);

/* The process of an operation: an index in trace->processes. */
uint32_t trace_op_process(const struct trace *trace, size_t op);

/* The numbers of a process and a thread: of ids in nsys's layout, which all readers follow. */
uint64_t trace_pid(const struct trace *trace, uint32_t process);
uint64_t trace_tid(const struct trace *trace, uint32_t thread);

/* Index of a thread, and of its process, by their ids in the report. ERR_NOMEM. */
bool trace_add_thread(struct trace *trace, uint64_t thread_id, uint64_t process_id,
	uint32_t *thread, struct err *err) MUST_CHECK;

/* Index of a domain by the reader's key for it; its name is NAME_NONE until set. ERR_NOMEM. */
bool trace_add_domain(
	struct trace *trace, uint64_t key, uint32_t *domain, struct err *err) MUST_CHECK;

/* Index of a stream. ERR_NOMEM. */
bool trace_add_stream(struct trace *trace, const struct stream *stream, uint32_t *index,
	struct err *err) MUST_CHECK;

/* Room for one more: the item to fill in, or NULL and ERR_NOMEM. */
struct range *trace_add_range(struct trace *trace, struct err *err) MUST_CHECK;
struct op *trace_add_op(struct trace *trace, struct err *err) MUST_CHECK;

/* The same for what only some ask for; the detail or payload of the newest op or range. */
struct op_detail *trace_add_detail(struct trace *trace, struct err *err) MUST_CHECK;
struct payload *trace_add_payload(struct trace *trace, struct err *err) MUST_CHECK;
struct api_call *trace_add_api_call(struct trace *trace, struct err *err) MUST_CHECK;
struct device *trace_add_device(struct trace *trace, struct err *err) MUST_CHECK;

/* How many operations one row of trace->ops stands for. */
static inline uint64_t trace_op_count(const struct trace *trace, size_t op)
{
	return trace->sums != NULL ? trace->sums[op].count : 1;
}

/* "HtoD" for a CUpti_ActivityMemcpyKind, NULL for none; and back, of "[CUDA memcpy HtoD]". */
const char *trace_copy_name(int64_t kind);
uint8_t trace_copy_kind(const char *name);

/* The name of a device, or NAME_NONE. */
uint32_t trace_device_name(const struct trace *trace, uint32_t device);

#endif /* COLLAPSE_MODEL_TRACE_H */
