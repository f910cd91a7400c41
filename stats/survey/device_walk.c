#include "stats/survey/device_walk.h"

#include "base/pool.h"
#include "stats/measures/projection.h"
#include "stats/roofline/roofline.h"

const struct stream *device_walk_stream(const struct device_walk *walk, uint32_t op)
{
	return &walk->trace->streams[walk->trace->ops[op].stream];
}

/* What needs no name: the first thread finds new ones meanwhile. */
static void find_order(void *context)
{
	struct device_walk *walk = context;
	struct walk_device *last = NULL;

	walk->order = busy_order(walk->trace, PROJECT_ALL, NULL, &walk->count);
	for (size_t i = 0; i < walk->count; i++) {
		const struct stream *stream = device_walk_stream(walk, walk->order[i]);

		if (last == NULL || last->process != stream->process ||
			last->device != stream->device) {
			last = mem_next(walk->devices, walk->devices_cap, walk->device_count);
			*last = (struct walk_device){ stream->process, stream->device, i, i };
		}
		last->end++;
	}
	busy_init_ordered(&walk->computing, walk->trace, walk->order, walk->count,
		1u << OP_KERNEL | 1u << OP_GRAPH, NULL);
}

/* Steps that are known by a number after their name get one that can be read: "jit_update (step
 * 3)". */
static void name_spans(struct device_walk *walk)
{
	const struct trace *trace = walk->trace;
	struct names *names = trace->names;

	for (size_t i = 0; i < walk->cover.count; i++) {
		struct cover_span *span = &walk->cover.spans[i];
		struct text text = { 0 };
		const char *number;
		uint32_t range;

		if (span->range == TRACE_NONE || trace->ranges[span->range].name == span->name)
			continue;
		range = trace->ranges[span->range].name;
		number = names->list[span->name].text + names->list[range].len;
		range = folded_names_readable(&walk->survey->rules, range);
		text_addf(&text, "%s%s", names->list[range].text, number);
		span->name = names_intern(names, text.bytes, text.len);
		text_release(&text);
	}
}

bool device_walk_init(
	struct device_walk *walk, struct survey *survey, const struct trace *trace, struct err *err)
{
	struct task task;
	bool ok;

	*walk = (struct device_walk){ .survey = survey, .trace = trace };
	task_begin(
		&task, find_order, walk, survey->threads < 2 || trace->op_count < SURVEY_MANY_OPS);
	ok = cover_init(&walk->cover, trace, &survey->watch, err);
	waits_init(&walk->waits, trace);
	task_end(&task);
	if (!ok)
		return false;
	name_spans(walk);
	walk->communicates = busy_mark_kernels(trace, false);
	walk->kernel_kinds = mem_zeroed(trace->names->count, 1);
	walk->roofs = roof_of_products(trace);
	return true;
}

void device_walk_release(struct device_walk *walk)
{
	cover_release(&walk->cover);
	waits_release(&walk->waits);
	free(walk->communicates);
	free(walk->order);
	free(walk->devices);
	busy_release(&walk->computing);
	free(walk->gaps);
	free(walk->kernel_kinds);
	free(walk->roofs);
	*walk = (struct device_walk){ 0 };
}

/* --- steps --------------------------------------------------------------------------------- */

static void add_span(struct device_walk *walk, const struct cover_span *span)
{
	struct survey *survey = walk->survey;
	uint64_t ns = (uint64_t)span->end - (uint64_t)span->start;
	uint64_t median = walk->cover.medians_ns[span->batch.phase];
	struct loss_where where = { NAME_NONE, NAME_NONE, NAME_NONE, 0, 0 };

	survey->span_ns = loss_sum(survey->span_ns, ns);
	if (span->end <= span->start || span->kind == COVER_WARM_UP)
		return;
	survey->total_ns = loss_sum(survey->total_ns, ns);
	if (span->kind != COVER_OUTLIER)
		return;
	where.step = span->name;
	loss_add(&survey->losses[LOSS_OUTLIER], ns > median ? ns - median : 0, &where);
}

static void add_typical(struct survey *survey, const struct cover_span *span)
{
	struct survey_phase *phase = &survey->phases[span->batch.phase];
	uint64_t ns = (uint64_t)span->end - (uint64_t)span->start, requests = span->batch.requests;

	phase->word = batch_phase_word(span->batch.phase);
	phase->ns = loss_sum(phase->ns, ns);
	phase->least = phase->steps == 0 || requests < phase->least ? requests : phase->least;
	phase->most = requests > phase->most ? requests : phase->most;
	phase->steps++;
}

static void count_spans(struct device_walk *walk)
{
	struct survey *survey = walk->survey;
	uint64_t steps = survey->steps + survey->outliers + survey->warm_ups, *ns;

	for (size_t i = 0; i < walk->cover.count; i++) {
		const struct cover_span *span = &walk->cover.spans[i];

		if (span->range == TRACE_NONE || span->end <= span->start)
			continue;
		survey->steps += span->kind == COVER_TYPICAL;
		survey->outliers += span->kind == COVER_OUTLIER;
		survey->warm_ups += span->kind == COVER_WARM_UP;
		ns = span->kind == COVER_WARM_UP ? &survey->warm_up_ns : &survey->step_ns;
		*ns = loss_sum(*ns, (uint64_t)span->end - (uint64_t)span->start);
		if (span->kind == COVER_TYPICAL)
			add_typical(survey, span);
	}
	survey->stepless +=
		walk->count > 0 && steps == survey->steps + survey->outliers + survey->warm_ups;
	survey->begins_late |= walk->cover.begins_late;
	for (int phase = 0; phase < BATCH_PHASES; phase++) {
		if (walk->cover.medians_ns[phase] > survey->median_ns)
			survey->median_ns = walk->cover.medians_ns[phase];
	}
}

/* How long a device ran operations below `last` in steps; overlaps count once. */
static uint64_t time_of(
	const struct device_walk *walk, const struct walk_device *device, size_t last)
{
	const struct cover *cover = &walk->cover;
	size_t step = cover_find(cover, device->process, INT64_MIN);
	int64_t until = INT64_MIN;
	uint64_t sum = 0;

	for (size_t at = device->begin; at < device->end; at++) {
		const struct op *op = &walk->trace->ops[walk->order[at]];
		int64_t from = op->start > until ? op->start : until;

		if (walk->order[at] >= last || op->end <= from)
			continue;
		until = op->end;
		for (size_t i = step; i < cover->count; i++) {
			const struct cover_span *span = &cover->spans[i];
			int64_t start = from > span->start ? from : span->start;
			int64_t end = until < span->end ? until : span->end;

			if (span->process != device->process || span->start >= until)
				break;
			sum += end > start ? (uint64_t)end - (uint64_t)start : 0;
			step = span->end <= until ? i + 1 : step;
		}
	}
	return sum;
}

/* From the first operation, or the first step, which may begin before it, to the last one. */
static uint64_t recorded_time(const struct device_walk *walk)
{
	const struct cover *cover = &walk->cover;
	int64_t from = INT64_MAX, to = INT64_MIN;
	uint64_t recorded;

	for (size_t i = 0; i < walk->device_count; i++) {
		const struct walk_device *device = &walk->devices[i];
		size_t first = cover_find(cover, device->process, INT64_MIN);
		int64_t start = walk->trace->ops[walk->order[device->begin]].start;

		from = start < from ? start : from;
		if (first < cover->count && cover->spans[first].process == device->process &&
			cover->spans[first].start < from)
			from = cover->spans[first].start;
	}
	for (size_t i = 0; i < walk->trace->op_count; i++)
		to = walk->trace->ops[i].end > to ? walk->trace->ops[i].end : to;
	return __builtin_mul_overflow(walk->device_count, (uint64_t)to - (uint64_t)from, &recorded)
		       ? UINT64_MAX
		       : recorded;
}

static void add_kernel_times(struct device_walk *walk)
{
	struct survey *survey = walk->survey;

	for (size_t i = 0; i < walk->trace->op_end[OP_KERNEL]; i++) {
		const struct op *op = &walk->trace->ops[i];
		uint64_t ns = (uint64_t)op->end - (uint64_t)op->start;

		if (op->name == NAME_NONE)
			continue;
		ledger_add(&survey->kernels, op->name, ns);
		survey->kernels_ns = loss_sum(survey->kernels_ns, ns);
	}
}

/* Each device has the steps of its process. */
void device_walk_time(struct device_walk *walk)
{
	const struct cover *cover = &walk->cover;
	struct survey *survey = walk->survey;

	count_spans(walk);
	survey->devices += walk->device_count;
	for (size_t i = 0; i < walk->device_count; i++) {
		const struct walk_device *device = &walk->devices[i];

		for (size_t j = cover_find(cover, device->process, INT64_MIN);
			j < cover->count && cover->spans[j].process == device->process; j++)
			add_span(walk, &cover->spans[j]);
		survey->busy_ns =
			loss_sum(survey->busy_ns, time_of(walk, device, walk->trace->op_count));
		survey->kernel_ns = loss_sum(
			survey->kernel_ns, time_of(walk, device, walk->trace->op_end[OP_KERNEL]));
	}
	survey->recorded_ns = loss_sum(survey->recorded_ns, recorded_time(walk));
	add_kernel_times(walk);
}

/* --- losses --------------------------------------------------------------------------------- */

static void where_of(
	struct device_walk *walk, const struct lost_piece *piece, struct loss_where *where)
{
	const struct trace *trace = walk->trace;
	uint32_t range = walk->cover.range_of[piece->op], name = piece->range;

	if (name == RANGE_OF_OP)
		name = range != TRACE_NONE ? trace->ranges[range].name : NAME_NONE;
	*where = (struct loss_where){
		.range = NAME_NONE,
		.op = piece->name != NAME_NONE ? piece->name : trace->ops[piece->op].name,
		.step = NAME_NONE,
	};
	if (trace->sums != NULL) {
		where->count = trace->sums[piece->op].count;
		where->longest = trace->sums[piece->op].max;
	}
	if (name != NAME_NONE)
		where->range = folded_names_find(&walk->survey->folded, walk->survey->names, name);
}

/* What the CPU did in an outlier. */
static void explain_outlier(struct device_walk *walk, const struct lost_piece *piece, uint64_t ns)
{
	uint64_t *sum = &walk->survey->outlier_ns[piece->kind];
	struct loss_where where;

	*sum = loss_sum(*sum, ns);
	if (piece->kind != LOSS_HOST && piece->kind != LOSS_DATA)
		return;
	where_of(walk, piece, &where);
	ledger_add(
		&walk->survey->losses[LOSS_OUTLIER].places, loss_place(where.range, NAME_NONE), ns);
}

/* It lost `ns`, which is what is beyond its roof. */
static void add_product(struct device_walk *walk, uint32_t op, uint64_t ns)
{
	double whole = (double)ns / (1 - walk->roofs[op]);

	walk->survey->product_ns = loss_sum(walk->survey->product_ns, (uint64_t)whole);
	walk->survey->product_roof_ns += whole - (double)ns;
}

void device_walk_lose(struct device_walk *walk, const struct lost_piece *piece)
{
	const struct cover *cover = &walk->cover;
	uint32_t process = device_walk_stream(walk, piece->op)->process;
	struct loss_where where;
	bool named = false;

	for (size_t i = cover_find(cover, process, piece->from); i < cover->count; i++) {
		const struct cover_span *span = &cover->spans[i];
		int64_t from = piece->from > span->start ? piece->from : span->start;
		int64_t to = piece->to < span->end ? piece->to : span->end;
		uint64_t ns = (uint64_t)to - (uint64_t)from;

		if (span->process != process || span->start >= piece->to)
			break;
		if (to > from && span->kind == COVER_OUTLIER)
			explain_outlier(walk, piece, ns);
		if (span->kind != COVER_TYPICAL || to <= from)
			continue;
		if (!named)
			where_of(walk, piece, &where);
		named = true;
		where.step = span->name;
		loss_add(&walk->survey->losses[piece->kind], ns, &where);
		if (piece->kind == LOSS_PRODUCTS)
			add_product(walk, piece->op, ns);
	}
}
