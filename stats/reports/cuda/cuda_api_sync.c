#include "stats/parts/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "stats/parts/labels.h"
#include "stats/parts/rows.h"
#include "stats/parts/styles.h"

/* Calls that make the CPU wait, by nsys's rules. */
struct api_wait {
	int64_t start, ns;
	uint64_t tid;
	uint32_t name;
	size_t file;
};

struct api_sync_state {
	struct api_wait *waits;
	size_t count, cap;
};

static bool synchronises(const struct report_run *run, uint32_t name)
{
	static const char *const calls[] = { "cudaDeviceSynchronize", "cudaStreamSynchronize",
		"cuCtxSynchronize", "cuStreamSynchronize" };

	for (size_t i = 0; name != NAME_NONE && i < ARRAY_SIZE(calls); i++) {
		if (strncmp(run->names->list[name].text, calls[i], strlen(calls[i])) == 0)
			return true;
	}
	return false;
}

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct api_sync_state *state = run->state;

	for (size_t i = 0; i < trace->api_count; i++) {
		const struct api_call *call = &trace->api_calls[i];

		if (!synchronises(run, call->name))
			continue;
		if (!mem_try_grow((void **)&state->waits, &state->cap, state->count + 1,
			    sizeof(*state->waits), err))
			return false;
		state->waits[state->count++] = (struct api_wait){
			.start = call->start,
			.ns = call->end - call->start,
			.tid = trace->threads.keys[call->thread],
			.name = call->name,
			.file = run->file,
		};
	}
	return true;
}

static const struct api_wait *waits_of(const struct report_run *run)
{
	return ((const struct api_sync_state *)run->state)->waits;
}

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct api_wait *waits = waits_of(context);

	return (waits[a].ns < waits[b].ns) - (waits[a].ns > waits[b].ns);
}

static bool give_row(void *context, uint32_t index, struct sink *sink, struct err *err)
{
	const struct report_run *run = context;
	const struct api_wait *wait = &waits_of(run)[index];
	const struct cell cells[] = {
		cell_integer(wait->ns),
		cell_integer(wait->start),
		cell_integer(thread_pid(wait->tid)),
		cell_integer(thread_tid(wait->tid)),
		label_api(run->names, wait->name),
	};

	sink->file = run->labels[wait->file];
	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	const struct api_sync_state *state = run->state;
	const struct rows rows = { .count = state->count, .compare = compare, .give = give_row };

	return rows_give(&rows, run, sink, err);
}

static void release(struct report_run *run)
{
	free(((struct api_sync_state *)run->state)->waits);
}

static const struct column columns[] = {
	{ "Duration", COLUMN_TIME, 0, 0 },
	{ "Start", COLUMN_STAMP, 0, 0 },
	{ "PID", COLUMN_ID, 0, 1 },
	{ "TID", COLUMN_ID, 0, 1 },
	{ "API Name", COLUMN_TEXT, 0, 0 },
};

const struct report report_cuda_api_sync = {
	.name = "cuda_api_sync",
	.title = "CUDA calls that synchronise",
	.doc = "Calls in which the CPU waits for a device or a stream: cudaDeviceSynchronize,"
	       " cudaStreamSynchronize and the driver's own; the longest first.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_API_CALLS,
	.needs = NEED_API,
	.is_cpu = true,
	.by_file = true,
	.state_size = sizeof(struct api_sync_state),
	.add = add,
	.finish = finish,
	.release = release,
};
