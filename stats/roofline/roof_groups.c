#include "stats/roofline/roofline.h"

#include <assert.h>

#include "base/die.h"
#include "base/sum.h"
#include "collapse/fold/nest.h"
#include "stats/measures/busy.h"
#include "stats/measures/kernel_runs.h"
#include "stats/measures/step_windows.h"
#include "stats/measures/styles.h"

/* --- chains of ranges ------------------------------------------------------------------- */

/*
 * The ranges around each operation, so that operations can be visited in another order than that
 * of their launches: chains from the innermost to the outermost, which share their outer parts.
 */
struct op_chain {
	uint32_t range, above; /* above: index + 1 of the next one; 0: none */
};

struct op_chains {
	struct op_chain *list; /* each after the one above it */
	size_t count, cap;
	uint32_t *of_op; /* by op: index + 1 of its innermost; 0: in no range */
};

/* Each pair of an operation and a range takes time: refuse what may be quadratic. */
static bool check_pairs(uint64_t pairs, uint64_t ops, struct err *err)
{
	static const uint64_t most_more = 1 << 26, most_ranges = 256;

	return pairs <= most_more + ops * most_ranges ||
	       err_set(err, ERR_FORMAT, "too many operations in too many ranges, each in the next");
}

/* `levels` has the chain of each level of the operation before. */
static void add_levels(struct op_chains *chains, const struct nest *nest, uint32_t *levels)
{
	for (size_t i = nest->same; i < nest->depth; i++) {
		if (chains->count >= TRACE_NONE - 1)
			die("there are more than 2^32 ranges around operations");
		*mem_next(chains->list, chains->cap, chains->count) =
			(struct op_chain){ nest->ranges[i], i > 0 ? levels[i - 1] : 0 };
		levels[i] = (uint32_t)chains->count;
	}
	chains->of_op[nest->op] = nest->depth > 0 ? levels[nest->depth - 1] : 0;
}

/*
 * As nest_init(). ERR_NOMEM; ERR_FORMAT where operations are in so many ranges, each in
 * the next, that visiting all would take too long.
 */
static bool op_chains_init(struct op_chains *chains, const struct trace *trace, struct err *err)
{
	uint64_t pairs = 0, ops = 0;
	uint32_t *levels = NULL;
	size_t levels_cap = 0;
	struct nest nest;
	bool ok = true;

	nest_init(&nest, trace);
	chains->of_op = mem_zeroed(trace->op_count, sizeof(*chains->of_op));
	while (ok && nest_next(&nest)) {
		pairs += nest.depth;
		mem_need(levels, levels_cap, nest.depth);
		add_levels(chains, &nest, levels);
		ok = check_pairs(pairs, ++ops, err);
	}
	nest_release(&nest);
	free(levels);
	return ok;
}

/* A range of the trace at hand. */
struct roof_range {
	int64_t end, counted_end; /* of what ran so far on the current device */
	int64_t counted_ns;       /* as in its group; with what clocks of whole us may hide */
	double compute_ns;
	double least_ns; /* of a product in half precision or less; 0: not known, or none */
	uint32_t device; /* the number of that, from 1; 0: none yet */
	uint32_t work;   /* in trace->works; index + 1 */
	uint32_t group;
	bool is_known;   /* group is set */
	bool is_within;  /* a range of its name */
	bool is_outer;   /* an operator inside has the work */
	bool is_counted; /* its work was added */
	bool is_over;
	bool runs_fp32; /* a kernel of it is in FP32, not TF32 */
};

struct roof_walk {
	struct roof_groups *groups;
	const struct trace *trace;
	const struct report_options *options;
	struct op_chains chains;
	struct stated_works *stated;
	struct roof_range *ranges;
	uint64_t *walls; /* by range */
	struct stated_works none;
	struct gpu_peak peak; /* of the current device */
	uint32_t device;      /* its number, from 1 */
};

/* --- ranges ----------------------------------------------------------------------------- */

static bool find_group(struct roof_walk *walk, uint32_t name, uint32_t *group, struct err *err)
{
	struct roof_groups *groups = walk->groups;
	uint32_t had = groups->names.count;

	mem_need(groups->list, groups->cap, (size_t)had + 1);
	mem_need(groups->stated, groups->stated_cap, (size_t)had + 1);
	*group = idmap_add(&groups->names, name);
	if (groups->names.count == had)
		return true;
	groups->list[*group] = (struct roof_group){ .ranges = 0 };
	return stated_works_find(
		walk->stated, walk->trace->names, name, &groups->stated[*group], err);
}

/*
 * Which ranges are within others of their name, by going from each chain to the next, which begins
 * at one of those around it: a chain that was left is not met again.
 */
static void find_within(struct roof_walk *walk)
{
	const struct op_chain *list = walk->chains.list;
	uint32_t *open = mem_zeroed(walk->groups->names.count, sizeof(*open)); /* by group */

	for (size_t i = 0; i < walk->chains.count; i++) {
		struct roof_range *range = &walk->ranges[list[i].range];

		for (uint32_t at = (uint32_t)i; at != list[i].above; at = list[at - 1].above)
			open[walk->ranges[list[at - 1].range].group]--;
		range->is_within |= open[range->group]++ > 0;
	}
	free(open);
}

/* Find the groups of the ranges that have operations, and the operators that have others inside. */
static bool prepare_ranges(struct roof_walk *walk, struct err *err)
{
	struct op_chains *chains = &walk->chains;
	uint32_t *nearest = mem_zeroed(chains->count, sizeof(*nearest)); /* range + 1 */
	bool ok = true;

	for (size_t i = 0; i < walk->trace->work_count; i++)
		walk->ranges[walk->trace->works[i].range].work = (uint32_t)i + 1;
	for (size_t i = 0; ok && i < chains->count; i++) {
		const struct op_chain *chain = &chains->list[i];
		struct roof_range *range = &walk->ranges[chain->range];
		uint32_t above = chain->above != 0 ? nearest[chain->above - 1] : 0;

		/* what adopts operations of another thread has not launched them */
		if (above != 0 && walk->trace->ranges[above - 1].thread !=
					  walk->trace->ranges[chain->range].thread)
			above = 0;
		if (range->work != 0 && above != 0)
			walk->ranges[above - 1].is_outer = true;
		nearest[i] = range->work != 0 ? chain->range + 1 : above;
		if (!range->is_known)
			ok = find_group(
				walk, walk->trace->ranges[chain->range].name, &range->group, err);
		range->is_known = true;
	}
	free(nearest);
	if (ok)
		find_within(walk);
	return ok;
}

/* Of steps as everywhere (step_windows.h), of other ranges from their first operation to their
 * last. */
static void find_walls(struct roof_walk *walk)
{
	size_t count = walk->trace->range_count;
	struct step_windows windows;
	struct projected *projected = mem_zeroed(count, sizeof(*projected));
	struct range_tree tree;

	project_ranges(walk->trace, PROJECT_ALL, projected);
	range_tree_init(&tree, walk->trace, false);
	walk->walls = mem_zeroed(count, sizeof(*walk->walls));
	step_windows_find(&windows, walk->trace, projected, &tree);
	for (size_t i = 0; i < count; i++)
		walk->walls[i] = (uint64_t)projected[i].end - (uint64_t)projected[i].start;
	for (size_t i = 0; i < windows.count; i++) {
		const struct step_window *window = &windows.list[i];

		walk->walls[window->range] = (uint64_t)window->end - (uint64_t)window->start;
	}
	step_windows_release(&windows);
	range_tree_release(&tree);
	free(projected);
}

/* The operators, the innermost of those around, whose kernels are in FP32. */
static void find_precisions(struct roof_walk *walk)
{
	const struct trace *trace = walk->trace;

	for (size_t i = 0; i < trace->op_end[OP_KERNEL]; i++) {
		uint32_t at = walk->chains.of_op[i], name = trace->ops[i].name;

		if (at == 0 || name == NAME_NONE || !kernel_is_fp32(trace->names->list[name].text))
			continue;
		assert(walk->chains.list != NULL);
		while (at != 0 && walk->ranges[walk->chains.list[at - 1].range].work == 0)
			at = walk->chains.list[at - 1].above;
		if (at != 0)
			walk->ranges[walk->chains.list[at - 1].range].runs_fp32 = true;
	}
}

/* --- operations ------------------------------------------------------------------------- */

/* A device that the file has no name of is like all others, if these are alike. */
static uint32_t name_of_device(const struct trace *trace, uint32_t device)
{
	uint32_t name = trace_device_name(trace, device);

	if (name != NAME_NONE || trace->device_count == 0)
		return name;
	for (size_t i = 1; i < trace->device_count; i++) {
		if (trace->devices[i].name != trace->devices[0].name)
			return NAME_NONE;
	}
	return trace->devices[0].name;
}

static void find_peak(struct roof_walk *walk, uint32_t device)
{
	const struct gpu_peak *given = walk->options->peak;
	uint32_t name = name_of_device(walk->trace, device);
	struct gpu_peak *peak = &walk->peak;

	*peak = (struct gpu_peak){ .bytes = 0 };
	if (name != NAME_NONE)
		gpu_peak_find(walk->trace->names->list[name].text, peak);
	if (given != NULL)
		gpu_peak_replace(peak, given);
	if (peak->flops[NUMBER_UNKNOWN] > 0 || walk->groups->lacks_peak)
		return;
	walk->groups->lacks_peak = true;
	walk->groups->lacking = name;
}

/* The next operation, in the order of devices. */
static void set_device(
	struct roof_walk *walk, const struct stream *before, const struct stream *now)
{
	if (before != NULL && before->process == now->process && before->device == now->device)
		return;
	walk->device++;
	find_peak(walk, now->device);
}

static void add_amount(struct amount *to, const struct amount *from)
{
	to->flop += from->flop;
	to->bytes += from->bytes;
	to->compute_ns += from->compute_ns;
	to->memory_ns += from->memory_ns;
	to->least_ns += from->least_ns;
	to->lacks_bytes |= from->lacks_bytes;
	to->lacks_peak |= from->lacks_peak;
	to->lacks_roof |= from->lacks_roof;
}

static struct amount amount_of(const struct roof_walk *walk, const struct tensor_work *work)
{
	double flops = walk->peak.flops[work->type], bytes = walk->peak.bytes;
	struct amount amount = {
		.flop = work->flop,
		.bytes = work->bytes,
		.compute_ns = flops > 0 ? work->flop / flops * 1e9 : 0,
		.memory_ns = bytes > 0 ? work->bytes / bytes * 1e9 : 0,
		.lacks_bytes = work->bytes <= 0,
		.lacks_peak = flops <= 0,
		.lacks_roof = flops <= 0 || bytes <= 0 || work->bytes <= 0,
	};

	amount.least_ns =
		amount.compute_ns > amount.memory_ns ? amount.compute_ns : amount.memory_ns;
	return amount;
}

/* How long the operation adds to what ran before it, which was over at *end. */
static uint64_t extend(const struct op *op, int64_t *end)
{
	int64_t start = op->start > *end ? op->start : *end;

	if (op->end <= start)
		return 0;
	*end = op->end;
	return (uint64_t)op->end - (uint64_t)start;
}

/*
 * What the operation brings to the range: *carried, of the ranges inside, and *counts, whether its
 * time is of known work, are replaced where the range has work of its own.
 */
static void find_work(struct roof_walk *walk, const struct op *op, uint32_t index,
	struct amount *carried, bool *counts)
{
	struct roof_range *range = &walk->ranges[index];
	uint32_t stated = walk->groups->stated[range->group];
	bool is_launcher = walk->trace->ranges[index].thread == op->thread;
	struct tensor_work work;

	if (stated != 0)
		work = walk->stated->list[stated - 1].work;
	else if (range->work != 0 && !range->is_outer && is_launcher && !*counts)
		work = walk->trace->works[range->work - 1].work;
	else
		return;
	if (stated == 0 && work.type == NUMBER_FP32 && !range->runs_fp32)
		work.type = NUMBER_TF32;
	*carried = (struct amount){ .flop = 0 };
	if (!range->is_counted)
		*carried = amount_of(walk, &work);
	if (!range->is_counted && !carried->lacks_roof && work.type >= NUMBER_FP16)
		range->least_ns = carried->least_ns;
	range->is_counted = true;
	*counts = true;
}

static bool add_time(struct roof_walk *walk, const struct op *op, const struct op_chain *chain,
	const struct amount *carried, bool counts, struct err *err)
{
	struct roof_range *range = &walk->ranges[chain->range];
	struct roof_group *group = &walk->groups->list[range->group];
	bool is_first = range->device == 0;
	uint64_t counted_ns, slack_ns = op->api_halved ? 1000 : 0;

	if (range->is_within || walk->trace->ranges[chain->range].out)
		return true;
	if (range->device != walk->device) {
		range->device = walk->device;
		range->end = range->counted_end = INT64_MIN;
		group->ranges += is_first;
		if (!sum_add_ns(&group->wall_ns, walk->walls[chain->range], err))
			return false;
	}
	add_amount(&group->amount, carried);
	range->compute_ns += carried->compute_ns;
	if (!sum_add_ns(&group->busy_ns, extend(op, &range->end), err))
		return false;
	if (!counts)
		return true;
	counted_ns = extend(op, &range->counted_end);
	return sum_add_ns(&group->counted_ns, counted_ns, err) &&
	       sum_add_ns(&group->slack_ns, slack_ns, err) &&
	       sum_add_ns(&range->counted_ns, counted_ns + slack_ns, err);
}

static bool add_op(struct roof_walk *walk, uint32_t index, struct err *err)
{
	const struct op *op = &walk->trace->ops[index];
	struct amount carried = { .flop = 0 };
	bool counts = false;

	for (uint32_t at = walk->chains.of_op[index]; at != 0;) {
		const struct op_chain *chain;

		assert(walk->chains.list != NULL);
		chain = &walk->chains.list[at - 1];
		find_work(walk, op, chain->range, &carried, &counts);
		if (!add_time(walk, op, chain, &carried, counts, err))
			return false;
		at = chain->above;
	}
	return true;
}

static bool add_ops(struct roof_walk *walk, struct err *err)
{
	const struct trace *trace = walk->trace;
	const struct stream *before = NULL, *now;
	size_t count;
	uint32_t *order = busy_order(trace, PROJECT_ALL, NULL, &count);
	bool ok = true;

	for (size_t i = 0; ok && i < count; i++, before = now) {
		now = &trace->streams[trace->ops[order[i]].stream];
		set_device(walk, before, now);
		ok = add_op(walk, order[i], err);
	}
	free(order);
	return ok;
}

/* Find the ranges with more work than their time has room for, and those around them. */
static void find_over(struct roof_walk *walk)
{
	const struct op_chain *list = walk->chains.list;
	bool *has_over = mem_zeroed(walk->chains.count, sizeof(*has_over)); /* by chain */

	for (size_t i = 0; i < walk->trace->range_count; i++) {
		struct roof_range *range = &walk->ranges[i];
		struct roof_group *group;
		double ratio;

		range->is_over = range->compute_ns > (double)range->counted_ns;
		if (!range->is_over)
			continue;
		group = &walk->groups->list[range->group];
		ratio = range->compute_ns / (double)range->counted_ns;
		group->worst = ratio > group->worst ? ratio : group->worst;
		group->over++;
	}
	/* each is before those inside */
	for (size_t i = walk->chains.count; i-- > 0;) {
		const struct roof_range *range = &walk->ranges[list[i].range];

		walk->groups->list[range->group].has_over |= has_over[i];
		if (list[i].above != 0)
			has_over[list[i].above - 1] |= has_over[i] || range->is_over;
	}
	free(has_over);
}

static bool walk_trace(struct roof_walk *walk, struct err *err)
{
	walk->stated = walk->options->stated != NULL ? walk->options->stated : &walk->none;
	walk->stated->were_asked = true;
	walk->ranges = mem_zeroed(walk->trace->range_count, sizeof(*walk->ranges));
	if (!op_chains_init(&walk->chains, walk->trace, err) || !prepare_ranges(walk, err))
		return false;
	find_walls(walk);
	find_precisions(walk);
	if (!add_ops(walk, err))
		return false;
	find_over(walk);
	return true;
}

static void walk_release(struct roof_walk *walk)
{
	free(walk->chains.list);
	free(walk->chains.of_op);
	free(walk->ranges);
	free(walk->walls);
}

bool roof_groups_add(struct roof_groups *groups, const struct report_run *run,
	const struct trace *trace, struct err *err)
{
	struct roof_walk walk = { .groups = groups, .trace = trace, .options = run->options };
	bool ok = walk_trace(&walk, err);

	walk_release(&walk);
	return ok;
}

/* The product, of the innermost operator that has work, which launched the operation; or NULL. */
static const struct roof_range *product_of(const struct roof_walk *walk, uint32_t op)
{
	const struct trace *trace = walk->trace;
	const struct names *names = trace->names;
	uint32_t at = walk->chains.of_op[op];

	while (at != 0) {
		const struct op_chain *chain;
		const struct roof_range *range;

		assert(walk->chains.list != NULL);
		chain = &walk->chains.list[at - 1];
		range = &walk->ranges[chain->range];
		if (range->work != 0)
			return range->least_ns > 0 && range->counted_ns > 0 &&
					       strstr(names->list[trace->ranges[chain->range].name]
							       .text,
						       "mm") != NULL
				       ? range
				       : NULL;
		at = chain->above;
	}
	return NULL;
}

double *roof_of_products(const struct trace *trace)
{
	struct roof_groups groups = { .list = NULL };
	struct report_options options = { .peak = NULL };
	struct roof_walk walk = { .groups = &groups, .trace = trace, .options = &options };
	struct err err = { 0 }; /* a trace with too many ranges has none */
	double *roofs = NULL;

	if (trace->work_count == 0)
		return NULL;
	if (walk_trace(&walk, &err))
		roofs = mem_zeroed(trace->op_count, sizeof(*roofs));
	for (uint32_t i = 0; roofs != NULL && i < trace->op_count; i++) {
		const struct roof_range *product = product_of(&walk, i);

		if (product != NULL)
			roofs[i] = product->least_ns / (double)product->counted_ns;
	}
	walk_release(&walk);
	roof_groups_release(&groups);
	return roofs;
}

void roof_groups_release(struct roof_groups *groups)
{
	idmap_release(&groups->names);
	free(groups->list);
	free(groups->stated);
}
