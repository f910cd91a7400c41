#ifndef COLLAPSE_MODEL_TRACE_H
#define COLLAPSE_MODEL_TRACE_H

#include <inttypes.h>

#include "base/err.h"
#include "base/idmap.h"
#include "base/names.h"
#include "base/tree.h"
#include "collapse/model/buckets.h"
#include "collapse/model/diagnostics.h"
#include "collapse/model/origin.h"
#include "collapse/model/input_format.h"
#include "collapse/model/tensor_work.h"

/*
 * The trace model: the contents of a report, independent of its format. Readers fill it;
 * nesting, folding and the reports only read it. Code that needs to change operations works on
 * a copy of them (collapse/plan/plan.c), or cuts the trace before anyone reads it (plan_cut()).
 *
 * Times are nanoseconds since the recording's start, see `began`. Names are ids in trace->names, as
 * the program gave them (any bytes); NAME_NONE if unnamed. Threads are indices of
 * trace->threads.keys, the report's full thread ids (nsys: globalTid), and processes indices
 * of trace->processes.keys (nsys: globalPid).
 */
#define TRACE_NONE UINT32_MAX

enum range_style {
	RANGE_PUSH_POP,
	RANGE_START_END,
};

/* An NVTX range, in the order of the report's rows. */
struct range {
	int64_t start;
	int64_t end;     /* of a range never closed: the last timestamp of any range */
	uint32_t name;   /* with its domain prefix, "NCCL:ncclAllReduce" */
	uint32_t domain; /* index in trace->domains; TRACE_NONE: the default domain */
	uint32_t thread;
	uint8_t style;         /* enum range_style */
	bool never_closed : 1; /* the report has no end for it */
	bool crosses : 1;      /* ended on another thread than it began on: contains no launch */
	bool out : 1;     /* not selected: it is kept for what was launched in it (plan_cut()) */
	bool is_step : 1; /* by its name: train_steps_mark() */
};

enum op_kind {
	OP_KERNEL,
	OP_MEMCPY,
	OP_MEMSET,
	OP_GRAPH, /* a whole CUDA graph launch, traced as one */
	OP_KINDS,
};

/* An activity of a device. */
struct op {
	int64_t start, end;
	int64_t api_start, api_end; /* the call that launched it; see thread */
	uint32_t correlation;       /* unique per process; see has_correlation */
	uint32_t name;        /* kernels: as enum trace_want says; others: "[CUDA memcpy HtoD]" */
	uint32_t thread;      /* the launching thread; TRACE_NONE: no launch record */
	uint32_t stream : 30; /* index in trace->streams */
	bool has_correlation : 1;
	bool api_halved : 1; /* api_end is the middle of the call */
};

enum { TRACE_STREAM_MAX = (1 << 30) - 1 };

/*
 * Where operations run: a queue of a context of a device, in one process. Fields other than
 * the process are set only if WANT_STREAMS or WANT_DETAILS asks for it.
 */
struct stream {
	uint32_t process; /* index in trace->processes */
	uint32_t device, context, id;
};

/* The frame of a device where stacks are grouped by it. */
#define TRACE_DEVICE_FRAME "GPU %" PRIu32

/*
 * What was launched: the same again and again, so each is kept once, in trace->shapes. Fields that
 * do not apply to a kind of operation are 0.
 */
struct op_shape {
	uint64_t bytes;      /* copies and fills */
	uint64_t graph_node; /* CUDA graph node; of a whole graph's launch: its graph; 0: none */
	uint32_t grid[3], block[3];             /* kernels */
	uint32_t registers;                     /* per thread */
	uint32_t static_shared, dynamic_shared; /* bytes per block */
	uint32_t green_context;
	uint8_t copy_kind;          /* copies: CUpti_ActivityMemcpyKind; 0: none */
	uint8_t src_kind, dst_kind; /* of memory, MEMORY_NONE for none; fills: dst_kind */
	uint8_t unused[5];          /* in place of padding: they are compared as bytes */
};

/* What reports need of an operation but folding does not: if WANT_DETAILS. */
struct op_detail {
	uint32_t shape; /* index in trace->shapes */
	uint32_t api;   /* name of the call that launched it, as api_call.name, or NAME_NONE */
};

/* Of a copy or fill, what findings need: trace->moves, if WANT_MOVES. */
struct move {
	uint64_t bytes;
	uint8_t src_kind, dst_kind; /* enum memory_kind; fills: dst_kind */
};

/*
 * Of captures that hold sums: what each operation represents, by op index. Its duration is the
 * sum of theirs; times of single ones are unknown.
 */
struct op_sum {
	uint64_t count;    /* never 0 */
	uint64_t min, max; /* ns of a single one */
	uint64_t bytes;    /* moved by all of them */
	uint32_t cell;     /* the steps in which: index in step_cells, or TRACE_NONE */
};

/* Steps that are one in a capture of sums: the numbers of the first and the last of them. */
struct step_cell {
	uint64_t first, last, steps;
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

/* A call of the CUDA runtime or driver: all of them if WANT_API_CALLS. */
struct api_call {
	int64_t start, end;
	uint32_t thread, correlation;
	uint32_t name;   /* "cudaLaunchKernel_v7000", as in the report, or NAME_NONE */
	uint32_t kernel; /* that it launches, if WANT_LAUNCHES and the report says so; or NAME_NONE
			  */
};

/* Payloads of NVTX ranges, of those that have one, if WANT_PAYLOADS. */
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
	uint32_t range;
	uint32_t json; /* the structured payload as JSON, a name, or NAME_NONE */
	uint8_t kind;  /* enum payload_kind, of the number */
};

/* What a range that is an operator has to compute: trace->works, if WANT_WORKS. */
struct range_work {
	uint32_t range;
	struct tensor_work work;
};

/*
 * The creation of a node of a CUDA graph: captured or added by a call, or copied from another
 * node when its graph is made executable.
 */
struct graph_node {
	uint64_t id, original; /* unique per process; original 0: not a copy */
	int64_t start, end;    /* of the call */
	uint32_t thread;
};

/* What a piece of the critical path is of: docs/VALUES.md, "values". */
enum path_kind {
	PATH_GPU,     /* an operation ran */
	PATH_LATENCY, /* its launch call had ended, and it had not begun */
	PATH_WAIT,    /* the operation that it waited for had ended, and it had not begun */
	PATH_CALL,    /* a thread was in a call of CUDA */
	PATH_CPU,     /* a thread ran, or was idle */
	PATH_KINDS,
};

/* A piece, for reports: where it was in the trace no longer matters. */
struct path_piece {
	uint64_t ns;
	uint32_t name;   /* of the operation, the call or the range; NAME_NONE: it has none */
	uint8_t kind;    /* enum path_kind */
	uint8_t op_kind; /* enum op_kind; only of the first three */
} __attribute__((packed, aligned(2))); /* a trace has millions */

/* One kind of memory in use, by a process on a device. */
struct metric_series {
	uint64_t device;      /* its number; -1: the CPU */
	uint32_t device_name; /* "GPU 0", "CPU" */
	uint32_t name;        /* "allocated", "pinned" */
	uint32_t process;     /* index in trace->processes */
	bool has_changes;     /* values are changes of what there was, until samples_close() */
};

struct metric_sample {
	int64_t start, end;
	double value; /* bytes, throughout */
	uint32_t series;
	uint32_t thread; /* that changed it, or TRACE_NONE */
};

/* An operator of PyTorch that has a number of autograd's: trace->autograd. */
struct autograd_op {
	int64_t start, end;
	uint64_t number;         /* given by the thread that ran forward */
	uint64_t forward_thread; /* PyTorch's own number of it, of backward operators; 0: forward */
	uint32_t thread;
};

/* Where ranges are looked for that contain an operation's launch. */
struct range_point {
	int64_t start, end; /* a range contains a point as it contains a launch call */
	uint32_t thread;    /* TRACE_NONE: nowhere */
};

struct device {
	uint32_t id;
	uint32_t name;            /* "NVIDIA H100 80GB HBM3" */
	uint32_t multiprocessors; /* 0: not known; */
	uint32_t major;           /* of its compute capability, likewise */
};

/* Anomalies and losses, all of which are reported. */
struct oddities {
	uint64_t ranges_never_closed;
	uint64_t ranges_unnamed;
	uint64_t ops_without_launch;
	uint64_t rows_without_time; /* rows of operations skipped: no start or no end */
	uint64_t rows_backwards;    /* rows of operations skipped: they end before they start */
	uint64_t range_rows_bad;    /* rows of ranges skipped: no start, no thread, or backwards */
	uint64_t api_rows_bad;      /* likewise of API calls, if they are wanted */
};

void oddities_add(struct oddities *sum, const struct oddities *more);
bool oddities_any(const struct oddities *odd);

struct export_file; /* stats/sql/export_tables.h */

struct trace {
	struct names *names; /* borrowed */
	/* Borrowed: the file, while it is open, where reports read its own tables; or NULL. */
	const struct export_file *own;
	struct input_format format;

	struct idmap threads, processes;
	uint32_t *thread_process; /* by thread: index of its process */
	size_t thread_process_cap;

	struct idmap domain_ids; /* the reader's own keys */
	uint32_t *domains;       /* by index of domain_ids: name, or NAME_NONE */
	size_t domains_cap;

	struct range *ranges;
	size_t range_count, ranges_cap;
	struct range *hints; /* what threads did besides, if WANT_HINTS: Python functions */
	size_t hint_count, hints_cap;

	struct op *ops; /* grouped by kind, in enum order: see trace_op_kind() */
	size_t op_count, ops_cap;
	size_t op_end[OP_KINDS]; /* by kind: the index after its last operation */

	struct op_sum *sums; /* by op; NULL: each operation represents only itself */
	size_t sums_cap;
	struct step_cell *step_cells; /* if wanted; NULL: sums are not known by step */
	size_t step_cell_count, step_cells_cap;

	struct idmap stream_ids; /* hashes of what is in streams */
	struct stream *streams;
	size_t streams_cap;

	/* Only if requested in enum trace_want; else NULL and 0. */
	struct op_detail *details; /* by op */
	size_t details_cap;
	struct idmap shape_ids; /* hashes of what is in shapes */
	struct op_shape *shapes;
	size_t shapes_cap;
	struct move *moves; /* of copies and fills, by op less op_end[OP_KERNEL] */
	size_t move_count, moves_cap;
	struct api_call *api_calls; /* in the order of the report */
	size_t api_count, api_cap;
	struct metric_series *metrics;
	size_t metric_count, metrics_cap;
	struct metric_sample *samples; /* by series, and in order of time */
	size_t sample_count, samples_cap;
	struct payload *payloads; /* in the order of their ranges */
	size_t payload_count, payloads_cap;
	struct range_work *works; /* in the order of their ranges */
	size_t work_count, works_cap;
	uint32_t *thread_names;  /* by thread: name, or NAME_NONE */
	uint32_t rank;           /* of the whole report: a name such as "rank 3", or NAME_NONE */
	uint32_t *process_ranks; /* by process: likewise */
	bool has_many_ranks;     /* of processes: a rank stated for the file applies to none */
	struct graph_node *graph_nodes;
	size_t graph_node_count, graph_nodes_cap;
	/* What traces of PyTorch call the nodes of graphs: by index of labelled_nodes, their ids.
	 */
	struct idmap labelled_nodes;
	uint32_t *node_labels;
	size_t node_labels_cap;
	/* By op: the ranges in which it was captured, in a trace of that
	 * (collapse/graph_replays.h). */
	uint32_t *captured;
	struct tree *captured_stacks; /* NULL: none was found */
	/* The critical path or, where something was selected, what that left of it. */
	struct path_piece *path;
	size_t path_count;
	bool keeps_path;              /* it is wanted */
	struct autograd_op *autograd; /* in the order of the report */
	size_t autograd_count, autograd_cap;
	/* By op: it is also in the ranges there (collapse/plan/adopt.h). NULL: none is. */
	struct range_point *adopted;
	struct device *devices; /* may be empty even if requested */
	size_t device_count, devices_cap;

	/* Kept by nest_keep_order(), so that only the first of several sweeps sorts. */
	struct buckets range_order, op_order;
	const struct op *ordered_ops; /* what these are of: copies of a trace have others */

	unsigned workers; /* up to so many threads may read and work on it at once; 0: one */
	int64_t began;    /* time 0 on the file's own clock: its first event, wanted or not */
	struct origin origin;
	struct oddities odd;
	struct diagnostics diagnostics;
};

/*
 * What readers read besides kernels, with their times and demangled names, and which names things
 * get (bits). What is not asked for costs neither time nor memory.
 */
enum trace_want {
	WANT_OTHER_OPS = 1 << 0,        /* copies, fills, graphs */
	WANT_RANGES = 1 << 1,           /* NVTX ranges; without them no anomalies of theirs */
	WANT_SHORT_NAMES = 1 << 2,      /* a kernel's shortName instead of its demangledName */
	WANT_MANGLED_NAMES = 1 << 3,    /* its mangledName, if the report has it */
	WANT_NO_DOMAIN_PREFIX = 1 << 4, /* "ncclAllReduce" instead of "NCCL:ncclAllReduce" */
	WANT_STREAMS = 1 << 5,          /* all fields of streams: device, context and queue */
	WANT_DETAILS = 1 << 6,          /* trace->details, and streams */
	WANT_MOVES = 1 << 7,            /* trace->moves */
	WANT_API_WAITS = 1 << 8,        /* trace->api_calls; those that launch no kernel suffice */
	WANT_API_CALLS = 1 << 9 | WANT_API_WAITS,
	WANT_PAYLOADS = 1 << 10,
	WANT_WORKS = 1 << 11,
	WANT_GRAPH_NODES = 1 << 12, /* and, if there are any, details */
	WANT_LAUNCHES = 1 << 13,    /* api_call.kernel; needs API calls */
	WANT_LABELS = 1 << 14,      /* trace->thread_names, trace->devices */
	WANT_RANKS = 1 << 16,       /* trace->rank and process_ranks, if the report has them */
	WANT_AUTOGRAD = 1 << 18,
	WANT_PATH = 1 << 20,       /* trace->path; needs streams and API calls */
	WANT_MPI_RANGES = 1 << 21, /* calls of MPI that have tables of their own are ranges */
	WANT_MEMORY = 1 << 27,     /* trace->metrics and samples */
	WANT_HINTS = 1 << 28,      /* trace->hints */
	WANT_STEP_CELLS = 1 << 29, /* of captures of sums: an operation for each, without bytes */

	/* Which events of a PyTorch trace become ranges; none: TORCH_FRAMES_DEFAULT. */
	TORCH_ANNOTATIONS = 1 << 22, /* record_function() and the profiler's steps */
	TORCH_MODULES = 1 << 23,     /* nn.Module */
	TORCH_OPERATORS = 1 << 24,   /* aten::..., autograd */
	TORCH_PYTHON = 1 << 25,      /* other Python functions */
	TORCH_SHAPES = 1 << 26,      /* no events: shapes of tensors in the names of operators */
	TORCH_FRAMES_DEFAULT = TORCH_ANNOTATIONS | TORCH_MODULES | TORCH_OPERATORS,
	TORCH_FRAMES = TORCH_FRAMES_DEFAULT | TORCH_PYTHON | TORCH_SHAPES,
};

void trace_init(struct trace *trace, struct names *names);
void trace_release(struct trace *trace);

static inline void trace_meet(struct trace *trace, int64_t start)
{
	trace->began = start < trace->began ? start : trace->began;
}

enum op_kind trace_op_kind(const struct trace *trace, size_t op);

/* What a node of a graph is called; of two labels that differ, none counts. */
void trace_label_node(struct trace *trace, uint64_t node, uint32_t label);

/* The process of an operation, an index in trace->processes. */
static inline uint32_t trace_op_process(const struct trace *trace, size_t op)
{
	return trace->streams[trace->ops[op].stream].process;
}

/* Whether the rank of some process is known. */
bool trace_has_ranks(const struct trace *trace);

/* The process and thread numbers in ids of nsys's layout, which all readers use. */
uint64_t trace_pid(const struct trace *trace, uint32_t process);
uint64_t trace_tid(const struct trace *trace, uint32_t thread);

/* Index of a thread by its id in the report; its process is added, too. */
uint32_t trace_add_thread(struct trace *trace, uint64_t thread_id, uint64_t process_id);

/* Index of a domain by the reader's key for it; its name is NAME_NONE until set. */
uint32_t trace_add_domain(struct trace *trace, uint64_t key);

/* Index of a stream, at most TRACE_STREAM_MAX. */
uint32_t trace_add_stream(struct trace *trace, const struct stream *stream);

/* Make room for so many more, at once, if there is as much memory; only to save time. */
void trace_expect_ranges(struct trace *trace, uint64_t count);
void trace_expect_ops(struct trace *trace, uint64_t count);

/* Add one, to be filled in. */
struct range *trace_add_range(struct trace *trace);
struct range *trace_add_hint(struct trace *trace);
struct op *trace_add_op(struct trace *trace);
struct api_call *trace_add_api_call(struct trace *trace);
struct metric_series *trace_add_metric(struct trace *trace);
struct metric_sample *trace_add_sample(struct trace *trace);
struct autograd_op *trace_add_autograd_op(struct trace *trace);
struct device *trace_add_device(struct trace *trace);

/* Index of a shape. */
uint32_t trace_add_shape(struct trace *trace, const struct op_shape *shape);

/* Add the optional detail or move of the newest op, and the payload of the newest range. */
void trace_add_detail(struct trace *trace, const struct op_shape *shape);
struct move *trace_add_move(struct trace *trace);
/* The newest operation's detail and, unless it is a kernel, bytes and memory, as far as wanted. */
void trace_add_wanted(
	struct trace *trace, uint64_t want, enum op_kind kind, const struct op_shape *shape);
void trace_add_payload(struct trace *trace, const struct payload *payload);

/* Add the work of a range that is behind those that have one. */
void trace_add_work(struct trace *trace, uint32_t range, const struct tensor_work *work);

/* What was launched; needs trace->details. */
static inline const struct op_shape *trace_shape(const struct trace *trace, size_t op)
{
	return &trace->shapes[trace->details[op].shape];
}

/* The payload of a range, or NULL. */
const struct payload *trace_payload(const struct trace *trace, uint32_t range);

/* When the call that launched an operation had ended. */
static inline int64_t op_launched(const struct op *op)
{
	int64_t end = op->api_end, half;

	if (op->api_halved && !__builtin_sub_overflow(op->api_end, op->api_start, &half) &&
		!__builtin_add_overflow(op->api_end, half, &end))
		return op->api_start > end ? op->api_start : end;
	return op->api_start > op->api_end ? op->api_start : op->api_end;
}

/* How many operations an element of trace->ops represents. */
static inline uint64_t trace_op_count(const struct trace *trace, size_t op)
{
	return trace->sums != NULL ? trace->sums[op].count : 1;
}

/*
 * "HtoD" for a CUpti_ActivityMemcpyKind, NULL if unknown; and the reverse, from "[CUDA memcpy
 * HtoD]".
 */
const char *trace_copy_name(int64_t kind);
uint8_t trace_copy_kind(const char *name);

/* What is among the copies and is none: a decompression, its kind and its name. */
enum { TRACE_DECOMPRESS = 255 };
#define TRACE_DECOMPRESS_NAME "[CUDA memory decompress]"

/* What is known of a device, or NULL; its name, or NAME_NONE. */
const struct device *trace_device(const struct trace *trace, uint32_t device);
uint32_t trace_device_name(const struct trace *trace, uint32_t device);

#endif /* COLLAPSE_MODEL_TRACE_H */
