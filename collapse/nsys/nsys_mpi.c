#include "collapse/nsys/nsys_parts.h"

/* Calls of MPI, which have tables of their own since 2023; before, they were NVTX ranges. */
static const char *const tables[] = { "MPI_P2P_EVENTS", "MPI_COLLECTIVES_EVENTS",
	"MPI_START_WAIT_EVENTS", "MPI_OTHER_EVENTS" };

enum mpi_column { MPI_START, MPI_END, MPI_TID, MPI_NAME, MPI_COLUMNS };

static const struct database_column columns[MPI_COLUMNS] = {
	[MPI_START] = { "start", true, NULL },
	[MPI_END] = { "end", true, NULL },
	[MPI_TID] = { "globalTid", true, NULL },
	[MPI_NAME] = { "textId", false, "nameId" },
};

static bool is_same_call(const struct mpi_call *a, const struct mpi_call *b)
{
	return a->start == b->start && a->end == b->end && a->thread == b->thread &&
	       a->name == b->name;
}

/*
 * Rows that agree in time, thread and name are one call: the halves of an MPI_Sendrecv, or the
 * requests of an MPI_Waitall.
 */
static void read_row(void *context, const struct datum *row)
{
	struct nsys_reader *reader = context;
	struct mpi_call call = {
		.start = datum_integer(&row[MPI_START]),
		.end = datum_integer(&row[MPI_END]),
		.name = nsys_string_of(reader, &row[MPI_NAME]),
		.never_closed = nsys_is_null(&row[MPI_END]),
	};
	int64_t tid = datum_integer(&row[MPI_TID]);

	if (nsys_is_null(&row[MPI_START]) || nsys_is_null(&row[MPI_TID]) ||
		(!call.never_closed && call.end < call.start)) {
		reader->trace->odd.range_rows_bad++;
		return;
	}
	call.thread = nsys_thread_of(reader, (uint64_t)tid);
	if (reader->mpi_count > 0 && is_same_call(&reader->mpi_calls[reader->mpi_count - 1], &call))
		return;
	*mem_next(reader->mpi_calls, reader->mpi_cap, reader->mpi_count) = call;
}

/* Calls that had not returned end with the last thing that is known. */
static void close_calls(struct nsys_reader *reader)
{
	int64_t last = INT64_MIN;

	for (size_t i = 0; i < reader->mpi_count; i++) {
		const struct mpi_call *call = &reader->mpi_calls[i];
		int64_t end = call->never_closed ? call->start : call->end;

		last = end > last ? end : last;
	}
	for (size_t i = 0; i < reader->mpi_count; i++) {
		if (reader->mpi_calls[i].never_closed)
			reader->mpi_calls[i].end = last;
	}
}

bool nsys_read_mpi_calls(struct nsys_reader *reader, struct err *err)
{
	const uint64_t as_ranges = WANT_MPI_RANGES | WANT_RANGES;

	if ((reader->want & as_ranges) != as_ranges && (reader->want & WANT_RANKS) == 0)
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(tables); i++) {
		if (!rows_each(reader->db, tables[i], columns, MPI_COLUMNS, read_row, reader, err))
			return false;
	}
	close_calls(reader);
	return true;
}
