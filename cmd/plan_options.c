#include "cmd/plan_options.h"

#include <inttypes.h>
#include <string.h>

#include "cmd/selection_options.h"

static bool set_by(void *value, const char *arg, struct err *err)
{
	struct plan_options *plan = value;

	return grouping_parse(arg, &plan->grouping, err);
}

static bool set_graph_ranges(void *value, const char *arg, struct err *err)
{
	struct plan_options *plan = value;

	plan->no_graph_ranges = strcmp(arg, "off") == 0;
	return plan->no_graph_ranges || strcmp(arg, "on") == 0 ||
	       err_set(err, ERR_USAGE, "takes on or off, not '%.100s'", arg);
}

static bool set_start_end_ranges(void *value, const char *arg, struct err *err)
{
	struct plan_options *plan = value;

	plan->all_start_end_ranges = strcmp(arg, "all") == 0;
	plan->same_thread_given = strcmp(arg, "same-thread") == 0;
	return plan->all_start_end_ranges || plan->same_thread_given ||
	       err_set(err, ERR_USAGE, "takes same-thread or all, not '%.100s'", arg);
}

static bool set_normalize(void *value, const char *arg, struct err *err)
{
	struct plan_options *plan = value;

	plan->normalize_steps = strcmp(arg, "steps") == 0;
	return plan->normalize_steps || err_set(err, ERR_USAGE, "takes steps, not '%.100s'", arg);
}

static bool set_jobs(void *value, const char *arg, struct err *err)
{
	struct files_options *files = value;
	uint64_t jobs;

	if (!opt_parse_uint(arg, &jobs) || jobs == 0 || jobs > 256)
		return err_set(err, ERR_USAGE, "takes a number from 1 to 256, not '%.100s'", arg);
	files->jobs = (unsigned)jobs;
	return true;
}

void plan_options_init(struct collapse_options *options, struct files_options *files,
	struct opt *table, size_t room)
{
	struct plan_options *plan = &options->plan;

	const struct opt entries[] = {
		OPT_HEADING("Values"),
		OPT_WORD(0, "value", &plan->value, "VALUE", value_word, "what to measure"),
		OPT_TRUE(0, "with-idle", &plan->with_idle,
			"add a frame [GPU idle] for the gap before each operation"),
		OPT_STRING(0, "communication", &plan->communication, "REGEX",
			"which kernels are communication, for --value exposed; no-copies: copies "
			"and fills are neither communication nor computation; hta: as in Holistic "
			"Trace Analysis"),
		OPT_CALL(0, "normalize", plan, "steps", "divide by the number of training steps",
			set_normalize),
		OPT_HEADING("Ranges"),
		OPT_CALL(0, "by", plan, "LIST",
			"add outer frames: rank, process, thread, device, stream, step, phase, "
			"layer",
			set_by),
		OPT_CALL(0, "graph-capture-ranges", plan, "on|off",
			"show the ranges in which a CUDA graph was captured, below those of its "
			"launch (default: on)",
			set_graph_ranges),
		OPT_TRUE(0, "adopt", &plan->adopt, SELECTION_ADOPT_HELP),
		OPT_CALL(0, "start-end-ranges", plan, "WHICH",
			"which start/end ranges count: same-thread (the default), or all, also "
			"those that end on another thread",
			set_start_end_ranges),
		OPT_HEADING("Several files"),
		OPT_WORD(0, "aggregate", &files->aggregate, "HOW", aggregate_word,
			"how to combine ranks"),
		OPT_CALL(0, "jobs", files, "N",
			"how many threads read files (default: one per processor)", set_jobs),
		OPT_TRUE(0, "keep-going", &files->keep_going, "skip files that cannot be read"),
		OPT_END(),
	};
	opt_append(table, room, entries);
	selection_options_init(&plan->selection, &options->rank_pattern, table, room);
}

void plan_options_release(struct collapse_options *options)
{
	selection_options_release(&options->plan.selection);
}
