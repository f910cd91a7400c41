#ifndef COLLAPSE_NSYS_NSYS_PARTS_H
#define COLLAPSE_NSYS_NSYS_PARTS_H

#include "base/idmap.h"
#include "base/text.h"
#include "collapse/input/capture_account.h"
#include "collapse/input/database.h"
#include "collapse/input/table_rows.h"
#include "collapse/model/input_format.h"
#include "collapse/model/launches.h"
#include "collapse/model/trace.h"

/*
 * Structured NVTX payloads as nsys 2024.6 and later export them: bytes in
 * NVTX_EVENTS.binaryData, laid out as NVTX_PAYLOAD_SCHEMA_ENTRIES says (docs/FORMATS.md).
 * Integers become the JSON that earlier versions wrote into jsonText; fields that are not
 * plain numbers of fixed size, or that two rows of a schema define differently, are left out.
 */
struct nsys_payload_field {
	uint32_t type, width;
	uint64_t offset;
	char *name; /* as a JSON string; malloc'ed */
	bool contradicted;
};

struct nsys_payloads {
	struct idmap known; /* hashes of domain, schema and index within it: by field */
	struct nsys_payload_field *fields;
	size_t cap;
	uint64_t indices; /* below which those of all fields are */
	struct text json; /* the latest result */
};

/* Read the schemas; none where the table is missing. ERR_FORMAT as database_step(). */
bool nsys_payloads_init(
	struct nsys_payloads *payloads, const struct database *db, struct err *err) MUST_CHECK;
void nsys_payloads_release(struct nsys_payloads *payloads);

/*
 * The JSON of a payload, a text or a blob: valid until the next call, and NULL if the schema of the
 * bytes is unknown.
 */
const char *nsys_payload_json(struct nsys_payloads *payloads, const struct datum *payload);

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
	struct launches launches;          /* used while API calls are read */
	const struct nsys_op_table *table; /* of operations, while it is read */
	uint64_t last_process;             /* of operations, which also come in runs */
	uint32_t last_process_index;
	bool ops_have_process; /* the oldest exports lack the process of operations */
	uint64_t last_tid;     /* rows of one thread come in runs: its index is cached */
	uint32_t last_thread;
	struct nsys_payloads payloads; /* schemas, used while ranges are read */
	struct mpi_call *mpi_calls;    /* by table */
	size_t mpi_count, mpi_cap;
	struct capture_account account;
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
uint32_t nsys_intern(struct nsys_reader *reader, const struct datum *datum);

/* The name for a StringIds id, or NAME_NONE. */
uint32_t nsys_string_of(const struct nsys_reader *reader, const struct datum *datum);

/* Index of a thread by its globalTid. */
uint32_t nsys_thread_of(struct nsys_reader *reader, uint64_t tid);

/* --- the parts --------------------------------------------------------------------- */

/* Each reads its tables, if they exist; called in this order. Errors as nsys_read(). */
bool nsys_read_age(struct nsys_reader *reader, struct err *err) MUST_CHECK;
bool nsys_read_strings(struct nsys_reader *reader, struct err *err) MUST_CHECK;
bool nsys_read_ops(
	struct nsys_reader *reader, const struct nsys_op_table *table, struct err *err) MUST_CHECK;
bool nsys_read_launches(struct nsys_reader *reader, struct err *err) MUST_CHECK;
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
/* What a capture of ours says of itself, its rank above all: before nsys_read_ranks(). */
bool nsys_read_account(struct nsys_reader *reader, struct err *err) MUST_CHECK;
/* With operations read: report if it does not hold what it says. */
bool nsys_check_capture(struct nsys_reader *reader, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_NSYS_NSYS_PARTS_H */
