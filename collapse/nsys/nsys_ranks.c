#include "base/global_id.h"
#include "collapse/nsys/nsys_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "base/mem.h"
#include "base/order.h"
#include "capture/format.h"
#include "collapse/input/rank_name.h"
#include "collapse/model/payload_number.h"

static void set_rank(struct trace *trace, uint32_t process, uint64_t rank)
{
	char text[32];
	int len = snprintf(text, sizeof(text), "rank %" PRIu64, rank);

	trace->process_ranks[process] = names_intern_frame(trace->names, text, (size_t)len);
}

/* --- of the whole report ---------------------------------------------------------------- */

/*
 * The rank in a column of a table, of the rows in which `name_column` is `name` if that is not
 * NULL; if rows differ, *rank is unchanged.
 */
static bool read_only_rank(struct nsys_reader *reader, const char *table,
	const struct database_column columns[2], const char *name, uint32_t *rank, struct err *err)
{
	char text[32] = "", frame[RANK_SIZE];
	bool more, ok = true, found = false;
	sqlite3_stmt *row;

	if (!database_select(reader->db, table, columns, name != NULL ? 2 : 1, &row, err))
		return false;
	while (row != NULL && (ok = database_step(reader->db, row, table, &more, err)) && more) {
		const char *value = (const char *)sqlite3_column_text(row, 0);
		const char *key = name != NULL ? (const char *)sqlite3_column_text(row, 1) : NULL;

		if (value == NULL || *value < '0' || *value > '9' ||
			strlen(value) >= sizeof(text) ||
			(name != NULL && (key == NULL || strcmp(key, name) != 0)))
			continue;
		if (found && strcmp(text, value) != 0) {
			text[0] = '\0';
			break;
		}
		memcpy(text, value, strlen(value) + 1);
		found = true;
	}
	sqlite3_finalize(row);
	if (!ok || text[0] == '\0')
		return ok;
	rank_of_digits(text, strspn(text, "0123456789"), frame);
	*rank = names_intern_frame(reader->trace->names, frame, strlen(frame));
	return true;
}

/* The rank stated in a capture, or the only rank of MPI. */
static bool read_own(struct nsys_reader *reader, struct err *err)
{
	static const struct database_column meta[2] = { { .name = "value" }, { .name = "name" } };
	static const struct database_column mpi[2] = { { .name = "rank" } };
	uint32_t *rank = &reader->trace->rank;

	return read_only_rank(reader, FORMAT_META_TABLE, meta, FORMAT_META_RANK, rank, err) &&
	       (*rank != NAME_NONE || read_only_rank(reader, "MPI_RANKS", mpi, NULL, rank, err));
}

/* --- MPI ------------------------------------------------------------------------------- */

/* Threads that have a rank: the first one of a process counts. */
static bool read_mpi(struct nsys_reader *reader, bool *found, struct err *err)
{
	static const char table[] = "MPI_RANKS";
	static const struct database_column columns[] = { { "globalTid", true, NULL },
		{ "rank", true, NULL } };
	struct trace *trace = reader->trace;
	sqlite3_stmt *row;
	bool more, ok = true;

	*found = false;
	if (!database_select(reader->db, table, columns, ARRAY_SIZE(columns), &row, err))
		return false;
	while (row != NULL && (ok = database_step(reader->db, row, table, &more, err)) && more) {
		uint64_t tid = (uint64_t)sqlite3_column_int64(row, 0);
		int64_t rank = sqlite3_column_int64(row, 1);
		uint32_t process = idmap_find(&trace->processes, global_process_of(tid));

		if (process == IDMAP_NONE || sqlite3_column_type(row, 1) != SQLITE_INTEGER ||
			rank < 0 || trace->process_ranks[process] != NAME_NONE)
			continue;
		*found = true;
		set_rank(trace, process, (uint64_t)rank);
	}
	sqlite3_finalize(row);
	return ok;
}

/*
 * The size of the largest communicator, if the report has the rank of each of its members: 0
 * otherwise. nsys does not say which process a row is of.
 */
static bool read_world_size(struct nsys_reader *reader, uint64_t *size, struct err *err)
{
	static const char table[] = "MPI_COMMUNICATORS";
	static const struct database_column columns[] = { { "rank", true, NULL },
		{ "size", true, NULL } };
	struct idmap ranks = { 0 };
	sqlite3_stmt *row;
	bool more, ok = true;

	*size = 0;
	if (!database_select(reader->db, table, columns, ARRAY_SIZE(columns), &row, err))
		return false;
	while (row != NULL && (ok = database_step(reader->db, row, table, &more, err)) && more) {
		int64_t rank = sqlite3_column_int64(row, 0),
			ranks_in_it = sqlite3_column_int64(row, 1);

		if (rank < 0 || rank >= ranks_in_it || (uint64_t)ranks_in_it < *size)
			continue;
		if ((uint64_t)ranks_in_it > *size) {
			idmap_release(&ranks);
			ranks = (struct idmap){ 0 };
		}
		*size = (uint64_t)ranks_in_it;
		idmap_add(&ranks, (uint64_t)rank);
	}
	sqlite3_finalize(row);
	if (ranks.count != *size)
		*size = 0;
	idmap_release(&ranks);
	return ok;
}

static int compare_pids(const void *context, uint32_t a, uint32_t b)
{
	uint64_t left = trace_pid(context, a), right = trace_pid(context, b);

	return (left > right) - (left < right);
}

/* Launchers start the ranks of a node one after the other. */
static void rank_by_order(struct trace *trace)
{
	uint32_t *order = mem_zeroed(trace->processes.count, sizeof(*order));

	for (uint32_t i = 0; i < trace->processes.count; i++)
		order[i] = i;
	order_by(order, trace->processes.count, compare_pids, trace);
	for (uint32_t i = 0; i < trace->processes.count; i++)
		set_rank(trace, order[i], i);
	free(order);
}

/* "pid 4711": what calls MPI is a rank, even if nothing says which. */
static void name_process(struct trace *trace, uint32_t thread)
{
	uint32_t process = trace->thread_process[thread];
	char text[32];
	int len = snprintf(text, sizeof(text), "pid %" PRIu64, trace_pid(trace, process));

	trace->process_ranks[process] = names_intern_frame(trace->names, text, (size_t)len);
}

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

/* Without MPI_RANKS: by number if all ranks of the run are in the report, else by process. */
static bool read_mpi_processes(struct nsys_reader *reader, struct err *err)
{
	struct trace *trace = reader->trace;
	uint64_t size;

	if (trace->rank != NAME_NONE || trace->processes.count < 2)
		return true;
	if (!read_world_size(reader, &size, err))
		return false;
	if (size == trace->processes.count)
		rank_by_order(trace);
	else
		name_callers(reader);
	return true;
}

/* --- NCCL ------------------------------------------------------------------------------ */

/* The largest communicator of a process, according to ncclCommInitRank. */
struct communicator {
	uint64_t ranks; /* in it; 0: none seen */
	uint64_t rank;
};

enum nccl_column { NCCL_TID, NCCL_JSON, NCCL_JSON_ID, NCCL_BINARY, NCCL_COLUMNS };

/* A row's own text, terminated. */
struct own_text {
	char *text;
	size_t cap;
};

/* The payload of a row as JSON, or NULL. */
static void find_json(struct nsys_reader *reader, struct table_rows *rows, const struct datum *row,
	struct own_text *own, const char **json)
{
	uint32_t name = nsys_string_of(reader, rows, &row[NCCL_JSON_ID]);
	const char *bytes;
	size_t len;

	*json = NULL;
	if (!nsys_is_null(&row[NCCL_JSON])) {
		rows_text(rows, &row[NCCL_JSON], &bytes, &len);
		mem_need(own->text, own->cap, len + 1);
		memcpy(own->text, bytes, len);
		own->text[len] = '\0';
		*json = own->text;
		return;
	}
	if (name != NAME_NONE) {
		*json = reader->trace->names->list[name].text;
		return;
	}
	if (nsys_is_null(&row[NCCL_BINARY]))
		return;
	rows_bytes(rows, &row[NCCL_BINARY], &bytes, &len);
	nsys_payload_json(&reader->payloads, (const unsigned char *)bytes, len, json);
}

static void take_communicator(const struct nsys_reader *reader, uint64_t tid, const char *json,
	struct communicator *of_process)
{
	uint64_t rank, ranks;
	uint32_t process;

	if (json == NULL || !payload_number(json, "\"Rank\"", &rank) ||
		!payload_number(json, "\"No. of ranks\"", &ranks) || rank >= ranks)
		return;
	process = idmap_find(&reader->trace->processes, global_process_of(tid));
	if (process != IDMAP_NONE && ranks > of_process[process].ranks)
		of_process[process] = (struct communicator){ ranks, rank };
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
	struct own_text own = { 0 };
	const struct datum *row;
	struct table_rows *rows;
	const char *json;
	bool ok = true;

	nsys_payloads_release(&reader->payloads);
	if (!nsys_payloads_init(&reader->payloads, reader->db, err) ||
		!rows_open(reader->db, "NVTX_EVENTS", columns, NCCL_COLUMNS, &rows, err))
		return false;
	while (rows != NULL && (ok = rows_next(rows, &row, err)) && row != NULL) {
		find_json(reader, rows, row, &own, &json);
		take_communicator(
			reader, (uint64_t)rows_integer(rows, &row[NCCL_TID]), json, of_process);
	}
	rows_free(rows);
	free(own.text);
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
			set_rank(trace, i, list[i].rank);
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
	bool found;

	trace->process_ranks = mem_zeroed(trace->processes.count, sizeof(*trace->process_ranks));
	for (uint32_t i = 0; i < trace->processes.count; i++)
		trace->process_ranks[i] = NAME_NONE;
	/* A communicator may be of a part of the run, so any other rank of a file comes first. */
	if (!read_own(reader, err) || !read_mpi(reader, &found, err) ||
		(!found && trace->rank == NAME_NONE &&
			(trace->processes.count > 1 || !rank_of_path(reader->db->path, name)) &&
			!read_nccl(reader, err)))
		return false;
	if (!found && !trace_has_ranks(trace) && !read_mpi_processes(reader, err))
		return false;
	trace->has_many_ranks = are_many(trace);
	return true;
}
