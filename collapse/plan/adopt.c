#include "collapse/plan/adopt.h"

#include <stdlib.h>
#include <string.h>

#include "base/idmap.h"
#include "base/die.h"
#include "base/mem.h"
#include "base/order.h"
#include "collapse/fold/nest.h"
#include "collapse/fold/range_stacks.h"
#include "collapse/plan/autograd.h"

/* --- the one thread that waits ------------------------------------------------------ */

/* A thread's outermost range opens or its last one closes; or an operation asks. */
enum moment_kind { MOMENT_OPENS, MOMENT_ASKS, MOMENT_CLOSES };

struct moment {
	int64_t time;
	uint32_t process, thread, op;
	uint8_t kind;
};

struct moments {
	struct moment *list;
	size_t count, cap;
};

static void add_moment(struct moments *moments, struct moment moment)
{
	mem_need(moments->list, moments->cap, moments->count + 1);
	moments->list[moments->count++] = moment;
}

static int compare_moments(const void *context, uint32_t a, uint32_t b)
{
	const struct moment *left = (const struct moment *)context + a;
	const struct moment *right = (const struct moment *)context + b;

	if (left->process != right->process)
		return left->process < right->process ? -1 : 1;
	if (left->time != right->time)
		return left->time < right->time ? -1 : 1;
	return (left->kind > right->kind) - (left->kind < right->kind);
}

static void gather_moments(
	const struct trace *trace, const bool *has_range, struct moments *moments)
{
	for (size_t i = 0; i < trace->range_count; i++) {
		const struct range *range = &trace->ranges[i];
		struct moment moment = {
			.time = range->start,
			.process = trace->thread_process[range->thread],
			.thread = range->thread,
			.kind = MOMENT_OPENS,
		};

		if (range->crosses)
			continue;
		add_moment(moments, moment);
		moment.time = range->end;
		moment.kind = MOMENT_CLOSES;
		add_moment(moments, moment);
	}
	for (size_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];

		if (op->thread == TRACE_NONE || has_range[i])
			continue;
		add_moment(moments, (struct moment){ .time = op->api_start,
					    .process = trace->thread_process[op->thread],
					    .thread = op->thread,
					    .op = (uint32_t)i,
					    .kind = MOMENT_ASKS });
	}
}

/* Sweep over time, tracking the threads that have ranges open; fills `waiting` by operation. */
static void sweep_moments(const struct trace *trace, const struct moments *moments,
	const uint32_t *order, uint32_t *waiting)
{
	uint64_t *open = mem_zeroed(trace->threads.count, sizeof(*open));
	uint64_t open_threads = 0, sum = 0; /* with one open thread, the sum is that thread */

	for (size_t i = 0; i < moments->count; i++) {
		const struct moment *moment = &moments->list[order[i]];

		switch ((enum moment_kind)moment->kind) {
		case MOMENT_OPENS:
			if (open[moment->thread]++ == 0) {
				open_threads++;
				sum += moment->thread;
			}
			break;
		case MOMENT_CLOSES:
			if (--open[moment->thread] == 0) {
				open_threads--;
				sum -= moment->thread;
			}
			break;
		case MOMENT_ASKS:
			/* an operation whose own thread has the range does not wait for itself */
			if (open_threads == 1 && sum != moment->thread)
				waiting[moment->op] = (uint32_t)sum;
			break;
		}
	}
	free(open);
}

/* By operation without a range: the thread that waits for it, or TRACE_NONE. */
static void find_waiting(const struct trace *trace, const bool *has_range, uint32_t *waiting)
{
	struct moments moments = { 0 };
	uint32_t *order;

	gather_moments(trace, has_range, &moments);
	if (moments.count >= TRACE_NONE)
		die("more than 2^32 ranges and operations");
	order = mem_zeroed(moments.count, sizeof(*order));
	for (size_t i = 0; i < moments.count; i++)
		order[i] = (uint32_t)i;
	order_by(order, moments.count, compare_moments, moments.list);
	sweep_moments(trace, &moments, order, waiting);
	free(order);
	free(moments.list);
}

/* --- seq = N ------------------------------------------------------------------------ */

#define SEQ_NONE UINT64_MAX

static uint64_t seq_of_text(const char *text, size_t len)
{
	static const char mark[] = ", seq = ";
	uint64_t seq = SEQ_NONE;

	for (size_t i = 0; i + sizeof(mark) - 1 < len; i++) {
		const char *digit = text + i + sizeof(mark) - 1;

		if (text[i] != ',' || memcmp(text + i, mark, sizeof(mark) - 1) != 0)
			continue;
		for (seq = 0; digit < text + len && *digit >= '0' && *digit <= '9'; digit++) {
			if (seq > UINT32_MAX)
				return SEQ_NONE;
			seq = seq * 10 + (uint64_t)(*digit - '0');
		}
		return digit > text + i + sizeof(mark) - 1 ? seq : SEQ_NONE;
	}
	return seq;
}

/* All ranges with a number, by process and number, in order of their start. */
struct seqs {
	struct idmap keys;
	uint32_t *last;    /* by index of keys: the last range with it so far */
	uint32_t *forward; /* by range: the previous one of its key on another thread */
	uint64_t *of_range;
	size_t last_cap;
};

static int compare_range_starts(const void *context, uint32_t a, uint32_t b)
{
	const struct range *left = (const struct range *)context + a;
	const struct range *right = (const struct range *)context + b;

	return (left->start > right->start) - (left->start < right->start);
}

static uint64_t seq_key(const struct trace *trace, uint32_t thread, uint64_t seq)
{
	return (uint64_t)trace->thread_process[thread] << 40 | seq;
}

static void find_seqs_of_names(const struct trace *trace, struct seqs *seqs)
{
	uint64_t *of_name = mem_zeroed(trace->names->count, sizeof(*of_name));

	seqs->of_range = mem_zeroed(trace->range_count, sizeof(*seqs->of_range));
	for (uint32_t i = 0; i < trace->names->count; i++)
		of_name[i] = seq_of_text(trace->names->list[i].text, trace->names->list[i].len);
	for (size_t i = 0; i < trace->range_count; i++) {
		const struct range *range = &trace->ranges[i];

		seqs->of_range[i] = range->crosses || range->name == NAME_NONE
					    ? SEQ_NONE
					    : of_name[range->name];
	}
	free(of_name);
}

static void link_seqs(const struct trace *trace, struct seqs *seqs)
{
	uint32_t *order = mem_zeroed(trace->range_count, sizeof(*order));
	size_t count = 0;

	seqs->forward = mem_zeroed(trace->range_count, sizeof(*seqs->forward));
	for (size_t i = 0; i < trace->range_count; i++) {
		if (seqs->of_range[i] != SEQ_NONE)
			order[count++] = (uint32_t)i;
	}
	order_by(order, count, compare_range_starts, trace->ranges);
	for (size_t i = 0; i < count; i++) {
		const struct range *range = &trace->ranges[order[i]];
		uint32_t index, had = seqs->keys.count;

		index = idmap_add(
			&seqs->keys, seq_key(trace, range->thread, seqs->of_range[order[i]]));
		mem_need(seqs->last, seqs->last_cap, seqs->keys.count);
		seqs->forward[order[i]] = TRACE_NONE;
		if (seqs->keys.count == had)
			seqs->forward[order[i]] =
				trace->ranges[seqs->last[index]].thread != range->thread
					? seqs->last[index]
					: seqs->forward[seqs->last[index]];
		seqs->last[index] = order[i];
	}
	free(order);
}

static void seqs_release(struct seqs *seqs)
{
	idmap_release(&seqs->keys);
	free(seqs->last);
	free(seqs->forward);
	free(seqs->of_range);
}

/* --- both ------------------------------------------------------------------------------ */

/* The point at which to look up the ranges that adopt an operation. */
static void find_points(const struct trace *trace, const struct seqs *seqs,
	struct range_point *points, bool *has_range)
{
	uint32_t forward = TRACE_NONE;
	size_t level = 0; /* of the outermost range that has a forward one; or all were looked at */
	struct nest nest;

	nest_init(&nest, trace);
	while (nest_next(&nest)) {
		has_range[nest.op] = nest.depth > 0;
		if (nest.same <= level) {
			forward = TRACE_NONE;
			level = nest.same;
		}
		for (; level < nest.depth && forward == TRACE_NONE; level++) {
			if (seqs->of_range[nest.ranges[level]] != SEQ_NONE)
				forward = seqs->forward[nest.ranges[level]];
		}
		if (forward != TRACE_NONE)
			points[nest.op] = (struct range_point){
				.start = trace->ranges[forward].start,
				.end = trace->ranges[forward].end,
				.thread = trace->ranges[forward].thread,
			};
	}
	nest_release(&nest);
}

static void mark_adopted(const struct trace *trace, struct tree *stacks, uint32_t *under)
{
	static const char text[] = "[adopted]";
	uint32_t adopted = names_intern(trace->names, text, sizeof(text) - 1);

	for (size_t i = 0; i < trace->op_count; i++) {
		if (under[i] != TREE_ROOT)
			under[i] = tree_child(stacks, under[i], adopted);
	}
}

static void find_all(const struct trace *trace, struct seqs *seqs, struct range_point *points,
	bool *has_range, uint32_t *waiting)
{
	for (size_t i = 0; i < trace->op_count; i++) {
		points[i].thread = TRACE_NONE;
		waiting[i] = TRACE_NONE;
	}
	find_seqs_of_names(trace, seqs);
	link_seqs(trace, seqs);
	find_points(trace, seqs, points, has_range);
	find_waiting(trace, has_range, waiting);
	autograd_points(trace, points);
	for (size_t i = 0; i < trace->op_count; i++) {
		if (waiting[i] != TRACE_NONE && points[i].thread == TRACE_NONE)
			points[i] = (struct range_point){
				.start = trace->ops[i].api_start,
				.end = trace->ops[i].api_start,
				.thread = waiting[i],
			};
	}
}

void adopt_points(const struct trace *trace, struct range_point *points)
{
	struct seqs seqs = { 0 };
	bool *has_range = mem_zeroed(trace->op_count, sizeof(*has_range));
	uint32_t *waiting = mem_zeroed(trace->op_count, sizeof(*waiting));

	find_all(trace, &seqs, points, has_range, waiting);
	seqs_release(&seqs);

	free(has_range);
	free(waiting);
}

void adopt_operations(const struct trace *trace, struct tree *stacks, uint32_t *under)
{
	struct range_point *points = mem_zeroed(trace->op_count, sizeof(*points));

	adopt_points(trace, points);
	range_stacks(trace, points, trace->op_count, stacks, under);
	mark_adopted(trace, stacks, under);
	free(points);
}
