#include "stats/parts/report.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sum.h"
#include "stats/parts/projection.h"
#include "stats/parts/range_tree.h"
#include "stats/parts/styles.h"
#include "stats/parts/sums.h"

struct proj_sum_group {
	int64_t range_ns;
	uint64_t launches, levels, children; /* sums */
};

struct proj_sum_state {
	struct sums sums; /* first; of projected times, by style << 32 | name */
	struct proj_sum_group *groups;
	size_t groups_cap;
};

static bool add_range(struct proj_sum_state *state, const struct range *range,
	const struct projected *projected, uint32_t level, uint32_t children, struct err *err)
{
	uint32_t index, had = state->sums.keys.count;
	struct proj_sum_group *group;

	if (!sums_group(&state->sums, sums_pair(range->style, range->name), &index, err) ||
		!mem_grow((void **)&state->groups, &state->groups_cap, state->sums.keys.count,
			sizeof(*state->groups), err))
		return false;
	group = &state->groups[index];
	if (state->sums.keys.count > had)
		*group = (struct proj_sum_group){ 0 };
	if (!sum_add_ns(&group->range_ns, range_length(range), err))
		return false;
	group->launches += projected->launches;
	group->levels += level;
	group->children += children;
	return tally_add(&state->sums.tally, index,
		(uint64_t)projected->end - (uint64_t)projected->start, err);
}

static bool add_ranges(struct proj_sum_state *state, const struct trace *trace,
	const struct range_tree *tree, const struct projected *projected, uint32_t *children,
	struct err *err)
{
	for (size_t i = 0; i < trace->range_count; i++) {
		if (projected[i].launches > 0 && tree->parent[i] != TRACE_NONE)
			children[tree->parent[i]]++;
	}
	for (size_t i = 0; i < trace->range_count; i++) {
		if (projected[i].launches > 0 && !add_range(state, &trace->ranges[i], &projected[i],
							 tree->level[i], children[i], err))
			return false;
	}
	return true;
}

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct projected *projected = mem_zeroed(trace->range_count, sizeof(*projected), err);
	uint32_t *children = mem_zeroed(trace->range_count, sizeof(*children), err);
	struct range_tree tree = { 0 };
	bool ok = projected != NULL && children != NULL &&
		  project_ranges(trace, PROJECT_ALL, projected, err) &&
		  range_tree_init(&tree, trace, false, err) &&
		  add_ranges(run->state, trace, &tree, projected, children, err);

	range_tree_release(&tree);
	free(projected);
	free(children);
	return ok;
}

static int compare(const struct report_run *run, uint64_t a, uint64_t b)
{
	int order = sums_compare_key_names(run, a, b);

	return order != 0 ? order : (a > b) - (a < b);
}

static void fill_row(const struct report_run *run, uint32_t index, const struct spread *spread,
	struct cell *cells)
{
	const struct proj_sum_state *state = run->state;
	const struct proj_sum_group *group = &state->groups[index];
	uint64_t key = state->sums.keys.keys[index];
	double count = (double)spread->count;

	cells[0] = cell_name(run->names, (uint32_t)key);
	cells[1] = cell_text(range_style_name((unsigned)(key >> 32)));
	cells[2] = cell_integer(spread->total);
	cells[3] = cell_integer(group->range_ns);
	cells[4] = cell_integer((int64_t)spread->count);
	sums_spread_cells(spread, 0, cells + 5);
	cells[10] = cell_integer((int64_t)group->launches);
	cells[11] = cell_real((double)group->launches / count);
	cells[12] = cell_real((double)group->levels / count);
	cells[13] = cell_real((double)group->children / count);
}

static const struct sums_shape shape = { .row = fill_row, .compare = compare };

static void release(struct report_run *run)
{
	struct proj_sum_state *state = run->state;

	sums_release(run);
	free(state->groups);
}

static const struct column columns[] = {
	{ "Range", COLUMN_TEXT, 0, 0 },
	{ "Style", COLUMN_TEXT, 0, 9 },
	{ "Total Proj Time", COLUMN_TIME, 0, 0 },
	{ "Total Range Time", COLUMN_TIME, 0, 1 },
	{ "Range Instances", COLUMN_COUNT, 0, 1 },
	SUMS_SPREAD_COLUMNS("Proj "),
	{ "Total GPU Ops", COLUMN_COUNT, 0, 2 },
	{ "Avg GPU Ops", COLUMN_COUNT, 1, 7 },
	{ "Avg Range Lvl", COLUMN_COUNT, 1, 8 },
	{ "Avg Num Child", COLUMN_COUNT, 1, 8 },
};

const struct report report_nvtx_gpu_proj_sum = {
	.name = "nvtx_gpu_proj_sum",
	.title = "NVTX GPU projection summary",
	.doc = "NVTX ranges projected to the GPU, by name and style: each lasts from the start of"
	       " the first operation launched in it to the end of the last one.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.needs = NEED_OPS | NEED_RANGES,
	.state_size = sizeof(struct proj_sum_state),
	.add = add,
	.finish = sums_finish,
	.release = release,
	.sums = &shape,
};
