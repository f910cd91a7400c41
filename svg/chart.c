#include "svg/svg.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sum.h"
#include "svg/picture.h"

struct svg_chart {
	struct graph graph;
	uint32_t *path; /* boxes of the last stack, the root first */
	size_t depth;   /* length of the path, not counting the root */
	size_t cap;
	uint64_t total;
	uint64_t *own; /* by depth of the path: own value since the last child or the start */
	size_t own_cap, lead_cap;
};

struct svg_chart *svg_chart_new(struct names *names)
{
	struct svg_chart *chart = mem_zeroed(1, sizeof(*chart));

	graph_init(&chart->graph, names);
	mem_need(chart->path, chart->cap, 1);
	mem_need(chart->own, chart->own_cap, 1);
	graph_add(&chart->graph, TREE_NONE, NAME_NONE, 0);
	chart->path[0] = 0;
	chart->own[0] = 0;
	return chart;
}

void svg_chart_free(struct svg_chart *chart)
{
	if (chart == NULL)
		return;
	graph_release(&chart->graph);
	free(chart->path);
	free(chart->own);
	free(chart);
}

static bool chart_set_decimals(struct svg_chart *chart, unsigned decimals, struct err *err)
{
	uint64_t scale = sum_power_of_ten(decimals - chart->graph.decimals);

	if (!sum_scale(&chart->total, scale, err))
		return false;
	chart->graph.decimals = decimals;
	for (uint32_t box = 0; box < chart->graph.count; box++) {
		chart->graph.self[box] *= scale;
		if (chart->graph.lead != NULL)
			chart->graph.lead[box] *= scale;
	}
	for (size_t i = 0; i <= chart->depth; i++)
		chart->own[i] *= scale;
	return true;
}

/* Open a box below the one at `depth` of the path, after that one's own value so far. */
static void add_box(struct svg_chart *chart, size_t depth, uint32_t frame)
{
	struct graph *graph = &chart->graph;

	mem_need(graph->lead, chart->lead_cap, (size_t)graph->count + 1);
	graph_add(graph, chart->path[depth], frame, 0);
	graph->lead[0] = 0;
	graph->lead[graph->count - 1] = chart->own[depth];
	chart->own[depth] = 0;
	chart->path[depth + 1] = graph->count - 1;
	chart->own[depth + 1] = 0;
}

bool svg_chart_add(struct svg_chart *chart, const uint32_t *frames, size_t depth, uint64_t value,
	unsigned decimals, struct err *err)
{
	struct graph *graph = &chart->graph;
	size_t shared = 0;

	if (decimals > graph->decimals && !chart_set_decimals(chart, decimals, err))
		return false;
	if (!sum_scale(&value, sum_power_of_ten(graph->decimals - decimals), err) ||
		!sum_add(&chart->total, value, err))
		return false;
	mem_need(chart->path, chart->cap, depth + 1);
	mem_need(chart->own, chart->own_cap, depth + 1);
	while (shared < depth && shared < chart->depth &&
		graph->name[chart->path[shared + 1]] == frames[shared])
		shared++;
	for (size_t i = shared; i < depth; i++)
		add_box(chart, i, frames[i]);
	chart->depth = depth;
	graph->self[chart->path[depth]] += value;
	chart->own[depth] += value;
	return true;
}

bool svg_render_chart(const struct svg_chart *chart, const struct svg_options *options, FILE *out,
	struct err *err)
{
	struct graph graph = chart->graph; /* its arrays belong to the chart, its sums to us */
	struct svg_options timed = *options;
	char *kinds = mem_zeroed((size_t)graph.names->count + 1, 1);
	bool ok;

	kinds_find(graph.names, options->reverse, graph.count, graph.name, graph.parent, kinds);
	timed.order = SVG_BY_TIME;
	ok = graph_sum(&graph, err) &&
	     picture_write(&graph, kinds, options->title != NULL ? options->title : "Flame chart",
		     &timed, out, err);
	free(graph.total);
	free(kinds);
	return ok;
}
