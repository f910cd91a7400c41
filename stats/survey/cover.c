#include "stats/survey/cover.h"

#include "base/order.h"
#include "stats/measures/spread.h"
#include "stats/measures/step_windows.h"
#include "stats/survey/loss.h"

/* --- steps ------------------------------------------------------------------------------- */

struct step_hunt {
	struct cover *cover;
	const struct trace *trace;
	struct step_windows steps;
	struct idmap ranges; /* of steps; by index of `steps`, until they are closed */
	size_t found;        /* the step's place among the ranges of the latest operation */
	uint32_t index;      /* its index in `steps`; both only if has_step */
	bool has_step;
};

static void add_step(struct step_hunt *hunt, uint32_t range)
{
	const struct trace *trace = hunt->trace;

	hunt->index = idmap_add(&hunt->ranges, range);
	if (hunt->index == hunt->steps.count)
		step_windows_add(
			&hunt->steps, &(struct step_window){ range,
					      trace->thread_process[trace->ranges[range].thread],
					      INT64_MAX, INT64_MIN, NAME_NONE });
}

/* The outermost step around the launch of an operation. */
static void find_step(struct step_hunt *hunt, const struct nest *nest)
{
	if (hunt->has_step && hunt->found < nest->same)
		return;
	hunt->has_step = false;
	for (size_t i = nest->same < nest->depth ? nest->same : nest->depth; i < nest->depth; i++) {
		if (!hunt->trace->ranges[nest->ranges[i]].is_step)
			continue;
		hunt->has_step = true;
		hunt->found = i;
		add_step(hunt, nest->ranges[i]);
		return;
	}
}

static bool has_word(const struct trace *trace, uint32_t name, const char *word)
{
	return name != NAME_NONE && strstr(trace->names->list[name].text, word) != NULL;
}

/* A kernel of NCCL whose name does not say which collective it is of. */
static bool is_exchange(const struct trace *trace, uint32_t name)
{
	return has_word(trace, name, "SendRecv") || has_word(trace, name, "ncclDevKernel_Generic");
}

/* A collective that NCCL makes of sends and receives, by the innermost range that names it. */
static enum loss_kind collective_of(
	const struct trace *trace, const struct nest *nest, uint32_t *range)
{
	static const struct {
		const char *word;
		enum loss_kind kind;
	} words[] = {
		{ "all_to_all", LOSS_ALL_TO_ALL },
		{ "alltoall", LOSS_ALL_TO_ALL },
		{ "AllToAll", LOSS_ALL_TO_ALL },
		{ "AllGather", LOSS_ALL_GATHER },
		{ "ReduceScatter", LOSS_REDUCE_SCATTER },
		{ "AllReduce", LOSS_ALL_REDUCE },
		{ "all_gather", LOSS_ALL_GATHER },
		{ "allgather", LOSS_ALL_GATHER },
		{ "reduce_scatter", LOSS_REDUCE_SCATTER },
		{ "all_reduce", LOSS_ALL_REDUCE },
		{ "allreduce", LOSS_ALL_REDUCE },
	};

	if (!is_exchange(trace, trace->ops[nest->op].name))
		return 0;
	for (size_t i = nest->depth; i-- > 0;) {
		for (size_t word = 0; word < ARRAY_SIZE(words); word++) {
			if (!has_word(trace, trace->ranges[nest->ranges[i]].name, words[word].word))
				continue;
			*range = nest->ranges[i];
			return words[word].kind;
		}
	}
	return 0;
}

static bool has_exchanges(const struct trace *trace)
{
	for (uint32_t i = 0; i < trace->names->count; i++) {
		if (is_exchange(trace, i))
			return true;
	}
	return false;
}

static bool find_steps(struct step_hunt *hunt, const struct cover_watch *watch, struct err *err)
{
	const struct trace *trace = hunt->trace;
	struct nest nest;
	bool ok = true, exchanges = has_exchanges(trace);

	nest_init(&nest, trace);
	while (nest_next(&nest)) {
		const struct op *op = &trace->ops[nest.op];
		struct step_window *step;

		if (nest.depth > 0)
			hunt->cover->range_of[nest.op] = nest.ranges[nest.depth - 1];
		if (exchanges)
			hunt->cover->collectives[nest.op] = (uint8_t)collective_of(
				trace, &nest, &hunt->cover->range_of[nest.op]);
		find_step(hunt, &nest);
		ok = watch->launch == NULL || watch->launch(watch->context, &nest, err);
		if (!ok)
			break;
		if (!hunt->has_step)
			continue;
		step = &hunt->steps.list[hunt->index];
		step->start = op->start < step->start ? op->start : step->start;
		step->end = op->end > step->end ? op->end : step->end;
	}
	nest_release(&nest);
	return ok;
}

/* --- spans -------------------------------------------------------------------------------- */

static void add_span(struct cover *cover, const struct cover_span *span)
{
	*mem_next(cover->spans, cover->cap, cover->count) = *span;
}

static void add_step_span(
	struct cover *cover, const struct trace *trace, const struct step_window *step)
{
	struct cover_span span = { step->start, step->end, step->process, step->range, step->name,
		COVER_TYPICAL, { BATCH_NONE, 0 } };
	uint32_t name = trace->ranges[step->range].name;

	batch_of(name != NAME_NONE ? trace->names->list[name].text : "", &span.batch);
	add_span(cover, &span);
}

/*
 * The steps of each process. One without any: from the first operation, or from when on the file
 * can vouch for idle time, to the last one.
 */
static void add_spans(struct cover *cover, const struct trace *trace, struct step_windows *steps)
{
	size_t processes = trace->processes.count, step = 0;
	struct cover_span *whole = mem_zeroed(processes, sizeof(*whole));
	struct unvouched *unvouched = NULL;
	int64_t from;

	step_windows_close(steps, trace);
	for (uint32_t i = 0; i < processes; i++)
		whole[i] = (struct cover_span){ INT64_MAX, INT64_MIN, i, TRACE_NONE, NAME_NONE, 0,
			{ 0 } };
	for (size_t i = 0; i < trace->op_count; i++) {
		struct cover_span *span = &whole[trace_op_process(trace, i)];

		span->start = trace->ops[i].start < span->start ? trace->ops[i].start : span->start;
		span->end = trace->ops[i].end > span->end ? trace->ops[i].end : span->end;
	}
	for (size_t i = 0; i < processes; i++) {
		size_t first = step;

		if (step < steps->count && steps->list[step].process == i) {
			from = steps->list[step].start;
			cover->begins_late |= from > trace->ranges[steps->list[step].range].start &&
					      from > whole[i].start;
		}
		for (; step < steps->count && steps->list[step].process == i; step++)
			add_step_span(cover, trace, &steps->list[step]);
		if (step > first || whole[i].end <= whole[i].start)
			continue;
		if (unvouched == NULL)
			unvouched = unvouched_find(trace);
		from = unvouched_skip(&unvouched[i], whole[i].start);
		cover->begins_late |= from > whole[i].start;
		whole[i].start = from;
		add_span(cover, &whole[i]);
	}
	free(whole);
	free(unvouched);
}

static uint64_t length_of(const struct cover_span *span)
{
	return span->end > span->start ? (uint64_t)span->end - (uint64_t)span->start : 0;
}

/*
 * Mark steps that take far longer than the others: those above the third quartile plus 1.5 times
 * the interquartile range, J. W. Tukey's inner fence (Exploratory Data Analysis, 1977). Prefill and
 * decode differ by nature: each phase has a fence of its own.
 */
static void mark_outliers(struct cover *cover, enum batch_phase phase)
{
	enum { LEAST_STEPS = 5 };
	double *walls = mem_zeroed(cover->count, sizeof(*walls));
	double limit, median, q1, q3;
	size_t count = 0;

	for (size_t i = 0; i < cover->count; i++) {
		if (cover->spans[i].range != TRACE_NONE && cover->spans[i].batch.phase == phase)
			walls[count++] = (double)length_of(&cover->spans[i]);
	}
	if (count > 0) {
		q1 = values_quantile(walls, count, 0.25);
		q3 = values_quantile(walls, count, 0.75);
		median = values_quantile(walls, count, 0.5);
		limit = q3 + 1.5 * (q3 - q1);
		limit = limit > 1.1 * median ? limit : 1.1 * median;
		cover->medians_ns[phase] = loss_whole(median);
		for (size_t i = 0; i < cover->count; i++) {
			struct cover_span *span = &cover->spans[i];

			if (span->range == TRACE_NONE || span->batch.phase != phase ||
				count < LEAST_STEPS || (double)length_of(span) <= limit)
				continue;
			span->kind = i > 0 && span[-1].process == span->process ? COVER_OUTLIER
										: COVER_WARM_UP;
		}
	}
	free(walls);
}

bool cover_init(struct cover *cover, const struct trace *trace, const struct cover_watch *watch,
	struct err *err)
{
	struct step_hunt hunt = { .cover = cover, .trace = trace };
	bool ok;

	*cover = (struct cover){ 0 };
	cover->range_of = mem_nones(trace->op_count);
	cover->collectives = mem_zeroed(trace->op_count, sizeof(*cover->collectives));
	ok = find_steps(&hunt, watch, err);
	if (ok) {
		add_spans(cover, trace, &hunt.steps);
		for (int phase = 0; phase < BATCH_PHASES; phase++)
			mark_outliers(cover, (enum batch_phase)phase);
	}
	step_windows_release(&hunt.steps);
	idmap_release(&hunt.ranges);
	if (!ok)
		cover_release(cover);
	return ok;
}

void cover_release(struct cover *cover)
{
	free(cover->spans);
	free(cover->range_of);
	free(cover->collectives);
	*cover = (struct cover){ 0 };
}

size_t cover_find(const struct cover *cover, uint32_t process, int64_t time)
{
	const struct cover_span *spans = cover->spans;
	size_t at;

	ORDER_FIND(at, 0, cover->count,
		spans[at].process != process ? spans[at].process > process : spans[at].end > time);
	return at;
}
