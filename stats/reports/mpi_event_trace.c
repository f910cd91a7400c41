#include <stdlib.h>

#include "base/opt.h"
#include "stats/parts/report.h"
#include "stats/parts/rows.h"
#include "stats/parts/styles.h"

#include <string.h>

struct mpi_walk {
	const struct trace *trace;
};

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct host_event *calls = ((const struct mpi_walk *)context)->trace->host_events;

	return (calls[a].start > calls[b].start) - (calls[a].start < calls[b].start);
}

static struct cell cell_optional(int64_t value)
{
	return value != MPI_NONE ? cell_integer(value) : (struct cell){ 0 };
}

/* Of the process, if the report says so. */
static struct cell cell_rank(const struct trace *trace, uint32_t thread)
{
	static const char prefix[] = "rank ";
	uint32_t name = trace->process_ranks != NULL
				? trace->process_ranks[trace->thread_process[thread]]
				: NAME_NONE;
	uint64_t rank;

	if (name == NAME_NONE ||
		strncmp(trace->names->list[name].text, prefix, strlen(prefix)) != 0 ||
		!opt_parse_uint(trace->names->list[name].text + strlen(prefix), &rank))
		return (struct cell){ 0 };
	return cell_integer((int64_t)rank);
}

static bool give_row(void *context, uint32_t index, struct sink *sink, struct err *err)
{
	const struct trace *trace = ((const struct mpi_walk *)context)->trace;
	const struct host_event *call = &trace->host_events[index];
	const struct mpi_message *message = &trace->mpi_messages[index];
	uint64_t tid = trace->threads.keys[call->thread];
	const struct cell cells[] = {
		cell_integer(call->start),
		cell_integer(call->end),
		cell_integer(call->end - call->start),
		cell_name(trace->names, call->name),
		cell_integer(thread_pid(tid)),
		cell_integer(thread_tid(tid)),
		cell_optional(message->tag),
		cell_rank(trace, call->thread),
		cell_optional(message->peer),
		cell_optional(message->root),
		cell_optional(message->size),
		cell_optional(message->send_size),
		cell_optional(message->recv_size),
	};

	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool show(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	struct mpi_walk walk = { trace };
	const struct rows rows = {
		.count = trace->mpi_count, .compare = compare, .give = give_row
	};

	(void)run;
	return rows_give(&rows, &walk, sink, err);
}

static const struct column columns[] = {
	{ "Start", COLUMN_STAMP, 0, 1 },
	{ "End", COLUMN_STAMP, 0, 8 },
	{ "Duration", COLUMN_TIME, 0, 0 },
	{ "Event", COLUMN_TEXT, 0, 0 },
	{ "Pid", COLUMN_ID, 0, 5 },
	{ "Tid", COLUMN_ID, 0, 6 },
	{ "Tag", COLUMN_ID, 0, 4 },
	{ "Rank", COLUMN_ID, 0, 1 },
	{ "PeerRank", COLUMN_ID, 0, 2 },
	{ "RootRank", COLUMN_ID, 0, 3 },
	{ "Size", COLUMN_COUNT, 0, 1 },
	{ "CollSendSize", COLUMN_COUNT, 0, 2 },
	{ "CollRecvSize", COLUMN_COUNT, 0, 3 },
};

static const struct timeline_shape timeline = { .start = 0,
	.duration = 2,
	.name = 3,
	.process = 4,
	.thread = 5,
	.process_word = "process",
	.thread_word = "thread",
	.args = 0x1fc0 };

const struct report report_mpi_event_trace = {
	.name = "mpi_event_trace",
	.title = "MPI calls one by one",
	.doc = "Each call of MPI with its ranks and its bytes, in exports of nsys 2023 and later. "
	       "MPI_Sendrecv has two rows if what it sends and what it receives differ.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.timeline = &timeline,
	.many_rows = true,
	.want = WANT_RANKS | WANT_HOST(HOST_MPI),
	.needs = NEED_MPI_CALLS,
	.is_cpu = true,
	.show = show,
};
