#include "stats/parts/report.h"

#include <stdlib.h>

#include "base/mem.h"
#include "stats/parts/busy.h"
#include "stats/parts/projection.h"
#include "stats/parts/tally.h"

/* One file is one rank: how its devices spend their time, beside the others. */
struct rank {
	size_t file;
	uint64_t devices, span, busy, compute, exposed;
	uint64_t ops;
};

struct rank_sum_state {
	struct rank *ranks;
	size_t count, cap;
};

static uint64_t total_of(const struct busy *busy)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < busy->count; i++)
		sum += (uint64_t)busy->spans[i].end - (uint64_t)busy->spans[i].start;
	return sum;
}

static void measure_span(struct rank *rank, const struct busy *all)
{
	int64_t first = INT64_MAX, last = INT64_MIN;

	for (size_t i = 0; i < all->count; i++) {
		const struct busy_span *span = &all->spans[i];

		first = span->start < first ? span->start : first;
		last = span->end > last ? span->end : last;
		rank->devices += i == 0 || span[-1].process != span->process ||
				 span[-1].device != span->device;
	}
	rank->span = all->count > 0 ? (uint64_t)last - (uint64_t)first : 0;
}

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct rank_sum_state *state = run->state;
	struct rank rank = { .file = run->file, .ops = trace->op_count };
	struct busy all = { 0 }, kernels = { 0 }, compute = { 0 };
	bool *marks = busy_mark_kernels(trace, true, err);
	bool ok = marks != NULL && busy_init(&all, trace, PROJECT_ALL, NULL, err) &&
		  busy_init(&kernels, trace, 1u << OP_KERNEL, NULL, err) &&
		  busy_init(&compute, trace, 1u << OP_KERNEL, marks, err) &&
		  mem_grow((void **)&state->ranks, &state->cap, state->count + 1,
			  sizeof(*state->ranks), err);

	if (ok) {
		measure_span(&rank, &all);
		rank.busy = total_of(&all);
		rank.compute = total_of(&compute);
		rank.exposed = total_of(&kernels) - rank.compute;
		state->ranks[state->count++] = rank;
	}
	busy_release(&all);
	busy_release(&kernels);
	busy_release(&compute);
	free(marks);
	return ok;
}

static bool give_row(const struct report_run *run, const struct rank *rank, double median,
	struct sink *sink, struct err *err)
{
	uint64_t room = rank->span * rank->devices;
	/* in this order of operations, 105 is not more than 5 % over 100 */
	double compared = median > 0 ? ((double)rank->compute - median) * 100 / median : 0;
	const struct cell cells[] = {
		cell_text(run->labels[rank->file]),
		cell_integer((int64_t)rank->devices),
		cell_integer((int64_t)rank->ops),
		cell_integer((int64_t)rank->span),
		cell_integer((int64_t)rank->compute),
		cell_real(compared),
		cell_integer((int64_t)rank->exposed),
		cell_integer((int64_t)(room > rank->busy ? room - rank->busy : 0)),
		cell_text(compared > 5 ? "straggler" : ""),
	};

	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	struct rank_sum_state *state = run->state;
	struct tally tally = { 0 };
	bool ok = true;

	for (size_t i = 0; ok && i < state->count; i++)
		ok = tally_add(&tally, 0, state->ranks[i].compute, err);
	ok = ok && tally_close(&tally, 1, err);
	for (size_t i = 0; ok && i < state->count; i++)
		ok = give_row(run, &state->ranks[i], tally_quantile(&tally, 0, 0.5), sink, err);
	tally_release(&tally);
	return ok;
}

static void release(struct report_run *run)
{
	struct rank_sum_state *state = run->state;

	free(state->ranks);
}

static const struct column columns[] = {
	{ "File", COLUMN_TEXT, 0, 0 },
	{ "Devices", COLUMN_COUNT, 0, 4 },
	{ "GPU Ops", COLUMN_COUNT, 0, 3 },
	{ "Span", COLUMN_TIME, 0, 0 },
	{ "Compute", COLUMN_TIME, 0, 0 },
	{ "vs Median", COLUMN_PERCENT, 1, 0 },
	{ "Exposed Comm", COLUMN_TIME, 0, 1 },
	{ "Idle", COLUMN_TIME, 0, 2 },
	{ "Note", COLUMN_TEXT, 0, 0 },
};

const struct report report_rank_sum = {
	.name = "rank_sum",
	.title = "Ranks side by side",
	.doc = "One row per file (its path, where files in several folders share a name): from its"
	       " first operation to its last, how long its devices ran compute kernels (Compute;"
	       " overlaps count once), only NCCL's (Exposed Comm), or nothing. A straggler computes"
	       " over 5 % longer than the median rank: the others wait for it in their"
	       " communication.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = { .no_ranges = true, .streams = true },
	.needs = NEED_OPS,
	.state_size = sizeof(struct rank_sum_state),
	.add = add,
	.finish = finish,
	.release = release,
};
