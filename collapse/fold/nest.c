#include "collapse/fold/nest.h"

#include "base/die.h"
#include "base/order.h"
#include "base/pool.h"

static int compare_ranges(const void *context, uint32_t a, uint32_t b)
{
	const struct trace *trace = context;
	const struct range *left = &trace->ranges[a], *right = &trace->ranges[b];

	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	return (left->end < right->end) - (left->end > right->end);
}

static int compare_ops(const void *context, uint32_t a, uint32_t b)
{
	const struct trace *trace = context;
	int64_t left = trace->ops[a].api_start, right = trace->ops[b].api_start;

	return (left > right) - (left < right);
}

static uint32_t range_thread(const void *context, size_t i)
{
	const struct range *range = &((const struct trace *)context)->ranges[i];

	return range->crosses ? BUCKET_NONE : range->thread;
}

static uint32_t op_thread(const void *context, size_t i)
{
	return ((const struct trace *)context)->ops[i].thread;
}

static inline struct range_point launch_of(const struct op *op)
{
	return (struct range_point){ op->api_start, op->api_end, op->thread };
}

/* Where an operation is visited, if adoption counts. */
static struct range_point point_of(const struct trace *trace, size_t i)
{
	return trace->adopted[i].thread != TRACE_NONE ? trace->adopted[i]
						      : launch_of(&trace->ops[i]);
}

static uint32_t adopting_thread(const void *context, size_t i)
{
	return point_of(context, i).thread;
}

/* Operations of one launch stay together. */
static int compare_adopted(const void *context, uint32_t a, uint32_t b)
{
	const struct trace *trace = context;
	int64_t left = point_of(trace, a).start, right = point_of(trace, b).start;

	return left != right ? (left > right) - (left < right) : compare_ops(context, a, b);
}

void nest_sort_ranges(const struct trace *trace, struct buckets *order)
{
	buckets_init(order, trace->threads.count, trace->range_count, range_thread, compare_ranges,
		trace);
}

struct range_sorting {
	const struct trace *trace;
	struct buckets *order; /* NULL: not wanted */
};

static void sort_ranges(void *context)
{
	const struct range_sorting *sorting = context;

	if (sorting->order != NULL)
		nest_sort_ranges(sorting->trace, sorting->order);
}

/* Both, or what is not NULL: many ranges by a second thread, if there may be one. */
static void sort(const struct trace *trace, struct buckets *ranges, struct buckets *ops)
{
	enum { MANY = 1 << 16 };
	bool adopts = trace->adopted != NULL;
	struct range_sorting sorting = { .trace = trace, .order = ranges };
	struct task task;

	task_begin(&task, sort_ranges, &sorting,
		ranges == NULL || ops == NULL || trace->workers < 2 || trace->range_count < MANY);
	if (ops != NULL)
		buckets_init(ops, trace->threads.count, trace->op_count,
			adopts ? adopting_thread : op_thread,
			adopts ? compare_adopted : compare_ops, trace);
	task_end(&task);
}

void nest_keep_order(struct trace *trace)
{
	trace->ordered_ops = trace->ops;
	sort(trace, &trace->range_order, &trace->op_order);
}

static void begin(struct nest *nest, const struct trace *trace)
{
	bool keeps_ranges = trace->range_order.items != NULL;
	bool keeps_ops = trace->op_order.items != NULL && trace->ordered_ops == trace->ops;

	*nest = (struct nest){ .trace = trace };
	sort(trace, keeps_ranges ? NULL : &nest->own_ranges, keeps_ops ? NULL : &nest->own_ops);
	nest->ranges_order = keeps_ranges ? trace->range_order : nest->own_ranges;
	nest->ops_order = keeps_ops ? trace->op_order : nest->own_ops;
}

/* --- adoption ------------------------------------------------------------------------- */

/* Keep the ranges of the latest answer as a chain; `chains` are those by level. */
static void keep_chain(struct nest *to, const struct nest *from, uint32_t *chains)
{
	for (size_t i = from->same; i < from->depth; i++) {
		if (to->own_count == TRACE_NONE - 1)
			die("more than 2^32 ranges around launches in one file");
		*mem_next(to->own_chains, to->own_cap, to->own_count) =
			(struct own_range){ from->ranges[i], i > 0 ? chains[i - 1] : 0 };
		chains[i] = (uint32_t)to->own_count;
	}
	to->own_chain[from->op] = from->depth > 0 ? chains[from->depth - 1] : 0;
}

/* The ranges that each operation is in by itself. */
static void find_own(struct nest *nest, const struct trace *trace)
{
	struct trace alone = *trace;
	uint32_t *chains = NULL;
	size_t chains_cap = 0;
	struct nest own;

	nest->own_chain = mem_zeroed(trace->op_count, sizeof(*nest->own_chain));
	alone.adopted = NULL;
	alone.op_order = (struct buckets){ 0 };
	begin(&own, &alone);
	while (nest_next(&own)) {
		mem_need(chains, chains_cap, own.depth);
		keep_chain(nest, &own, chains);
	}
	free(chains);
	nest_release(&own);
}

void nest_init(struct nest *nest, const struct trace *trace)
{
	begin(nest, trace);
	if (trace->adopted != NULL)
		find_own(nest, trace);
}

static bool is_around(const struct range *range, const struct range_point *point)
{
	return range->thread == point->thread && range->start <= point->start &&
	       range->end >= point->end;
}

/* Add the operation's own ranges to the answer, but for those that are around its point, too. */
static void add_own(struct nest *nest, const struct range_point *point)
{
	const struct range *ranges = nest->trace->ranges;
	size_t count = 0, at;

	for (uint32_t own = nest->own_chain[nest->op]; own > 0;
		own = nest->own_chains[own - 1].above)
		count += !is_around(&ranges[nest->own_chains[own - 1].range], point);
	mem_need(nest->ranges, nest->ranges_cap, nest->depth + count);
	nest->depth += count;
	at = nest->depth;
	for (uint32_t own = nest->own_chain[nest->op]; own > 0;
		own = nest->own_chains[own - 1].above) {
		uint32_t range = nest->own_chains[own - 1].range;

		if (!is_around(&ranges[range], point))
			nest->ranges[--at] = range;
	}
}

void nest_release(struct nest *nest)
{
	free(nest->own_chains);
	free(nest->own_chain);
	buckets_release(&nest->own_ops);
	buckets_release(&nest->own_ranges);
	free(nest->open);
	free(nest->ranges);
	*nest = (struct nest){ 0 };
}

static int64_t end_of(const struct nest *nest, size_t level)
{
	return nest->trace->ranges[nest->open[level].range].end;
}

static void set_level(struct nest *nest, size_t level, uint32_t range)
{
	int64_t end = nest->trace->ranges[range].end;

	if (level > 0 && nest->open[level - 1].least_end < end)
		end = nest->open[level - 1].least_end;
	nest->open[level] = (struct nest_level){ .range = range, .least_end = end };
	if (level < nest->changed)
		nest->changed = level;
}

/* Pop ranges that ended before `now`: they contain nothing later. */
static void pop_ended(struct nest *nest, int64_t now)
{
	while (nest->open_count > 0 && end_of(nest, nest->open_count - 1) < now)
		nest->open_count--;
	if (nest->open_count < nest->changed)
		nest->changed = nest->open_count;
}

/* Remove ended ranges below others that are still open: these overlap without nesting. */
static void drop_ended(struct nest *nest, int64_t now)
{
	size_t kept = 0;

	while (kept < nest->open_count && end_of(nest, kept) >= now)
		kept++;
	for (size_t level = kept + 1; level < nest->open_count; level++) {
		if (end_of(nest, level) >= now)
			set_level(nest, kept++, nest->open[level].range);
	}
	nest->open_count = kept;
	if (kept < nest->changed)
		nest->changed = kept;
}

/* Open the ranges that begin no later than `now`. */
static void push_begun(struct nest *nest, int64_t now)
{
	const struct trace *trace = nest->trace;
	size_t end = nest->ranges_order.begin[nest->thread + 1];

	for (; nest->next_range < end; nest->next_range++) {
		uint32_t range = nest->ranges_order.items[nest->next_range];

		if (trace->ranges[range].start > now)
			break;
		pop_ended(nest, trace->ranges[range].start);
		mem_need(nest->open, nest->open_cap, nest->open_count + 1);
		set_level(nest, nest->open_count, range);
		nest->open_count++;
	}
}

/*
 * How many levels, counted from the bottom, last until `until`: least_end never rises with the
 * level.
 */
static size_t lasting(const struct nest *nest, int64_t until)
{
	size_t level;

	ORDER_FIND(level, 0, nest->open_count, nest->open[level].least_end < until);
	return level;
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Set the answer to those of `open` that last until `until`. */
static void answer(struct nest *nest, int64_t until)
{
	size_t whole = lasting(nest, until);

	mem_need(nest->ranges, nest->ranges_cap, nest->open_count);
	nest->same = least(nest->changed, least(nest->whole, whole));
	nest->depth = nest->same;
	for (size_t level = nest->same; level < nest->open_count; level++) {
		if (level < whole || end_of(nest, level) >= until)
			nest->ranges[nest->depth++] = nest->open[level].range;
	}
	nest->whole = whole;
	nest->changed = nest->open_count;
}

bool nest_next(struct nest *nest)
{
	const struct range_point *adopted;
	struct range_point point;
	bool is_adopted;

	while (nest->thread < nest->trace->threads.count &&
		nest->next_op == nest->ops_order.begin[nest->thread + 1]) {
		nest->thread++;
		nest->next_range = nest->ranges_order.begin[nest->thread];
		nest->open_count = 0;
		nest->changed = 0;
	}
	if (nest->thread == nest->trace->threads.count)
		return false;
	nest->op = nest->ops_order.items[nest->next_op++];
	adopted = nest->trace->adopted;
	is_adopted = adopted != NULL && adopted[nest->op].thread != TRACE_NONE;
	point = is_adopted ? adopted[nest->op] : launch_of(&nest->trace->ops[nest->op]);
	push_begun(nest, point.start);
	pop_ended(nest, point.start);
	if (nest->open_count > 0 && nest->open[nest->open_count - 1].least_end < point.start)
		drop_ended(nest, point.start);
	answer(nest, point.end);
	if (is_adopted)
		add_own(nest, &point);
	return true;
}
