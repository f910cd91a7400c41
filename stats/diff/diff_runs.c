#include "stats/diff/diff_runs.h"

#include <assert.h>
#include <math.h>

#include "stats/measures/report.h"
#include "stats/measures/spread.h"

/*
 * Quotients and means of equal values may differ in their last bits; this relative tolerance
 * exceeds what thousands of runs add up to, and is far below the precision of clocks.
 */
static const double rounding = 1e-13;

void diff_init(struct diff *diff)
{
	*diff = (struct diff){ 0 };
	names_init(&diff->names);
	tree_init(&diff->tree, &diff->names);
}

void diff_release(struct diff *diff)
{
	for (size_t i = 0; i < diff_runs(diff); i++)
		free(diff->runs[i].cells);
	free(diff->runs);
	free(diff->stacks);
	for (size_t i = 0; i < diff->pair_count; i++)
		free(diff->pairs[i].nodes);
	free(diff->pairs);
	tree_release(&diff->tree);
	names_release(&diff->names);
}

/* --- runs ----------------------------------------------------------------------------- */

static void add_cell(struct diff_run *run, uint32_t node, const struct diff_cell *cell)
{
	mem_need(run->cells, run->cap, (size_t)node + 1);
	while (run->count <= node)
		run->cells[run->count++] = (struct diff_cell){ 0 };
	run->cells[node].value += cell->value;
	run->cells[node].ops += cell->ops;
	run->total.value += cell->value;
	run->total.ops += cell->ops;
}

static void add_nodes(
	struct diff *diff, struct diff_run *run, const struct tree *from, uint32_t *map)
{
	run->units = pow(10, from->decimals);
	map[TREE_ROOT] = TREE_ROOT;
	for (uint32_t node = 0; node < from->count; node++) {
		struct diff_cell cell = { .value = (double)from->self[node] };

		if (from->stats != NULL)
			cell.ops = (double)from->stats[node].count;
		if (node != TREE_ROOT) {
			const struct name *name = &from->names->list[from->frame[node]];
			uint32_t frame = names_intern(&diff->names, name->text, name->len);

			map[node] = tree_child(&diff->tree, map[from->parent[node]], frame);
		}
		if (cell.value > 0 || cell.ops > 0)
			add_cell(run, map[node], &cell);
	}
}

void diff_add_run(struct diff *diff, enum diff_side side, const char *file, const struct tree *tree,
	uint64_t steps, uint64_t ranks)
{
	uint32_t *map = mem_zeroed(tree->count, sizeof(*map));
	struct diff_run *run;

	assert(side == DIFF_AFTER || diff->run_count[DIFF_AFTER] == 0);
	mem_need(diff->runs, diff->runs_cap, diff_runs(diff) + 1);
	run = &diff->runs[diff_runs(diff)];
	diff->run_count[side]++;
	*run = (struct diff_run){ .file = file, .steps = steps, .ranks = ranks };
	add_nodes(diff, run, tree, map);
	free(map);
}

void diff_fold(struct diff *diff, const uint32_t *twins)
{
	for (size_t i = 0; i < diff_runs(diff); i++) {
		struct diff_run *run = &diff->runs[i], folded = { 0 };

		for (uint32_t node = 0; node < run->count; node++)
			add_cell(&folded, twins[node], &run->cells[node]);
		free(run->cells);
		run->cells = folded.cells;
		run->count = folded.count;
		run->cap = folded.cap;
	}
}

/* --- comparing -------------------------------------------------------------------------- */

static struct diff_cell sum_run(const struct diff_run *run, const uint32_t *nodes, size_t count)
{
	struct diff_cell sum = { 0 };

	if (nodes == NULL)
		return run->total;
	for (size_t i = 0; i < count; i++) {
		if (nodes[i] >= run->count)
			continue;
		sum.value += run->cells[nodes[i]].value;
		sum.ops += run->cells[nodes[i]].ops;
	}
	return sum;
}

size_t diff_runs(const struct diff *diff)
{
	return diff->run_count[DIFF_BEFORE] + diff->run_count[DIFF_AFTER];
}

double diff_run_value(const struct diff *diff, const struct diff_run *run, double value)
{
	/* multiplying by an inverse would not give exactly 100 */
	return value / (diff->per_step ? run->units * (double)run->steps : run->units);
}

/* The mean of the runs of a side, or the median of a history, whose values are then reordered. */
static double center_of(const struct diff *diff, enum diff_side side, double *values)
{
	size_t count = diff->run_count[side];
	double sum = 0;

	if (diff->is_history && side == DIFF_BEFORE)
		return values_quantile(values, count, 0.5);
	for (size_t i = 0; i < count; i++)
		sum += values[i];
	return sum / (double)count;
}

static void compare_with_history(
	const struct diff *diff, double *values, struct diff_change *change)
{
	size_t count = diff->run_count[DIFF_BEFORE];
	double *scratch = values + count + 1, noise = 0;

	memcpy(scratch, values, count * sizeof(*values));
	*change = (struct diff_change){
		.before = values_quantile(scratch, count, 0.5),
		.after = values[count],
		.has_interval = count >= SERIES_LEAST,
	};
	if (change->has_interval)
		noise = series_noise(values, count, &diff->factors, scratch);
	change->low = change->after - change->before - noise;
	change->high = change->after - change->before + noise;
}

void diff_compare(const struct diff *diff, double *values, struct diff_change *change)
{
	size_t before = diff->run_count[DIFF_BEFORE], after = diff->run_count[DIFF_AFTER];
	double by;

	if (diff->is_history)
		compare_with_history(diff, values, change);
	else
		welch_compare(values, before, values + before, after, change);
	/* values that differ only by rounding are equal */
	by = change->after - change->before;
	if (fabs(by) <= diff_slack(change)) {
		change->after = change->before;
		change->low -= by;
		change->high -= by;
	}
	change->noise = change->has_interval && change->low <= 0 && change->high >= 0;
}

struct series_shift diff_shift(const struct diff *diff, double *values)
{
	size_t count = diff_runs(diff);

	if (!diff->is_history || diff->run_count[DIFF_BEFORE] < SERIES_LEAST)
		return (struct series_shift){ 0 };
	return series_shift_find(values, count, rounding, &diff->factors, values + count);
}

static void compare(const struct diff *diff, const uint32_t *nodes, size_t count, double *scratch,
	struct diff_change *change)
{
	size_t runs = diff_runs(diff);
	double *ops = scratch + 2 * runs;

	for (size_t i = 0; i < runs; i++) {
		const struct diff_run *run = &diff->runs[i];
		struct diff_cell sum = sum_run(run, nodes, count);

		scratch[i] = diff_run_value(diff, run, sum.value);
		ops[i] = diff->per_step ? sum.ops / (double)run->steps : sum.ops;
	}
	diff_compare(diff, scratch, change);
	change->before_ops = center_of(diff, DIFF_BEFORE, ops);
	change->after_ops = center_of(diff, DIFF_AFTER, ops + diff->run_count[DIFF_BEFORE]);
}

void diff_sum(
	const struct diff *diff, const uint32_t *nodes, size_t count, struct diff_change *change)
{
	double *scratch = mem_zeroed(3 * diff_runs(diff), sizeof(*scratch));

	compare(diff, nodes, count, scratch, change);
	change->shift = diff_shift(diff, scratch);
	free(scratch);
}

static void compare_stacks(struct diff *diff, double *scratch)
{
	for (uint32_t node = 0; node < diff->tree.count; node++) {
		struct diff_change change;

		compare(diff, &node, 1, scratch, &change);
		if (change.before == 0 && change.after == 0)
			continue;
		*mem_next(diff->stacks, diff->stacks_cap, diff->stack_count) =
			(struct diff_stack){ .node = node, .change = change };
	}
}

static void add_item(
	struct diff_work *work, size_t index, const char *what, double before, double after)
{
	bool known = before > 0 && after > 0;
	bool differs = known && fabs(after - before) > 1e-9 * fmax(before, after);

	work->items[index] = (struct diff_work_item){ what, before, after, differs };
	work->differs |= differs;
}

static bool is_far(double before, double after)
{
	static const double tenfold = 10;

	return before >= tenfold * after || after >= tenfold * before;
}

/* `scratch` has room for all runs twice. */
static void find_work(struct diff *diff, double *scratch)
{
	size_t runs = diff_runs(diff), before = diff->run_count[DIFF_BEFORE];
	const struct diff_change *total = &diff->total;
	double *ranks = scratch + runs;

	for (size_t i = 0; i < runs; i++) {
		scratch[i] = (double)diff->runs[i].steps;
		ranks[i] = (double)diff->runs[i].ranks;
	}
	add_item(&diff->work, 0, "steps", center_of(diff, DIFF_BEFORE, scratch),
		center_of(diff, DIFF_AFTER, scratch + before));
	add_item(&diff->work, 1, "ranks", center_of(diff, DIFF_BEFORE, ranks),
		center_of(diff, DIFF_AFTER, ranks + before));
	add_item(&diff->work, 2, diff->per_step ? "launches per step" : "launches",
		diff->has_ops ? total->before_ops : 0, diff->has_ops ? total->after_ops : 0);
	diff->work.implausible = diff->has_ops ? is_far(total->before_ops, total->after_ops)
					       : is_far(total->before, total->after);
}

void diff_close(struct diff *diff, bool by_step)
{
	double *scratch = mem_zeroed(3 * diff_runs(diff), sizeof(*scratch));

	diff->per_step = by_step;
	diff->has_ops = true;
	for (size_t i = 0; i < diff_runs(diff); i++) {
		diff->per_step &= diff->runs[i].steps > 0;
		diff->has_ops &= diff->runs[i].total.ops > 0;
	}
	if (diff->is_history && diff->run_count[DIFF_BEFORE] >= SERIES_LEAST)
		diff->factors = series_factors(diff->run_count[DIFF_BEFORE]);
	diff_sum(diff, NULL, 0, &diff->total);
	find_work(diff, scratch);
	compare_stacks(diff, scratch);
	free(scratch);
}

size_t diff_rows(const struct diff *diff)
{
	return diff->stack_count + diff->pair_count;
}

const struct diff_stack *diff_row(const struct diff *diff, size_t index)
{
	if (index >= diff->stack_count)
		return &diff->pairs[index - diff->stack_count].row;
	return diff->stacks[index].pair == 0 ? &diff->stacks[index] : NULL;
}

double diff_percent(const struct diff_change *change)
{
	if (change->before <= 0)
		return change->after > 0 ? (double)INFINITY : 0;
	return (change->after - change->before) * 100 / change->before;
}

double diff_slack(const struct diff_change *change)
{
	return rounding * fmax(change->before, change->after);
}

/* --- out ----------------------------------------------------------------------------------- */

bool diff_side_tree(
	const struct diff *diff, enum diff_side side, struct tree *tree, struct err *err)
{
	/* The same nodes in the same order, so that ids are those of diff->tree. */
	for (uint32_t node = 1; node < diff->tree.count; node++)
		tree_child(tree, diff->tree.parent[node], diff->tree.frame[node]);
	for (size_t i = 0; i < diff_rows(diff); i++) {
		const struct diff_stack *row = diff_row(diff, i);
		bool is_before = side == DIFF_BEFORE;
		struct tree_stats stats = { 0 };
		uint64_t value;

		if (row == NULL)
			continue;
		value = (uint64_t)sink_scale(is_before ? row->change.before : row->change.after, 0);
		stats.count = (uint64_t)sink_scale(
			(is_before ? row->change.before_ops : row->change.after_ops) *
				DIFF_OPS_SCALE,
			0);
		if (!(diff->has_ops ? tree_add_stats(tree, row->node, value, &stats, err)
				    : tree_add(tree, row->node, value, err)))
			return false;
	}
	return true;
}

void diff_stack_text(const struct diff *diff, uint32_t node, struct text *text)
{
	const struct tree *tree = &diff->tree;
	size_t at = 0;

	for (uint32_t above = node; above != TREE_ROOT; above = tree->parent[above])
		at += diff->names.list[tree->frame[above]].len + (size_t)1;
	mem_need(text->bytes, text->cap, at + 1);
	text->len = at > 0 ? at - 1 : 0;
	for (uint32_t above = node; above != TREE_ROOT; above = tree->parent[above]) {
		const struct name *name = &diff->names.list[tree->frame[above]];

		text->bytes[--at] = ';'; /* after the last frame too, where it is cut off */
		at -= name->len;
		memcpy(text->bytes + at, name->text, name->len);
	}
	text->bytes[text->len] = '\0';
}
