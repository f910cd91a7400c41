#include "stats/parts/report.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sum.h"
#include "stats/parts/range_places.h"
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

static bool group_of(struct proj_sum_state *state, uint64_t key, uint32_t *index, struct err *err)
{
	uint32_t had = state->sums.keys.count;

	if (!mem_try_grow((void **)&state->groups, &state->groups_cap, (size_t)had + 1,
		    sizeof(*state->groups), err) ||
		!sums_group(&state->sums, key, index, err))
		return false;
	if (state->sums.keys.count > had)
		state->groups[*index] = (struct proj_sum_group){ 0 };
	return true;
}

static bool add_range(struct proj_sum_state *state, const struct range *range,
	const struct projected *projected, uint32_t level, uint32_t children, struct err *err)
{
	struct proj_sum_group *group;
	uint32_t index;

	if (!group_of(state, sums_pair(range->style, range->name), &index, err))
		return false;
	group = &state->groups[index];
	if (!sum_add_ns(&group->range_ns, range_length(range), err))
		return false;
	group->launches += projected->launches;
	group->levels += level;
	group->children += children;
	return tally_add(&state->sums.tally, index,
		(uint64_t)projected->end - (uint64_t)projected->start, err);
}

static bool add_ranges(struct proj_sum_state *state, const struct trace *trace,
	const struct range_places *places, uint32_t *children, struct err *err)
{
	const struct projected *projected = places->projected;
	const struct range_tree *tree = &places->tree;

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
	struct range_places own = { 0 };
	const struct range_places *places = range_places_get(run, trace, true, &own, err);
	uint32_t *children = mem_try_zeroed(trace->range_count, sizeof(*children), err);
	bool ok = places != NULL && children != NULL &&
		  add_ranges(run->state, trace, places, children, err);

	range_places_release(&own);
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

static void get_group(const struct report_run *run, uint32_t index, struct partial_group *group)
{
	const struct proj_sum_state *state = run->state;
	const struct proj_sum_group *from = &state->groups[index];

	group->labels[0] = state->sums.keys.keys[index] >> 32;
	group->labels[1] = (uint32_t)state->sums.keys.keys[index];
	group->counters[0] = (uint64_t)from->range_ns;
	group->counters[1] = from->launches;
	group->counters[2] = from->levels;
	group->counters[3] = from->children;
}

static bool put_group(
	struct report_run *run, const struct partial_group *group, uint32_t *index, struct err *err)
{
	struct proj_sum_state *state = run->state;
	struct proj_sum_group *to;

	if (!group_of(state, sums_pair((uint32_t)group->labels[0], (uint32_t)group->labels[1]),
		    index, err))
		return false;
	to = &state->groups[*index];
	return sum_add_ns(&to->range_ns, group->counters[0], err) &&
	       sum_add(&to->launches, group->counters[1], err) &&
	       sum_add(&to->levels, group->counters[2], err) &&
	       sum_add(&to->children, group->counters[3], err);
}

static const struct report_partial partial = {
	.labels = "un",
	.counters = 4,
	.tallies = 1,
	.count = sums_partial_count,
	.get = get_group,
	.put = put_group,
	.tally = sums_partial_tally,
};

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
	.want = WANT_OTHER_OPS | WANT_RANGES,
	.needs = NEED_OPS | NEED_RANGES,
	.uses_places = true,
	.state_size = sizeof(struct proj_sum_state),
	.add = add,
	.finish = sums_finish,
	.release = release,
	.sums = &shape,
	.partial = &partial,
};
