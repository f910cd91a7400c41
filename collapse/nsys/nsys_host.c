#include "collapse/nsys/nsys_parts.h"

#include <limits.h>
#include <stdio.h>

/*
 * Tables of calls on the CPU. Those of MPI and UCX are nsys's since 2023; before, these calls
 * were among the NVTX ranges.
 */
static const struct host_table {
	const char *name;
	enum host_kind kind;
	bool once; /* rows that agree in time, thread and name are one call: one for each request */
	bool is_collective;
} tables[] = {
	{ "MPI_P2P_EVENTS", HOST_MPI, false, false },
	{ "MPI_COLLECTIVES_EVENTS", HOST_MPI, false, true },
	{ "MPI_START_WAIT_EVENTS", HOST_MPI, true, false },
	{ "MPI_OTHER_EVENTS", HOST_MPI, false, false },
	{ "UCP_EVENTS", HOST_UCX, false, false },
	{ "UCP_SUBMIT_EVENTS", HOST_UCX, false, false },
	{ "UCP_PROGRESS_EVENTS", HOST_UCX, false, false },
	{ "CUPTI_ACTIVITY_KIND_OPENACC_DATA", HOST_OPENACC, false, false },
	{ "CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH", HOST_OPENACC, false, false },
	{ "CUPTI_ACTIVITY_KIND_OPENACC_OTHER", HOST_OPENACC, false, false },
	{ "OSRT_API", HOST_OS_RUNTIME, false, false },
	{ "OPENMP_EVENT_KIND_THREAD", HOST_OPENMP, false, false },
	{ "OPENMP_EVENT_KIND_PARALLEL", HOST_OPENMP, false, false },
	{ "OPENMP_EVENT_KIND_SYNC_REGION_WAIT", HOST_OPENMP, false, false },
	{ "OPENMP_EVENT_KIND_SYNC_REGION", HOST_OPENMP, false, false },
	{ "OPENMP_EVENT_KIND_TASK", HOST_OPENMP, false, false },
	{ "OPENMP_EVENT_KIND_MASTER", HOST_OPENMP, false, false },
	{ "OPENMP_EVENT_KIND_REDUCTION", HOST_OPENMP, false, false },
	{ "OPENMP_EVENT_KIND_TASK_CREATE", HOST_OPENMP, false, false },
	{ "OPENMP_EVENT_KIND_TASK_SCHEDULE", HOST_OPENMP, false, false },
	{ "OPENMP_EVENT_KIND_CANCEL", HOST_OPENMP, false, false },
	{ "OPENMP_EVENT_KIND_MUTEX_WAIT", HOST_OPENMP, false, false },
	{ "OPENMP_EVENT_KIND_CRITICAL_SECTION", HOST_OPENMP, false, false },
	{ "OPENMP_EVENT_KIND_MUTEX_RELEASED", HOST_OPENMP, false, false },
	{ "OPENMP_EVENT_KIND_LOCK_INIT", HOST_OPENMP, false, false },
	{ "OPENMP_EVENT_KIND_LOCK_DESTROY", HOST_OPENMP, false, false },
	{ "OPENMP_EVENT_KIND_WORKSHARE", HOST_OPENMP, false, false },
	{ "OPENMP_EVENT_KIND_DISPATCH", HOST_OPENMP, false, false },
	{ "OPENMP_EVENT_KIND_FLUSH", HOST_OPENMP, false, false },
};

enum host_column {
	HOST_START,
	HOST_END,
	HOST_TID,
	HOST_NAME,
	HOST_FILE,
	HOST_LINE,
	HOST_TAG,
	HOST_PEER,
	HOST_ROOT,
	HOST_SIZE,
	HOST_RECV_SIZE,
	HOST_COLUMNS,
};

static const struct database_column columns[HOST_COLUMNS] = {
	[HOST_START] = { "start", true, NULL },
	[HOST_END] = { "end", true, NULL },
	[HOST_TID] = { "globalTid", true, NULL },
	[HOST_NAME] = { "textId", false, "nameId" },
	[HOST_FILE] = { "srcFile", false, NULL },
	[HOST_LINE] = { "lineNo", false, NULL },
	[HOST_TAG] = { "tag", false, NULL },
	[HOST_PEER] = { "remoteRank", false, NULL },
	[HOST_ROOT] = { "rootRank", false, NULL },
	[HOST_SIZE] = { "size", false, NULL },
	[HOST_RECV_SIZE] = { "recvSize", false, NULL },
};

/* "Wait@main.c:51", as nsys names events of OpenACC; without a file, the name alone. */
static bool name_event(struct nsys_reader *reader, struct table_rows *rows, const struct datum *row,
	uint32_t *name, struct err *err)
{
	struct names *names = reader->trace->names;
	uint32_t file = nsys_string_of(reader, rows, &row[HOST_FILE]);
	char place[PATH_MAX + 256];
	int len;

	*name = nsys_string_of(reader, rows, &row[HOST_NAME]);
	if (*name == NAME_NONE || file == NAME_NONE)
		return true;
	len = snprintf(place, sizeof(place), "%s@%s:%lld", names->list[*name].text,
		names->list[file].text, (long long)rows_integer(rows, &row[HOST_LINE]));
	if (len < 0 || (size_t)len >= sizeof(place))
		return true;
	return names_try_intern(names, place, (size_t)len, name, err);
}

static int64_t number_of(struct table_rows *rows, const struct datum *datum)
{
	return nsys_is_null(datum) ? MPI_NONE : rows_integer(rows, datum);
}

static bool add_message(struct trace *trace, const struct host_table *table,
	struct table_rows *rows, const struct datum *row, struct err *err)
{
	struct mpi_message *message = trace_add_mpi_message(trace, err);
	int64_t size = number_of(rows, &row[HOST_SIZE]);

	if (message == NULL)
		return false;
	*message = (struct mpi_message){
		.tag = number_of(rows, &row[HOST_TAG]),
		.peer = number_of(rows, &row[HOST_PEER]),
		.root = number_of(rows, &row[HOST_ROOT]),
		.size = table->is_collective ? MPI_NONE : size,
		.send_size = table->is_collective ? size : MPI_NONE,
		.recv_size = number_of(rows, &row[HOST_RECV_SIZE]),
	};
	return true;
}

static bool is_same_call(const struct host_event *a, const struct host_event *b)
{
	return a->start == b->start && a->end == b->end && a->thread == b->thread &&
	       a->name == b->name;
}

static bool read_row(struct nsys_reader *reader, const struct host_table *table, size_t first,
	struct table_rows *rows, const struct datum *row, struct err *err)
{
	struct trace *trace = reader->trace;
	struct host_event event = {
		.start = rows_integer(rows, &row[HOST_START]),
		.end = rows_integer(rows, &row[HOST_END]),
		.kind = (uint8_t)table->kind,
	};
	int64_t tid = rows_integer(rows, &row[HOST_TID]);
	struct host_event *added;

	event.never_closed = nsys_is_null(&row[HOST_END]);
	if (nsys_is_null(&row[HOST_START]) || nsys_is_null(&row[HOST_TID]) ||
		(!event.never_closed && event.end < event.start)) {
		trace->odd.range_rows_bad++;
		return true;
	}
	if (!name_event(reader, rows, row, &event.name, err) ||
		!nsys_thread_of(reader, (uint64_t)tid, &event.thread, err))
		return false;
	event.again = trace->host_count > first &&
		      is_same_call(&trace->host_events[trace->host_count - 1], &event);
	if (event.again && table->once)
		return true;
	added = trace_add_host_event(trace, err);
	if (added == NULL ||
		(table->kind == HOST_MPI && !add_message(trace, table, rows, row, err)))
		return false;
	*added = event;
	return true;
}

static bool read_table(struct nsys_reader *reader, const struct host_table *table, struct err *err)
{
	size_t first = reader->trace->host_count;
	const struct datum *row;
	struct table_rows *rows;
	bool ok = true;

	if (!rows_open(reader->db, table->name, columns, HOST_COLUMNS, &rows, err))
		return false;
	while (rows != NULL && (ok = rows_next(rows, &row, err)) && row != NULL) {
		ok = read_row(reader, table, first, rows, row, err);
		if (!ok)
			break;
		nsys_count_row(reader);
	}
	rows_free(rows);
	return ok;
}

/* Calls that had not returned end with the last thing that is known. */
static void close_calls(struct trace *trace)
{
	int64_t last = INT64_MIN;

	for (size_t i = 0; i < trace->host_count; i++) {
		const struct host_event *event = &trace->host_events[i];
		int64_t end = event->never_closed ? event->start : event->end;

		last = end > last ? end : last;
	}
	for (size_t i = 0; i < trace->host_count; i++) {
		if (trace->host_events[i].never_closed)
			trace->host_events[i].end = last;
	}
}

bool nsys_read_host_events(struct nsys_reader *reader, struct err *err)
{
	bool mpi_ranges =
		(reader->want & WANT_MPI_RANGES) != 0 && (reader->want & WANT_RANGES) != 0;
	uint64_t wanted = reader->want | (mpi_ranges ? WANT_HOST(HOST_MPI) : 0);

	for (size_t i = 0; i < ARRAY_SIZE(tables); i++) {
		if ((wanted & WANT_HOST(tables[i].kind)) != 0 &&
			!read_table(reader, &tables[i], err))
			return false;
	}
	close_calls(reader->trace);
	return (wanted & WANT_HOST(HOST_PAGES)) == 0 || nsys_read_pages(reader, err);
}
