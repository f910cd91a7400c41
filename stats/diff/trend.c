#include "stats/diff/diff_print.h"

#include <math.h>
#include <stdio.h>

#include "svg/kinds.h"

void trend_release(struct trend *trend)
{
	free(trend->rows);
	free(trend->values);
}

/* --- values ------------------------------------------------------------------------- */

/* What the rows are made from. */
struct ranges {
	uint32_t *row; /* by name: its row, 0 for what is no range */
	bool *outer;   /* by node: a range in no other one of its name, whose time counts */
	size_t count;
};

/* Number the ranges. */
static void find_rows(const struct diff *diff, struct ranges *ranges)
{
	const struct tree *tree = &diff->tree;
	char *kinds = mem_zeroed(diff->names.count, sizeof(*kinds));

	kinds_find(&diff->names, tree->count, tree->frame, tree->parent, kinds);
	for (uint32_t name = 0; name < diff->names.count; name++) {
		if (kinds[name] == KIND_RANGE)
			ranges->row[name] = (uint32_t)++ranges->count;
	}
	free(kinds);
}

/* Walk the tree in depth, counting what is open of each name. */
static void find_outer(const struct diff *diff, struct ranges *ranges)
{
	const struct tree *tree = &diff->tree;
	uint32_t *open = mem_zeroed(diff->names.count, sizeof(*open));
	uint32_t node = tree->first_child[TREE_ROOT];

	while (node != TREE_NONE && node != TREE_ROOT) {
		uint32_t frame = tree->frame[node];

		ranges->outer[node] = ranges->row[frame] > 0 && open[frame]++ == 0;
		if (tree->first_child[node] != TREE_NONE) {
			node = tree->first_child[node];
			continue;
		}
		for (; node != TREE_ROOT; node = tree->parent[node]) {
			open[tree->frame[node]] -= ranges->row[tree->frame[node]] > 0;
			if (tree->next_sibling[node] != TREE_NONE)
				break;
		}
		if (node != TREE_ROOT)
			node = tree->next_sibling[node];
	}
	free(open);
}

/* Add what each range took in a run, `values` being of the run, a row every `stride`. */
static void add_run(const struct diff *diff, const struct ranges *ranges,
	const struct diff_run *run, double *values, size_t stride)
{
	const struct tree *tree = &diff->tree;
	double *totals = mem_zeroed(tree->count, sizeof(*totals)); /* with those of all below */

	for (uint32_t node = 0; node < run->count; node++)
		totals[node] = run->cells[node].value;
	for (uint32_t node = tree->count; --node > TREE_ROOT;) {
		totals[tree->parent[node]] += totals[node];
		if (ranges->outer[node])
			values[ranges->row[tree->frame[node]] * stride] += totals[node];
	}
	values[0] = totals[TREE_ROOT];
	for (size_t row = 0; row <= ranges->count; row++)
		values[row * stride] = diff_run_value(diff, run, values[row * stride]);
	free(totals);
}

/* --- rows --------------------------------------------------------------------------- */

bool trend_row_changed(const struct trend_row *row)
{
	const struct diff_change *change = &row->change;

	return change->shift.at > 0 || (!change->noise && change->after != change->before);
}

static int compare_rows(const void *a, const void *b)
{
	const struct trend_row *left = a, *right = b;
	double left_size = fabs(left->change.after - left->change.before);
	double right_size = fabs(right->change.after - right->change.before);
	int changed = trend_row_changed(right) - trend_row_changed(left);

	if (changed != 0)
		return changed;
	if (left_size != right_size)
		return left_size < right_size ? 1 : -1;
	return (left->frame > right->frame) - (left->frame < right->frame);
}

static void make_rows(const struct diff *diff, const struct ranges *ranges, struct trend *trend)
{
	size_t runs = diff_runs(diff);
	double *scratch = mem_zeroed(2 * runs, sizeof(*scratch));

	for (size_t i = 0; i < trend->count; i++) {
		struct trend_row *row = &trend->rows[i];

		row->frame = NAME_NONE;
		row->values = trend->values + i * runs;
		memcpy(scratch, row->values, runs * sizeof(*scratch));
		diff_compare(diff, scratch, &row->change);
		row->change.shift = diff_shift(diff, scratch);
	}
	free(scratch);
	for (uint32_t name = 0; name < diff->names.count; name++) {
		if (ranges->row[name] > 0)
			trend->rows[ranges->row[name]].frame = name;
	}
	trend->rows[0].change = diff->total;
	qsort(trend->rows + 1, trend->count - 1, sizeof(*trend->rows), compare_rows);
}

void trend_find(const struct diff *diff, struct trend *trend)
{
	size_t runs = diff_runs(diff);
	struct ranges ranges = {
		.row = mem_zeroed(diff->names.count, sizeof(*ranges.row)),
		.outer = mem_zeroed(diff->tree.count, sizeof(*ranges.outer)),
	};

	find_rows(diff, &ranges);
	find_outer(diff, &ranges);
	*trend = (struct trend){ .count = ranges.count + 1 };
	trend->rows = mem_zeroed(trend->count, sizeof(*trend->rows));
	trend->values = mem_zeroed(trend->count * runs, sizeof(*trend->values));
	for (size_t i = 0; i < runs; i++)
		add_run(diff, &ranges, &diff->runs[i], trend->values + i, runs);
	make_rows(diff, &ranges, trend);
	free(ranges.row);
	free(ranges.outer);
}

/* --- words -------------------------------------------------------------------------- */

void trend_sparkline(const double *values, size_t count, bool blocks, char line[TREND_LINE])
{
	static const char *const levels[][8] = {
		{ "_", ".", "-", "~", "=", "+", "*", "#" },
		{ "\u2581", "\u2582", "\u2583", "\u2584", "\u2585", "\u2586", "\u2587", "\u2588" },
	};
	double least = INFINITY, most = 0, span;

	if (count > TREND_POINTS) {
		values += count - TREND_POINTS;
		count = TREND_POINTS;
	}
	for (size_t i = 0; i < count; i++) {
		most = fmax(most, values[i]);
		least = values[i] > 0 ? fmin(least, values[i]) : least;
	}
	span = fmax(most - least, most / 20);
	least = (most + least - span) / 2;
	for (size_t i = 0; i < count; i++) {
		double height = values[i] > 0 ? (values[i] - least) / span * 7.999 : 0;

		line = stpcpy(line, values[i] > 0 ? levels[blocks][(int)fmax(height, 0)] : " ");
	}
	*line = '\0';
}
