#include "stats/survey/cover.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/rules.h"
#include "collapse/plan/step_names.h"
#include "collapse/plan/train_steps.h"
#include "stats/parts/spread.h"
#include "stats/survey/loss.h"

/* --- steps ------------------------------------------------------------------------------- */

/* What is known of a name: whether it is that of a step. */
enum step_word { WORD_UNKNOWN, WORD_STEP, WORD_OTHER };

struct step_hunt {
	struct cover *cover;
	const struct trace *trace;
	struct rules rules;
	bool has_pattern;    /* of the names of steps */
	uint8_t *words;      /* by name: enum step_word */
	struct idmap ranges; /* of steps; by index the span, until they are sorted */
	size_t found;        /* the step's place among the ranges of the latest operation */
	uint32_t index;      /* its span; both only if has_step */
	bool has_step;
};

static bool find_word(struct step_hunt *hunt, uint32_t name, struct err *err)
{
	const struct name *text;
	struct verdict verdict;
	size_t prefix;
	bool found;

	if (!rules_apply(&hunt->rules, FRAME_RANGE, name, &verdict, err))
		return false;
	/* rules_apply() may have moved the names */
	text = &hunt->trace->names->list[name];
	found = verdict.only ||
		(!hunt->has_pattern && step_name_is(text->text, text->len, &prefix));
	hunt->words[name] = found ? WORD_STEP : WORD_OTHER;
	return true;
}

static bool is_step(struct step_hunt *hunt, uint32_t range, bool *result, struct err *err)
{
	uint32_t name = hunt->trace->ranges[range].name;

	*result = false;
	if (name == NAME_NONE)
		return true;
	if (hunt->words[name] == WORD_UNKNOWN && !find_word(hunt, name, err))
		return false;
	*result = hunt->words[name] == WORD_STEP;
	return true;
}

static void add_step(struct step_hunt *hunt, uint32_t range)
{
	struct cover *cover = hunt->cover;
	const struct trace *trace = hunt->trace;

	mem_need(cover->spans, cover->cap, cover->count + 1);
	hunt->index = idmap_add(&hunt->ranges, range);
	if (hunt->index == cover->count)
		cover->spans[cover->count++] = (struct cover_span){
			.start = INT64_MAX,
			.end = INT64_MIN,
			.process = trace->thread_process[trace->ranges[range].thread],
			.range = range,
		};
}

/* The outermost step around the launch of an operation. */
static bool find_step(struct step_hunt *hunt, const struct nest *nest, struct err *err)
{
	size_t from = nest->same < nest->depth ? nest->same : nest->depth;
	bool found;

	if (hunt->has_step && hunt->found < nest->same)
		return true;
	hunt->has_step = false;
	for (size_t i = from; i < nest->depth; i++) {
		if (!is_step(hunt, nest->ranges[i], &found, err))
			return false;
		if (!found)
			continue;
		hunt->has_step = true;
		hunt->found = i;
		add_step(hunt, nest->ranges[i]);
		return true;
	}
	return true;
}

static bool find_steps(struct step_hunt *hunt, const struct cover_watch *watch, struct err *err)
{
	const struct trace *trace = hunt->trace;
	struct nest nest;
	bool ok = true;

	nest_init_adopting(&nest, trace);
	while (nest_next(&nest)) {
		const struct op *op = &trace->ops[nest.op];
		struct cover_span *span;

		if (nest.depth > 0)
			hunt->cover->range_of[nest.op] = nest.ranges[nest.depth - 1];
		ok = find_step(hunt, &nest, err) &&
		     (watch->launch == NULL || watch->launch(watch->context, &nest, err));
		if (!ok)
			break;
		if (!hunt->has_step)
			continue;
		span = &hunt->cover->spans[hunt->index];
		span->start = op->start < span->start ? op->start : span->start;
		span->end = op->end > span->end ? op->end : span->end;
	}
	nest_release(&nest);
	return ok;
}

/* --- spans -------------------------------------------------------------------------------- */

static int compare_spans(const void *a, const void *b)
{
	const struct cover_span *left = a, *right = b;

	if (left->process != right->process)
		return left->process < right->process ? -1 : 1;
	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	return (left->range > right->range) - (left->range < right->range);
}

static void sort_spans(struct cover *cover)
{
	if (cover->count > 1)
		qsort(cover->spans, cover->count, sizeof(*cover->spans), compare_spans);
}

/* Steps that are not selected: when they began on the CPU. */
struct left_out {
	int64_t *starts;
	size_t count, cap;
};

static int compare_starts(const void *a, const void *b)
{
	int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return (left > right) - (left < right);
}

static bool find_left_out(struct step_hunt *hunt, struct left_out *out, struct err *err)
{
	const struct trace *trace = hunt->trace;
	bool found;

	for (uint32_t i = 0; i < trace->range_count; i++) {
		if (!trace->ranges[i].out)
			continue;
		if (!is_step(hunt, i, &found, err))
			return false;
		if (!found)
			continue;
		mem_need(out->starts, out->cap, out->count + 1);
		out->starts[out->count++] = trace->ranges[i].start;
	}
	if (out->count > 1)
		qsort(out->starts, out->count, sizeof(*out->starts), compare_starts);
	return true;
}

/* Whether one began between two times. */
static bool is_left_out(const struct left_out *out, int64_t from, int64_t to)
{
	size_t low = 0, high = out->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (out->starts[middle] < from)
			low = middle + 1;
		else
			high = middle;
	}
	return low < out->count && out->starts[low] < to;
}

/* Steps end where the next one begins; before one that is left out, at their last operation. */
static bool close_steps(struct step_hunt *hunt, struct err *err)
{
	struct cover *cover = hunt->cover;
	const struct range *ranges = hunt->trace->ranges;
	struct left_out out = { 0 };
	bool ok = find_left_out(hunt, &out, err);

	sort_spans(cover);
	for (size_t i = 0; ok && i + 1 < cover->count; i++) {
		struct cover_span *span = &cover->spans[i];

		if (span[1].process == span->process &&
			(span->end > span[1].start || !is_left_out(&out, ranges[span->range].start,
							      ranges[span[1].range].start)))
			span->end = span[1].start;
	}
	free(out.starts);
	return ok;
}

/* Processes without steps: from the first operation to the last one. */
static void add_processes(struct cover *cover, const struct trace *trace)
{
	size_t processes = trace->processes.count, steps = cover->count;
	struct cover_span *whole = mem_zeroed(processes, sizeof(*whole));

	for (uint32_t i = 0; i < processes; i++)
		whole[i] = (struct cover_span){ INT64_MAX, INT64_MIN, i, TRACE_NONE, 0 };
	for (size_t i = 0; i < trace->op_count; i++) {
		struct cover_span *span = &whole[trace_op_process(trace, i)];

		span->start = trace->ops[i].start < span->start ? trace->ops[i].start : span->start;
		span->end = trace->ops[i].end > span->end ? trace->ops[i].end : span->end;
	}
	for (size_t i = 0; i < steps; i++)
		whole[cover->spans[i].process].end = INT64_MIN;
	for (size_t i = 0; i < processes; i++) {
		if (whole[i].end <= whole[i].start)
			continue;
		mem_need(cover->spans, cover->cap, cover->count + 1);
		cover->spans[cover->count++] = whole[i];
	}
	free(whole);
	sort_spans(cover);
}

static uint64_t length_of(const struct cover_span *span)
{
	return span->end > span->start ? (uint64_t)span->end - (uint64_t)span->start : 0;
}

/*
 * Mark steps that take far longer than the others: those above the third quartile plus 1.5 times
 * the interquartile range, J. W. Tukey's inner fence (Exploratory Data Analysis, 1977).
 */
static void mark_outliers(struct cover *cover)
{
	enum { LEAST_STEPS = 5 };
	double *walls = mem_zeroed(cover->count, sizeof(*walls));
	double limit, median, q1, q3;

	for (size_t i = 0; i < cover->count; i++)
		walls[i] = (double)length_of(&cover->spans[i]);
	if (cover->count > 0) {
		q1 = values_quantile(walls, cover->count, 0.25);
		q3 = values_quantile(walls, cover->count, 0.75);
		median = values_quantile(walls, cover->count, 0.5);
		limit = q3 + 1.5 * (q3 - q1);
		limit = limit > 1.1 * median ? limit : 1.1 * median;
		cover->median_ns = loss_whole(median);
		for (size_t i = 0; i < cover->count; i++) {
			struct cover_span *span = &cover->spans[i];

			if (cover->count < LEAST_STEPS || (double)length_of(span) <= limit)
				continue;
			span->kind = i > 0 && span[-1].process == span->process ? COVER_OUTLIER
										: COVER_WARM_UP;
		}
	}
	free(walls);
}

bool cover_init(struct cover *cover, const struct trace *trace, const char *pattern,
	const struct cover_watch *watch, struct err *err)
{
	struct step_hunt hunt = { .cover = cover, .trace = trace, .has_pattern = pattern != NULL };
	bool ok;

	*cover = (struct cover){ 0 };
	cover->range_of = mem_zeroed(trace->op_count, sizeof(*cover->range_of));
	hunt.words = mem_zeroed(trace->names->count, 1);
	rules_init(&hunt.rules, trace->names);
	for (size_t i = 0; i < trace->op_count; i++)
		cover->range_of[i] = TRACE_NONE;
	ok = train_steps_add_rule(&hunt.rules, pattern, err) && find_steps(&hunt, watch, err) &&
	     close_steps(&hunt, err);
	if (ok) {
		mark_outliers(cover);
		add_processes(cover, trace);
	}
	rules_release(&hunt.rules);
	free(hunt.words);
	idmap_release(&hunt.ranges);
	if (!ok)
		cover_release(cover);
	return ok;
}

void cover_release(struct cover *cover)
{
	free(cover->spans);
	free(cover->range_of);
	*cover = (struct cover){ 0 };
}

size_t cover_find(const struct cover *cover, uint32_t process, int64_t time)
{
	size_t low = 0, high = cover->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct cover_span *span = &cover->spans[middle];

		if (span->process != process ? span->process < process : span->end <= time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}
