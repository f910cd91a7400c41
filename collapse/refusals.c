#include "collapse/refusals.h"

#include <inttypes.h>
#include <stdio.h>

bool empty_of_operations(const char *path, const char *what, const struct input_format *format,
	const struct oddities *odd, bool has_ranges, struct err *err)
{
	if (odd->rows_without_time + odd->rows_backwards > 0)
		return err_set(err, ERR_EMPTY,
			"'%s' holds no GPU operation with a valid time: %" PRIu64
			" skipped, whose start or end is missing or no number in range, or which "
			"end before they start",
			path, odd->rows_without_time + odd->rows_backwards);
	if (format->is_capture)
		return err_set(err, ERR_EMPTY, "'%s' holds no %s (%s)", path, what, format->text);
	if (format->how_to_record == NULL) /* a partial result does not say of what it was made */
		return err_set(err, ERR_EMPTY,
			"'%s' holds no %s: check that the profiled part launches kernels", path,
			what);
	if (has_ranges)
		return err_set(err, ERR_EMPTY,
			"'%s' holds ranges but no %s: gpuflame collapse --value cpu-time shows the "
			"time of these; for the GPU's, record with %s (%s)",
			path, what, format->how_to_record, format->text);
	return err_set(err, ERR_EMPTY,
		"'%s' holds no %s; record with %s (%s), and check that the profiled part launches"
		" kernels",
		path, what, format->how_to_record, format->text);
}

bool empty_of_ranges(const char *path, const struct input_format *format, struct err *err)
{
	if (format->is_capture)
		return err_set(err, ERR_EMPTY, "'%s' holds no ranges of the program (%s)", path,
			format->text);
	return err_set(err, ERR_EMPTY, "'%s' holds no ranges of the program; record with %s (%s)",
		path, format->how_to_record, format->text);
}

bool empty_selection(const struct fold_extent *extent, struct err *err)
{
	const int digits = extent->to < 10000000 ? 9 : 6; /* down to ns for a file of a few us */
	char steps[80] = "", devices[80] = "", time[80] = "";

	if (extent->has_steps)
		snprintf(steps, sizeof(steps), "; there are steps %" PRIu64 " to %" PRIu64,
			extent->first, extent->last);
	if (extent->has_devices)
		snprintf(devices, sizeof(devices), "; there are devices %" PRIu64 " to %" PRIu64,
			extent->first_device, extent->last_device);
	if (extent->has_time)
		snprintf(time, sizeof(time), "; they are between %.*fs and %.*fs", digits,
			(double)extent->from / 1e9, digits, (double)extent->to / 1e9);
	return err_set(err, ERR_EMPTY,
		"nothing is left: all operations and ranges are outside the selection%s%s%s", steps,
		devices, time);
}

bool empty_values(struct err *err)
{
	return err_set(err, ERR_EMPTY,
		"no stack is left after the rules, or none has a value; --summary shows what "
		"they filter out");
}

bool needs_events_check(const struct collapse_options *options, bool has_sums, bool has_steps,
	const char *path, struct err *err)
{
	const struct plan_options *plan = &options->plan;
	const struct selection *selection = &plan->selection;
	const struct step_selection *steps = &selection->steps;
	const size_t known = (size_t)grouping_has(&plan->grouping, GROUP_RANK) +
			     (has_steps && grouping_has(&plan->grouping, GROUP_STEP));
	const struct {
		const char *name;
		bool is_given, of_sums; /* the sums of a capture are enough */
	} list[] = {
		{ "--value count", plan->value == VALUE_COUNT, true },
		{ has_sums ? "--value (other than count, bytes)" : "--value (other than count)",
			plan->value != VALUE_GPU_TIME && plan->value != VALUE_COUNT &&
				!(has_sums && plan->value == VALUE_BYTES),
			false },
		{ "--with-idle", plan->with_idle, false },
		{ "--normalize", plan->normalize_steps, true },
		{ has_steps ? "--by (other than rank, step)" : "--by (other than rank)",
			plan->grouping.count > known && !plan->grouping.offered, false },
		{ "--graph-capture-ranges off", plan->no_graph_ranges, false },
		{ "--adopt", plan->adopt_given, false },
		{ "--steps", steps->has_numbers && !has_steps, false },
		{ "--skip-steps", steps->skip_first > 0 && !has_steps, false },
		{ "--step-range", has_sums && steps->pattern != NULL && plan->normalize_steps,
			false },
		{ "--time", selection->has_from || selection->has_to, false },
		{ "--device", selection->devices.count > 0, false },
		{ "--stream", selection->streams.count > 0, false },
		{ "--process", selection->processes.count > 0, false },
		{ "--range", selection->range != NULL, false },
		{ "--kernels-only", options->kernels_only, true },
	};

	for (size_t i = 0; i < ARRAY_SIZE(list); i++) {
		if (!list[i].is_given || (has_sums && list[i].of_sums))
			continue;
		if (has_sums)
			return err_set(err, ERR_USAGE,
				"'%s' holds sums, not events, so %s is not possible; 'gpuflame "
				"record --mode trace' keeps events",
				path, list[i].name);
		return err_set(err, ERR_USAGE,
			"'%s' holds stacks that are already folded, so %s is not possible; it "
			"applies to reports%s and traces",
			path, list[i].name, list[i].of_sums ? ", captures" : "");
	}
	return true;
}
