#include "stats/parts/step_windows.h"

#include <stdlib.h>

#include "base/mem.h"
#include "collapse/plan/step_names.h"

static bool is_step(const struct trace *trace, uint32_t index)
{
	uint32_t name = trace->ranges[index].name;
	size_t prefix;

	return name != NAME_NONE &&
	       step_name_is(trace->names->list[name].text, trace->names->list[name].len, &prefix);
}

static void find_steps(struct step_windows *windows, const struct trace *trace,
	const struct projected *projected, const struct range_tree *tree)
{
	size_t count = trace->range_count;
	bool *inside = mem_zeroed(count, sizeof(*inside)); /* a step, or a step itself */

	for (size_t i = 0; i < count; i++) {
		uint32_t range = tree->order[i], parent = tree->parent[range];

		inside[range] = parent != TRACE_NONE && inside[parent];
		if (inside[range] || !is_step(trace, range))
			continue;
		inside[range] = true;
		if (projected[range].launches == 0 || trace->ranges[range].out)
			continue;
		mem_need(windows->list, windows->cap, windows->count + 1);
		windows->list[windows->count++] = (struct step_window){
			.range = range,
			.process = trace->thread_process[trace->ranges[range].thread],
			.start = projected[range].start,
			.end = projected[range].end,
		};
	}
	free(inside);
}

static int compare_windows(const void *a, const void *b)
{
	const struct step_window *left = a, *right = b;

	if (left->process != right->process)
		return left->process < right->process ? -1 : 1;
	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	return (left->range > right->range) - (left->range < right->range);
}

void step_windows_find(struct step_windows *windows, const struct trace *trace,
	const struct projected *projected, const struct range_tree *tree)
{
	*windows = (struct step_windows){ 0 };
	find_steps(windows, trace, projected, tree);
	if (windows->count > 1)
		qsort(windows->list, windows->count, sizeof(*windows->list), compare_windows);
	for (size_t i = 0; i + 1 < windows->count; i++) {
		struct step_window *window = &windows->list[i];

		if (window[1].process == window->process && window[1].start > window->start)
			window->end = window[1].start;
	}
}

void step_windows_release(struct step_windows *windows)
{
	free(windows->list);
	*windows = (struct step_windows){ 0 };
}
