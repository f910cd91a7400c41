#ifndef COLLAPSE_TRACE_H
#define COLLAPSE_TRACE_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/idmap.h"
#include "base/names.h"

/*
 * The neutral trace model: what a report says, whatever format it came in.
 * Readers fill it; nesting, folding and the reports only read it.
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
	bool crosses;      /* ended on another thread than it began on */
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

/* What was odd or lost: each is told, none is silent. */
struct oddities {
	uint64_t ranges_never_closed;
	uint64_t ranges_unnamed;
	uint64_t ops_without_launch;
	uint64_t rows_without_time; /* rows of operations skipped: no start or no end */
	uint64_t rows_backwards;    /* rows of operations skipped: they end before they start */
	uint64_t range_rows_bad;    /* rows of ranges skipped: no start, no thread, or backwards */
};

/* What the report itself says of loss. */
struct diagnostic {
	char *text; /* as it stands there; malloc'ed */
	uint64_t count;
};

struct trace {
	struct names *names; /* borrowed */
	char format[96];     /* what the input is: "nsys 2024.2.3 export, schema 3.11.1" */

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
	size_t op_end[OP_KINDS]; /* by kind: the index behind its last operation */

	struct idmap stream_ids; /* hashes of what is in streams */
	struct stream *streams;
	size_t streams_cap;

	struct oddities odd;
	struct diagnostic *diagnostics;
	size_t diagnostic_count, diagnostics_cap;
};

/* What a reader may leave out, and which name a kernel gets. */
struct trace_want {
	bool kernels_only;     /* no copies, fills, graphs */
	bool short_names;      /* a kernel's shortName instead of its demangledName */
	bool streams;          /* devices, contexts and streams of operations told apart */
	bool no_domain_prefix; /* "ncclAllReduce" instead of "NCCL:ncclAllReduce" */
};

void trace_init(struct trace *trace, struct names *names);
void trace_release(struct trace *trace);

enum op_kind trace_op_kind(const struct trace *trace, size_t op);

/* The process of an operation: an index in trace->processes. */
uint32_t trace_op_process(const struct trace *trace, size_t op);

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

/* Keep a diagnostic of the report; the same text again is counted. ERR_NOMEM. */
bool trace_add_diagnostic(struct trace *trace, const char *text, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_TRACE_H */
