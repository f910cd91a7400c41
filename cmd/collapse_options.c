#include "cmd/collapse_options.h"

#include <stdio.h>

#include "capture/format.h"
#include "cmd/cmd.h"
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

void collapse_words_init(struct collapse_words *words)
{
	struct collapse_options *options = &words->options;
	struct plan_options *plan = &options->plan;
	struct files_options *files = &words->files;

	*words = (struct collapse_words){ .options = { .nsys = "nsys", .plan.adopt = true } };
	rule_options_init(&options->rules, words->table, ARRAY_SIZE(words->table));

	const struct opt of_plan[] = {
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
		OPT_STRING(
			0, "graph-captures", &options->graph_captures, "PATH", GRAPH_CAPTURES_HELP),
		OPT_CALL(0, "adopt", plan, "WHAT", SELECTION_ADOPT_HELP("autograd"),
			selection_options_adopt),
		OPT_HEADING("Several files"),
		OPT_WORD(0, "aggregate", &files->aggregate, "HOW", aggregate_word,
			"how to combine ranks"),
		OPT_CALL(0, "jobs", files, "N",
			"how many threads read files (default: one per processor)", set_jobs),
		OPT_TRUE(0, "keep-going", &files->keep_going,
			"skip files that are absent or cannot be read"),
		OPT_TRUE(0, "no-split-waits", &plan->whole_collectives,
			"do not split collectives into waits for other ranks and transfer, for "
			"which large files are read twice, nor in pictures into exposed and "
			"hidden time"),
		OPT_END(),
	};
	opt_append(words->table, ARRAY_SIZE(words->table), of_plan);
	selection_options_init(
		&plan->selection, &options->rank_pattern, words->table, ARRAY_SIZE(words->table));

	const struct opt entries[] = {
		OPT_HEADING("Reports"),
		OPT_TRUE(0, "no-domain-prefix", &options->no_domain_prefix,
			"'ncclAllReduce' instead of 'NCCL:ncclAllReduce'"),
		OPT_CALL(0, "torch-frames", options, "LIST", TORCH_FRAMES_HELP, torch_frames_set),
		OPT_TRUE(0, "kernels-only", &options->kernels_only,
			"leave out copies, fills and graph launches"),
		OPT_STRING(0, "nsys", &options->nsys, "PATH",
			"the nsys to export .nsys-rep files with"),
		OPT_STRING(0, "nsys-executable", &options->nsys, "PATH", NULL),
		OPT_TRUE(0, "summary", &words->summary,
			"print to stderr what was read, written and left out"),
		OPT_TRUE(0, "strict", &words->strict, CMD_STRICT_HELP),
		OPT_TRUE('q', "quiet", &options->quiet, "suppress warnings and progress"),
		OPT_END(),
	};
	opt_append(words->table, ARRAY_SIZE(words->table), entries);
}

void collapse_words_release(struct collapse_words *words)
{
	rule_options_release(&words->options.rules);
	selection_options_release(&words->options.plan.selection);
}

bool collapse_words_check(const struct collapse_words *words, struct err *err)
{
	struct names names;
	struct rules rules;
	bool ok;

	if (words->files.aggregate != AGGREGATE_SUM &&
		grouping_has(&words->options.plan.grouping, GROUP_RANK))
		return err_set(err, ERR_USAGE,
			"--by rank keeps ranks apart and --aggregate merges them: use "
			"one of them");
	names_init(&names);
	rules_init(&rules, &names);
	ok = plan_check(&words->options.plan, err) &&
	     ruleset_add(&words->options.rules, &rules, err);
	rules_release(&rules);
	names_release(&names);
	return ok;
}
