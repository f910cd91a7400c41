#include "stats/parts/report.h"

#include "stats/parts/labels.h"
#include "stats/parts/rows.h"
#include "stats/parts/styles.h"
#include "stats/parts/sums.h"

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	for (size_t i = 0; i < trace->api_count; i++) {
		const struct api_call *call = &trace->api_calls[i];

		if (!sums_add(run->state, call->name, (uint64_t)(call->end - call->start), err))
			return false;
	}
	return true;
}

static void label(const struct report_run *run, uint64_t key, struct cell *cells)
{
	cells[0] = label_api(run->names, (uint32_t)key);
}

static const struct sums_shape shape = {
	.percent = true,
	.label = label,
	.compare = sums_compare_key_names,
};

static const struct column columns[] = {
	SUMS_TIME_COLUMNS("Num Calls"),
	{ "Name", COLUMN_TEXT, 0, 0 },
};

const struct report report_cuda_api_sum = {
	.name = "cuda_api_sum",
	.alias = "cudaapisum",
	.title = "CUDA API summary",
	.doc = "Time of calls of the CUDA runtime and driver on the CPU, by name; versions of one"
	       " call have rows of their own, though the version is not shown.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_API_CALLS,
	.needs = NEED_API,
	.is_cpu = true,
	.state_size = sizeof(struct sums),
	.add = add,
	.finish = sums_finish,
	.release = sums_release,
	.sums = &shape,
	.partial = &sums_partial_named,
};

/* --- single calls --------------------------------------------------------------------- */

struct call_walk {
	const struct report_run *run;
	const struct trace *trace;
};

static int compare_calls(const void *context, uint32_t a, uint32_t b)
{
	const struct api_call *calls = ((const struct call_walk *)context)->trace->api_calls;

	return (calls[a].start > calls[b].start) - (calls[a].start < calls[b].start);
}

static bool give_call(void *context, uint32_t index, struct sink *sink, struct err *err)
{
	const struct call_walk *walk = context;
	const struct trace *trace = walk->trace;
	const struct api_call *call = &trace->api_calls[index];
	uint64_t tid = trace->threads.keys[call->thread];
	const struct cell cells[] = {
		cell_integer(call->start),
		cell_integer(ns_between(call->start, call->end)),
		label_api(walk->run->names, call->name),
		cell_integer(call->correlation),
		cell_integer(thread_pid(tid)),
		cell_integer(thread_tid(tid)),
		trace->thread_names != NULL
			? cell_name(trace->names, trace->thread_names[call->thread])
			: (struct cell){ 0 },
	};

	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool show(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	struct call_walk walk = { run, trace };
	const struct rows rows = {
		.count = trace->api_count, .compare = compare_calls, .give = give_call
	};

	return rows_give(&rows, &walk, sink, err);
}

static const struct column trace_columns[] = {
	{ "Start", COLUMN_STAMP, 0, 0 },
	{ "Duration", COLUMN_TIME, 0, 0 },
	{ "Name", COLUMN_TEXT, 0, 0 },
	{ "CorrID", COLUMN_ID, 0, 1 },
	{ "Pid", COLUMN_ID, 0, 3 },
	{ "Tid", COLUMN_ID, 0, 2 },
	{ "Thread Name", COLUMN_TEXT, 0, 4 },
};

static const struct timeline_shape timeline = { .start = 0,
	.duration = 1,
	.name = 2,
	.process = 4,
	.thread = 5,
	.process_word = "process",
	.thread_word = "thread",
	.args = 1 << 3 };

const struct report report_cuda_api_trace = {
	.name = "cuda_api_trace",
	.alias = "cudaapitrace",
	.title = "CUDA API trace",
	.doc = "Each call of the CUDA runtime and driver, by its start. The result and the thread's"
	       " priority, which nsys shows too, are not read.",
	.columns = trace_columns,
	.column_count = ARRAY_SIZE(trace_columns),
	.timeline = &timeline,
	.many_rows = true,
	.want = WANT_API_CALLS | WANT_LABELS,
	.needs = NEED_API,
	.is_cpu = true,
	.show = show,
};
