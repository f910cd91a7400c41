#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/order.h"
#include "base/text.h"
#include "stats/parts/range_places.h"
#include "stats/parts/report.h"
#include "stats/parts/styles.h"

/*
 * The pace of a training: for all ranges of one name, or all kernels of one, the time since
 * the previous one in its process, and since the first.
 */
struct beat {
	int64_t start, end;
	uint64_t pid;
	uint32_t name;
	uint32_t kind; /* the name; of ranges, with N for numbers */
};

/* What is shown is common to all files, so that they can be compared. */
struct pace_state {
	bool is_chosen;
	uint32_t name;  /* NAME_NONE: all of the kind */
	uint32_t kind;  /* NAME_NONE: nothing */
	uint64_t *sums; /* by kind, while one is chosen */
	size_t sums_count, sums_cap;
};

/* A walk over the beats of a trace, which are judged, or kept if they are shown. */
struct beats {
	const struct report_run *run;
	bool judges;
	struct beat *list; /* those kept */
	size_t count, cap;
};

typedef bool walk_fn(struct beats *beats, const struct trace *trace, struct err *err);

/* "Train step" and "Train step N" mean the kind "Train step N". */
static bool is_of_kind(const char *wanted, const char *kind)
{
	size_t len = strlen(wanted);

	if (strncmp(kind, wanted, len) != 0)
		return false;
	kind += len + strspn(kind + len, " #:_-=");
	return *kind == '\0' || strcmp(kind, "N") == 0;
}

static bool add_to_sum(struct beats *beats, const struct beat *beat, struct err *err)
{
	struct pace_state *state = beats->run->state;
	size_t names = beats->run->names->count;

	if (beat->kind >= state->sums_count) {
		if (!mem_try_grow((void **)&state->sums, &state->sums_cap, names,
			    sizeof(*state->sums), err))
			return false;
		while (state->sums_count < names)
			state->sums[state->sums_count++] = 0;
	}
	state->sums[beat->kind] += (uint64_t)beat->end - (uint64_t)beat->start;
	return true;
}

/* The name given, else the kind given, else the one with the largest sum so far. */
static bool judge_beat(struct beats *beats, const struct beat *beat, struct err *err)
{
	const char *wanted = beats->run->options->pace;
	const struct name *names = beats->run->names->list;
	struct pace_state *state = beats->run->state;

	if (state->name != NAME_NONE)
		return true;
	if (!add_to_sum(beats, beat, err))
		return false;
	if (wanted != NULL && strcmp(names[beat->name].text, wanted) == 0)
		state->name = beat->name;
	if (wanted != NULL ? is_of_kind(wanted, names[beat->kind].text)
			   : state->kind == NAME_NONE ||
				     state->sums[beat->kind] > state->sums[state->kind])
		state->kind = beat->kind;
	return true;
}

static bool is_shown(const struct pace_state *state, const struct beat *beat)
{
	return state->name != NAME_NONE ? beat->name == state->name : beat->kind == state->kind;
}

static bool take_beat(struct beats *beats, const struct beat *beat, struct err *err)
{
	if (beats->judges)
		return judge_beat(beats, beat, err);
	if (!is_shown(beats->run->state, beat))
		return true;
	if (!mem_try_grow((void **)&beats->list, &beats->cap, beats->count + 1,
		    sizeof(*beats->list), err))
		return false;
	beats->list[beats->count++] = *beat;
	return true;
}

/* Once, of all traces. */
static bool choose_of_all(const struct report_run *run, walk_fn *walk, struct err *err)
{
	struct pace_state *state = run->state;
	struct beats beats = { .run = run, .judges = true };
	bool ok = true;

	*state = (struct pace_state){ .is_chosen = true, .name = NAME_NONE, .kind = NAME_NONE };
	for (size_t i = 0; ok && i < run->trace_count; i++)
		ok = walk(&beats, run->traces[i], err);
	free(state->sums);
	state->sums = NULL;
	return ok;
}

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct beat *left = (const struct beat *)context + a;
	const struct beat *right = (const struct beat *)context + b;

	if (left->pid != right->pid)
		return left->pid < right->pid ? -1 : 1;
	return (left->start > right->start) - (left->start < right->start);
}

static bool give_beats(
	const struct beats *beats, const uint32_t *order, struct sink *sink, struct err *err)
{
	const struct beat *first = NULL, *before = NULL;

	for (size_t i = 0; i < beats->count; before = &beats->list[order[i++]]) {
		const struct beat *beat = &beats->list[order[i]];
		struct cell cells[] = {
			cell_name(beats->run->names, beat->name),
			cell_integer(beat->start),
			cell_integer(ns_between(beat->start, beat->end)),
			{ 0 },
			{ 0 },
			cell_integer((int64_t)beat->pid),
		};

		if (before == NULL || before->pid != beat->pid)
			first = beat;
		cells[4] = cell_integer(ns_between(first->start, beat->start));
		if (beat != first)
			cells[3] = cell_integer(ns_between(before->start, beat->start));
		if (!sink_row(sink, cells, ARRAY_SIZE(cells), err))
			return false;
	}
	return true;
}

static bool give_file(const struct beats *beats, struct sink *sink, struct err *err)
{
	uint32_t *order = mem_try_zeroed(beats->count, sizeof(*order), err);
	bool ok = order != NULL;

	for (uint32_t i = 0; ok && i < beats->count; i++)
		order[i] = i;
	ok = ok && order_sort(order, beats->count, compare, beats->list, err) &&
	     give_beats(beats, order, sink, err);
	free(order);
	return ok;
}

/* Names with N for their numbers: ranges that differ only in these are one kind. */
struct kinds {
	uint32_t *list; /* by name: the kind's, or NAME_NONE: not known yet */
	char *text;
	size_t cap;
};

static bool kinds_init(struct kinds *kinds, const struct names *names, struct err *err)
{
	*kinds = (struct kinds){ .list = mem_try_zeroed(names->count, sizeof(*kinds->list), err) };
	for (uint32_t i = 0; kinds->list != NULL && i < names->count; i++)
		kinds->list[i] = NAME_NONE;
	return kinds->list != NULL;
}

static bool find_kind(
	struct kinds *kinds, struct names *names, uint32_t name, uint32_t *kind, struct err *err)
{
	const struct name *full = &names->list[name];

	if (kinds->list[name] == NAME_NONE &&
		(!mem_try_grow((void **)&kinds->text, &kinds->cap, (size_t)full->len + 1, 1, err) ||
			!names_try_intern(names, kinds->text,
				text_mask_numbers(full->text, full->len, kinds->text),
				&kinds->list[name], err)))
		return false;
	*kind = kinds->list[name];
	return true;
}

static bool walk_ranges(struct beats *beats, const struct trace *trace, struct err *err)
{
	struct range_places own = { 0 };
	const struct range_places *places = range_places_get(beats->run, trace, false, &own, err);
	struct kinds kinds = { 0 };
	bool ok = places != NULL && kinds_init(&kinds, trace->names, err);

	for (size_t i = 0; ok && i < trace->range_count; i++) {
		const struct range *range = &trace->ranges[i];
		struct beat beat = { .name = range->name };

		if (places->projected[i].launches == 0 || range->name == NAME_NONE)
			continue;
		beat.start = places->projected[i].start;
		beat.end = places->projected[i].end;
		beat.pid = (uint64_t)thread_pid(trace->threads.keys[range->thread]);
		ok = find_kind(&kinds, trace->names, range->name, &beat.kind, err) &&
		     take_beat(beats, &beat, err);
	}
	free(kinds.list);
	free(kinds.text);
	range_places_release(&own);
	return ok;
}

static bool walk_kernels(struct beats *beats, const struct trace *trace, struct err *err)
{
	bool ok = true;

	for (size_t i = 0; ok && i < trace->op_end[OP_KERNEL]; i++) {
		const struct op *op = &trace->ops[i];
		uint64_t process = trace->processes.keys[trace->streams[op->stream].process];
		const struct beat beat = { op->start, op->end, (uint64_t)thread_pid(process),
			op->name, op->name };

		ok = op->name == NAME_NONE || take_beat(beats, &beat, err);
	}
	return ok;
}

static bool show_beats(struct report_run *run, const struct trace *trace, walk_fn *walk,
	struct sink *sink, struct err *err)
{
	const struct pace_state *state = run->state;
	struct beats beats = { .run = run };
	bool ok = (state->is_chosen || choose_of_all(run, walk, err)) && walk(&beats, trace, err) &&
		  give_file(&beats, sink, err);

	free(beats.list);
	return ok;
}

static bool show_ranges(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	return show_beats(run, trace, walk_ranges, sink, err);
}

static bool show_kernels(
	struct report_run *run, const struct trace *trace, struct sink *sink, struct err *err)
{
	return show_beats(run, trace, walk_kernels, sink, err);
}

static const struct column columns[] = {
	{ "Name", COLUMN_TEXT, 0, 0 },
	{ "Start", COLUMN_STAMP, 0, 1 },
	{ "Duration", COLUMN_TIME, 0, 0 },
	{ "Delta", COLUMN_TIME, 0, 0 },
	{ "Accumulated", COLUMN_TIME, 0, 0 },
	{ "PID", COLUMN_ID, 0, 2 },
};

static const char shape[] =
	"points; x: Accumulated; value: Duration, Delta; series: PID; subject: Name";

const struct report report_nvtx_pace = {
	.name = "nvtx_pace",
	.alias = "nvtx_gpu_proj_pace",
	.title = "The pace of a range",
	.doc = "All ranges of the name that --pace gives, or of the one with the most time; names"
	       " that differ only in digits are one, \"Train step\", unless --pace gives one of"
	       " them;"
	       " projected to the GPU, by process: how long each starts after the one before"
	       " (Delta) and after the first (Accumulated). --format svg plots both over time.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_OTHER_OPS | WANT_RANGES,
	.needs = NEED_RANGES | NEED_OPS,
	.uses_places = true,
	.state_size = sizeof(struct pace_state),
	.chart = shape,
	.option = "--pace",
	.pace_of = "range with GPU work",
	.pace_list = "nvtx_gpu_proj_sum",
	.show = show_ranges,
};

const struct report report_cuda_gpu_kern_pace = {
	.name = "cuda_gpu_kern_pace",
	.title = "The pace of a kernel",
	.doc = "All runs of the kernel that --pace names, or of the one with the most time, by"
	       " process: how long each starts after the one before (Delta) and after the first"
	       " (Accumulated). --format svg plots duration and pace over time.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.many_rows = true,
	.needs = NEED_KERNELS,
	.names_kernels = true,
	.state_size = sizeof(struct pace_state),
	.chart = shape,
	.option = "--pace",
	.pace_of = "kernel",
	.pace_list = "cuda_gpu_kern_sum",
	.show = show_kernels,
};
