#include "cmd/collapse_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/format.h"
#include "cmd/cmd.h"
#include "cmd/plan_options.h"
#include "cmd/torch_frames.h"

void collapse_words_init(struct collapse_words *words)
{
	struct collapse_options *options = &words->options;

	*words = (struct collapse_words){ .options.nsys = "nsys" };
	rule_options_init(&words->options.rules, words->table, ARRAY_SIZE(words->table));
	plan_options_init(&words->options, &words->files, words->table, ARRAY_SIZE(words->table));

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
	plan_options_release(&words->options);
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
