#include "base/global_id.h"
#include "collapse/nsys/nsys_parts.h"

#include <inttypes.h>
#include <stdio.h>

#include <sqlite3.h>

#include "collapse/input/rank_name.h"
#include "collapse/model/payload_number.h"

/* --- MPI ------------------------------------------------------------------------------- */

struct mpi_ranks {
	struct trace *trace;
	uint32_t rank; /* of all rows, a name; or NAME_NONE */
	bool differ;
};

/* Threads that have a rank: the first one of a process counts. */
static bool take_rank(void *context, sqlite3_stmt *row, UNUSED struct err *err)
{
	struct mpi_ranks *ranks = context;
	struct trace *trace = ranks->trace;
	uint32_t process = idmap_find(
		&trace->processes, global_process_of((uint64_t)sqlite3_column_int64(row, 0)));
	int64_t rank = sqlite3_column_int64(row, 1);
	uint32_t name;

	if (sqlite3_column_type(row, 1) != SQLITE_INTEGER || rank < 0)
		return true;
	name = rank_frame(trace->names, (uint64_t)rank);
	ranks->differ |= ranks->rank != NAME_NONE && ranks->rank != name;
	ranks->rank = name;
	if (process != IDMAP_NONE && trace->process_ranks[process] == NAME_NONE)
		trace->process_ranks[process] = name;
	return true;
}

/* The rank of the file is the one that a capture states, or the only one of MPI. */
static bool read_stated(struct nsys_reader *reader, struct err *err)
{
	static const struct database_column columns[] = { { "globalTid", false, NULL },
		{ "rank", false, NULL } };
	struct trace *trace = reader->trace;
	struct mpi_ranks ranks = { .trace = trace, .rank = NAME_NONE };

	if (!database_each(
		    reader->db, "MPI_RANKS", columns, ARRAY_SIZE(columns), take_rank, &ranks, err))
		return false;
	if (trace->origin.has_rank)
		trace->rank = rank_frame(trace->names, trace->origin.rank);
	else if (!ranks.differ)
		trace->rank = ranks.rank;
	return true;
}

/* "pid 4711": what calls MPI is a rank, even if nothing says which. */
static void name_process(struct trace *trace, uint32_t thread)
{
	uint32_t process = trace->thread_process[thread];
	char text[32];
	int len = snprintf(text, sizeof(text), "pid %" PRIu64, trace_pid(trace, process));

	trace->process_ranks[process] = names_intern_frame(trace->names, text, (size_t)len);
}

/* Without MPI_RANKS. */
static void name_callers(const struct nsys_reader *reader)
{
	struct trace *trace = reader->trace;
	uint32_t mpi, last = TRACE_NONE;

	for (size_t i = 0; i < reader->mpi_count; i++) {
		if (reader->mpi_calls[i].thread != last)
			name_process(trace, reader->mpi_calls[i].thread);
		last = reader->mpi_calls[i].thread;
	}
	for (size_t i = 0; names_find(trace->names, "MPI", 3, &mpi) && i < trace->range_count;
		i++) {
		const struct range *range = &trace->ranges[i];

		if (range->thread != last && range->domain != TRACE_NONE &&
			trace->domains[range->domain] == mpi) {
			last = range->thread;
			name_process(trace, last);
		}
	}
}

/* --- NCCL ------------------------------------------------------------------------------ */

/* The largest communicator of a process, according to ncclCommInitRank. */
struct communicator {
	uint64_t ranks; /* in it; 0: none seen */
	uint64_t rank;
};

enum nccl_column { NCCL_TID, NCCL_JSON, NCCL_JSON_ID, NCCL_BINARY, NCCL_COLUMNS };

struct nccl_reader {
	struct nsys_reader *reader;
	struct communicator *of_process;
	char *text; /* a row's own, terminated */
	size_t cap;
};

/* The payload of a row as JSON, or NULL. */
static const char *find_json(struct nccl_reader *nccl, const struct datum *row)
{
	struct nsys_reader *reader = nccl->reader;
	uint32_t name = nsys_string_of(reader, &row[NCCL_JSON_ID]);
	const char *bytes;
	size_t len;

	datum_text(&row[NCCL_JSON], &bytes, &len);
	if (bytes != NULL) {
		mem_need(nccl->text, nccl->cap, len + 1);
		memcpy(nccl->text, bytes, len);
		nccl->text[len] = '\0';
		return nccl->text;
	}
	if (name != NAME_NONE)
		return reader->trace->names->list[name].text;
	return nsys_payload_json(&reader->payloads, &row[NCCL_BINARY]);
}

static void take_member(void *context, const struct datum *row)
{
	struct nccl_reader *nccl = context;
	uint64_t tid = (uint64_t)datum_integer(&row[NCCL_TID]), rank, ranks;
	const char *json = find_json(nccl, row);
	uint32_t process;

	if (json == NULL || !payload_number(json, "\"Rank\"", &rank) ||
		!payload_number(json, "\"No. of ranks\"", &ranks) || rank >= ranks)
		return;
	process = idmap_find(&nccl->reader->trace->processes, global_process_of(tid));
	if (process != IDMAP_NONE && ranks > nccl->of_process[process].ranks)
		nccl->of_process[process] = (struct communicator){ ranks, rank };
}

static bool read_communicators(
	struct nsys_reader *reader, struct communicator *of_process, struct err *err)
{
	static const struct database_column columns[NCCL_COLUMNS] = {
		[NCCL_TID] = { "globalTid", true, NULL },
		[NCCL_JSON] = { "jsonText", false, NULL },
		[NCCL_JSON_ID] = { "jsonTextId", false, NULL },
		[NCCL_BINARY] = { "binaryData", false, NULL },
	};
	struct nccl_reader nccl = { .reader = reader, .of_process = of_process };
	bool ok;

	nsys_payloads_release(&reader->payloads);
	ok = nsys_payloads_init(&reader->payloads, reader->db, err) &&
	     rows_each(reader->db, "NVTX_EVENTS", columns, NCCL_COLUMNS, take_member, &nccl, err);
	free(nccl.text);
	return ok;
}

/*
 * Ranks in the largest communicators are global only if all have one size and no two processes
 * have one rank; otherwise they belong to parts of the run.
 */
static bool are_of_one_run(const struct communicator *list, uint32_t count)
{
	struct idmap seen = { 0 };
	uint64_t ranks = 0;
	uint32_t known = 0;
	bool are = true;

	for (uint32_t i = 0; i < count; i++) {
		if (list[i].ranks == 0)
			continue;
		are &= ranks == 0 || list[i].ranks == ranks;
		ranks = list[i].ranks;
		known++;
		idmap_add(&seen, list[i].rank);
	}
	are &= known > 0 && seen.count == known;
	idmap_release(&seen);
	return are;
}

static bool read_nccl(struct nsys_reader *reader, struct err *err)
{
	struct trace *trace = reader->trace;
	struct communicator *list = mem_zeroed(trace->processes.count, sizeof(*list));
	bool ok, are = false;

	ok = read_communicators(reader, list, err);
	if (ok)
		are = are_of_one_run(list, trace->processes.count);
	for (uint32_t i = 0; are && i < trace->processes.count; i++) {
		if (list[i].ranks > 0)
			trace->process_ranks[i] = rank_frame(trace->names, list[i].rank);
	}
	free(list);
	return ok;
}

static bool are_many(const struct trace *trace)
{
	uint32_t known = NAME_NONE;

	for (uint32_t i = 0; i < trace->processes.count; i++) {
		uint32_t rank = trace->process_ranks[i];

		if (rank != NAME_NONE && known != NAME_NONE && rank != known)
			return true;
		if (rank != NAME_NONE)
			known = rank;
	}
	return false;
}

bool nsys_read_ranks(struct nsys_reader *reader, struct err *err)
{
	struct trace *trace = reader->trace;
	char name[RANK_SIZE];

	trace->process_ranks = mem_nones(trace->processes.count);
	/* A communicator may be of a part of the run, so any other rank of a file comes first. */
	if (!read_stated(reader, err) ||
		(!trace_has_ranks(trace) && trace->rank == NAME_NONE &&
			(trace->processes.count > 1 || !rank_of_path(reader->db->path, name)) &&
			!read_nccl(reader, err)))
		return false;
	if (!trace_has_ranks(trace) && trace->rank == NAME_NONE && trace->processes.count > 1)
		name_callers(reader);
	trace->has_many_ranks = are_many(trace);
	return true;
}
