#include "stats/measures/step_windows.h"

#include <inttypes.h>

#include "base/text.h"
#include "collapse/plan/train_steps.h"

/* --- steps ---------------------------------------------------------------------------------- */

void step_windows_find(struct step_windows *windows, const struct trace *trace,
	const struct projected *projected, const struct range_tree *tree)
{
	/* a step, or a step itself */
	bool *inside = mem_zeroed(trace->range_count, sizeof(*inside));

	*windows = (struct step_windows){ 0 };
	for (size_t i = 0; i < tree->order.begin[tree->order.count]; i++) {
		uint32_t index = tree->order.items[i], parent = tree->parent[index];
		const struct range *range = &trace->ranges[index];

		inside[index] = parent != TRACE_NONE && inside[parent];
		if (inside[index] || !range->is_step)
			continue;
		inside[index] = true;
		if (!range->out && projected[index].launches > 0)
			step_windows_add(windows,
				&(struct step_window){ index, trace->thread_process[range->thread],
					projected[index].start, projected[index].end, NAME_NONE });
	}
	free(inside);
	step_windows_close(windows, trace);
}

void step_windows_add(struct step_windows *windows, const struct step_window *window)
{
	*mem_next(windows->list, windows->cap, windows->count) = *window;
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

/* Where names repeat, or have no number, steps are counted, as --steps does. */
static uint32_t name_step(
	const struct trace *trace, const struct train_steps *steps, const struct range *range)
{
	uint32_t at = train_steps_find(steps, trace, range->thread, range->start), name;
	const struct train_step *step = at != STEP_NONE ? &steps->list[at] : NULL;
	struct text text = { 0 };

	if (step == NULL || step->start != range->start ||
		(step->number == step->named && (!step->is_counted || steps->count == 1)))
		return range->name;
	text_addf(
		&text, "%s (step %" PRIu64 ")", trace->names->list[range->name].text, step->number);
	name = names_intern(trace->names, text.bytes, text.len);
	text_release(&text);
	return name;
}

static void name_steps(struct step_windows *windows, const struct trace *trace)
{
	struct train_steps steps;
	struct err err = { 0 }; /* of patterns, of which this is none */
	bool ok = train_steps_init(&steps, trace, &(struct step_selection){ 0 }, &err);

	for (size_t i = 0; i < windows->count; i++) {
		const struct range *range = &trace->ranges[windows->list[i].range];

		windows->list[i].name = ok ? name_step(trace, &steps, range) : range->name;
	}
	train_steps_release(&steps);
}

void step_windows_close(struct step_windows *windows, const struct trace *trace)
{
	struct unvouched *unvouched;

	if (windows->count == 0)
		return;
	unvouched = unvouched_find(trace);
	qsort(windows->list, windows->count, sizeof(*windows->list), compare_windows);
	for (size_t i = 0; i < windows->count; i++) {
		struct step_window *window = &windows->list[i];
		int64_t begun = trace->ranges[window->range].start;
		bool follows = i > 0 && window[-1].process == window->process;

		if (follows)
			window->start = window[-1].end =
				window[-1].end < window->start ? window[-1].end : window->start;
		else
			window->start = unvouched_skip(&unvouched[window->process],
				begun < window->start ? begun : window->start);
		if (follows && window->start < window[-1].end)
			window->start = window[-1].end;
		if (window->end < window->start)
			window->end = window->start;
	}
	free(unvouched);
	name_steps(windows, trace);
}

void step_windows_release(struct step_windows *windows)
{
	free(windows->list);
	*windows = (struct step_windows){ 0 };
}
