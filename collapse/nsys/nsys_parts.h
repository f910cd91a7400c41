#ifndef COLLAPSE_NSYS_NSYS_PARTS_H
#define COLLAPSE_NSYS_NSYS_PARTS_H

#include "collapse/model/launches.h"
#include "collapse/input/table_rows.h"
#include "collapse/nsys/nsys_payload.h"
#include "collapse/model/input_format.h"
#include "collapse/model/trace.h"

struct mpi_call {
	int64_t start, end;
	uint32_t thread;
	uint32_t name; /* "MPI_Send" */
	bool never_closed;
};

/*
 * State shared by the parts of the reader of nsys exports, one file each: names, operations,
 * launches, ranges, and metadata. They call nsys_parts.c, but not each other;
 * collapse/nsys/nsys_reader.c calls them. Included nowhere else.
 */
struct nsys_reader {
	const struct database *db;
	uint64_t want;
	struct trace *trace;
	struct progress *progress;
	uint64_t rows_done, rows_total;
	struct idmap string_ids; /* StringIds.id */
	uint32_t *strings;       /* by its index: the name */
	size_t strings_cap;
	struct launches launches; /* used while API calls are read */
	uint64_t last_process;    /* of operations, which also come in runs */
	uint32_t last_process_index;
	bool ops_have_process; /* the oldest exports lack the process of operations */
	uint64_t last_tid;     /* rows of one thread come in runs: its index is cached */
	uint32_t last_thread;
	struct nsys_payloads payloads; /* schemas, used while ranges are read */
	struct mpi_call *mpi_calls;    /* by table */
	size_t mpi_count, mpi_cap;
};

/* Tables of operations, in the order in which a trace holds them: by kind. */
struct nsys_op_table {
	const char *name;
	enum op_kind kind;
	uint8_t copy_kind; /* 0: as its rows say */
};

enum { NSYS_OP_TABLES = OP_KINDS + 1 };

extern const struct nsys_op_table nsys_op_tables[NSYS_OP_TABLES];

/* --- rows ------------------------------------------------ */

/* Report progress at intervals. */
void nsys_count_row(struct nsys_reader *reader);

static inline bool nsys_is_null(const struct datum *datum)
{
	return datum->type == DATUM_NULL;
}

/* The name that a text is, or NAME_NONE. */
uint32_t nsys_intern(
	struct nsys_reader *reader, struct table_rows *rows, const struct datum *datum);

/* The name for a StringIds id, or NAME_NONE. */
uint32_t nsys_string_of(
	const struct nsys_reader *reader, struct table_rows *rows, const struct datum *datum);

/* Index of a thread by its globalTid. */
uint32_t nsys_thread_of(struct nsys_reader *reader, uint64_t tid);

/* --- the parts --------------------------------------------------------------------- */

/* Each reads its tables, if they exist; called in this order. Errors as nsys_read(). */
bool nsys_read_age(struct nsys_reader *reader, struct err *err) MUST_CHECK;
bool nsys_read_strings(struct nsys_reader *reader, struct err *err) MUST_CHECK;
bool nsys_read_ops(
	struct nsys_reader *reader, const struct nsys_op_table *table, struct err *err) MUST_CHECK;
bool nsys_read_launches(struct nsys_reader *reader, struct err *err) MUST_CHECK;
/* What streams and calls waited for: trace->syncs. */
bool nsys_read_syncs(struct nsys_reader *reader, struct err *err) MUST_CHECK;
/* Calls of MPI, for nsys_read_ranges() and nsys_read_ranks(). */
bool nsys_read_mpi_calls(struct nsys_reader *reader, struct err *err) MUST_CHECK;

/* Memory in use: trace->samples, with threads if API calls are wanted. */
bool nsys_read_memory(struct nsys_reader *reader, struct err *err) MUST_CHECK;

bool nsys_read_ranges(struct nsys_reader *reader, struct err *err) MUST_CHECK;
bool nsys_read_thread_names(struct nsys_reader *reader, struct err *err) MUST_CHECK;
bool nsys_read_devices(struct nsys_reader *reader, struct err *err) MUST_CHECK;
/* Whether nodes of CUDA graphs are reported, in either of nsys's tables for them. */
bool nsys_has_graph_nodes(struct nsys_reader *reader, bool *has, struct err *err) MUST_CHECK;
bool nsys_read_graph_nodes(struct nsys_reader *reader, struct err *err) MUST_CHECK;
/* The ranks of the report and of each process, from MPI or else from NCCL. */
bool nsys_read_ranks(struct nsys_reader *reader, struct err *err) MUST_CHECK;
/* The machine, as nsys calls it, unless a capture has said it: trace->origin. */
bool nsys_read_node(struct nsys_reader *reader, struct err *err) MUST_CHECK;
bool nsys_read_diagnostics(struct nsys_reader *reader, struct err *err) MUST_CHECK;
/* With operations read: report if a capture of ours does not hold what it says. */
bool nsys_check_capture(struct nsys_reader *reader, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_NSYS_NSYS_PARTS_H */
