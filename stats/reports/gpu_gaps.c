#include "stats/parts/report.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/units.h"
#include "stats/parts/busy.h"
#include "stats/parts/projection.h"
#include "stats/parts/rows.h"
#include "stats/parts/styles.h"

struct gap {
	int64_t start, end, pid;
	uint32_t device, context;
	size_t file;
};

struct gaps_state {
	struct gap *gaps;
	size_t count, cap;
	uint64_t longest; /* of those that are too short to be listed, ns */
};

static bool add_gap(struct report_run *run, const struct trace *trace, const struct busy_span *span,
	struct err *err)
{
	struct gaps_state *state = run->state;
	const struct op *last = &trace->ops[span[-1].last_op];

	if (!mem_try_grow((void **)&state->gaps, &state->cap, state->count + 1,
		    sizeof(*state->gaps), err))
		return false;
	state->gaps[state->count++] = (struct gap){
		.start = span[-1].end,
		.end = span->start,
		.pid = thread_pid(trace->processes.keys[span->process]),
		.device = span->device,
		.context = trace->streams[last->stream].context,
		.file = run->file,
	};
	return true;
}

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct gaps_state *state = run->state;
	struct busy busy;
	bool ok = true;

	if (!busy_init(&busy, trace, PROJECT_ALL, NULL, err))
		return false;
	for (size_t i = 1; ok && i < busy.count; i++) {
		const struct busy_span *span = &busy.spans[i];
		uint64_t ns = (uint64_t)span->start - (uint64_t)span[-1].end;

		if (span->process != span[-1].process || span->device != span[-1].device)
			continue;
		if (ns > run->options->gap_ns)
			ok = add_gap(run, trace, span, err);
		else if (ns > state->longest)
			state->longest = ns;
	}
	busy_release(&busy);
	return ok;
}

static const struct gap *gaps_of(const struct report_run *run)
{
	return ((const struct gaps_state *)run->state)->gaps;
}

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct gap *left = gaps_of(context) + a, *right = gaps_of(context) + b;
	uint64_t left_ns = (uint64_t)left->end - (uint64_t)left->start;
	uint64_t right_ns = (uint64_t)right->end - (uint64_t)right->start;

	if (left_ns != right_ns)
		return left_ns > right_ns ? -1 : 1;
	return (left->start > right->start) - (left->start < right->start);
}

static bool give_row(void *context, uint32_t index, struct sink *sink, struct err *err)
{
	const struct report_run *run = context;
	const struct gap *gap = &gaps_of(run)[index];
	const struct cell cells[] = {
		cell_integer(ns_between(gap->start, gap->end)),
		cell_integer(gap->start),
		cell_integer(gap->pid),
		cell_integer(gap->device),
		cell_integer(gap->context),
	};

	sink->file = run->labels[gap->file];
	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	const struct gaps_state *state = run->state;
	const struct rows rows = { .count = state->count, .compare = compare, .give = give_row };
	char longest[UNITS_SIZE], least[UNITS_SIZE], text[160];

	if (state->count == 0 && state->longest > 0) {
		units_time(state->longest, longest, sizeof(longest));
		units_time(run->options->gap_ns, least, sizeof(least));
		snprintf(text, sizeof(text),
			"no gap is over %s; the longest is %s: --min-gap MS shows shorter ones",
			least, longest);
		return sink->note == NULL || sink->note(sink, text, err);
	}
	return rows_give(&rows, run, sink, err);
}

static void release(struct report_run *run)
{
	struct gaps_state *state = run->state;

	free(state->gaps);
}

static const struct column columns[] = {
	{ "Duration", COLUMN_TIME, 0, 0 },
	{ "Start", COLUMN_STAMP, 0, 0 },
	{ "PID", COLUMN_ID, 0, 1 },
	{ "Device ID", COLUMN_ID, 0, 1 },
	{ "Context ID", COLUMN_ID, 0, 2 },
};

const struct report report_gpu_gaps = {
	.name = "gpu_gaps",
	.title = "GPU gaps",
	.doc = "Gaps longer than --min-gap in which a device ran nothing for a process, between its"
	       " first operation and its last one. The context is that of the operation before.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_OTHER_OPS | WANT_STREAMS,
	.needs = NEED_OPS,
	.option = "--min-gap",
	.by_file = true,
	.state_size = sizeof(struct gaps_state),
	.add = add,
	.finish = finish,
	.release = release,
};
