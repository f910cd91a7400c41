#include "cmd/collapse_options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "capture/format.h"
#include "cmd/collapse_summary.h"
#include "cmd/plan_options.h"
#include "cmd/meter.h"
#include "collapse/option_effects.h"

/* Comma-separated words: bits of enum torch_frames. */
static bool set_torch_frames(void *value, const char *arg, struct err *err)
{
	static const struct {
		const char *word;
		unsigned bit;
	} words[] = {
		{ "annotations", TORCH_ANNOTATIONS },
		{ "modules", TORCH_MODULES },
		{ "operators", TORCH_OPERATORS },
		{ "python", TORCH_PYTHON },
	};
	unsigned *bits = value;

	*bits = 0;
	for (const char *word = arg;; word++) {
		size_t len = strcspn(word, ","), i = 0;

		while (i < ARRAY_SIZE(words) &&
			(strlen(words[i].word) != len || strncmp(words[i].word, word, len) != 0))
			i++;
		if (i == ARRAY_SIZE(words))
			return err_set(err, ERR_USAGE,
				"expected annotations, modules, operators or python, "
				"separated by commas; not '%.*s'",
				(int)(len < 80 ? len : 80), word);
		*bits |= words[i].bit;
		word += len;
		if (*word == '\0')
			return true;
	}
}

void collapse_words_init(struct collapse_words *words)
{
	struct trace_want *want = &words->options.want;

	*words = (struct collapse_words){ .options.nsys = "nsys" };
	rule_options_init(&words->options.rules, words->table, ARRAY_SIZE(words->table));
	plan_options_init(&words->options, &words->files, words->table, ARRAY_SIZE(words->table));

	const struct opt entries[] = {
		OPT_HEADING("Reports"),
		OPT_TRUE(0, "short-names", &want->short_names,
			"name kernels by shortName instead of demangledName"),
		OPT_TRUE(0, "no-domain-prefix", &want->no_domain_prefix,
			"'ncclAllReduce' instead of 'NCCL:ncclAllReduce'"),
		OPT_CALL(0, "torch-frames", &want->torch_frames, "LIST",
			"events of PyTorch traces to show:  annotations,modules,operators (the "
			"default), "
			"python",
			set_torch_frames),
		OPT_TRUE(0, "kernels-only", &want->kernels_only,
			"leave out copies, fills and graph launches"),
		OPT_STRING(0, "nsys", &words->options.nsys, "PATH",
			"the nsys to export .nsys-rep files with"),
		OPT_STRING(0, "nsys-executable", &words->options.nsys, "PATH", NULL),
		OPT_TRUE(0, "summary", &words->summary,
			"print to stderr what was read, written and left out"),
		OPT_TRUE(0, "strict", &words->strict,
			"fail if the input has anomalies or reports lost events"),
		OPT_TRUE('q', "quiet", &words->quiet, "suppress warnings and progress"),
		OPT_END(),
	};
	opt_append(words->table, ARRAY_SIZE(words->table), entries);
}

void collapse_words_release(struct collapse_words *words)
{
	rule_options_release(&words->options.rules);
	plan_options_release(&words->options);
}

/* Report the files that could not be read and, if asked, the types of the others. */
static void print_files(const struct collapse_words *words, const struct file_list *files,
	const struct file_result *results)
{
	for (size_t i = 0; i < files->count; i++) {
		if (results[i].err.code != ERR_NONE)
			fprintf(stderr, "gpuflame: skipped: %s\n", results[i].err.msg);
		else if (words->summary)
			collapse_print_format(files->paths[i], &results[i].format);
	}
}

static void print_useless(const char *option, const char *is_for)
{
	fprintf(stderr, "gpuflame: warning: %s has no effect here; it applies to %s\n", option,
		is_for);
}

void collapse_words_print_useless(const struct collapse_words *words, uint32_t useful)
{
	const struct collapse_options *options = &words->options;
	const char *option, *is_for;
	unsigned at = 0;

	if (words->quiet)
		return;
	while (option_effects_next_useless(options, useful, &at, &option, &is_for))
		print_useless(option, is_for);
	if (options->rank_pattern != NULL && words->files.aggregate == AGGREGATE_SUM &&
		!grouping_has(&options->plan.grouping, GROUP_RANK))
		print_useless("--rank-pattern", "--by rank, and --aggregate other than sum");
}

/* How the output differs from a plain sum: divided, or merged from ranks. */
static void print_summary(const struct collapse_words *words, const struct collapse *collapse)
{
	static const char *const aggregates[] = {
		[AGGREGATE_SUM] = "",
		[AGGREGATE_MEAN] = "the mean over ranks",
		[AGGREGATE_MIN] = "the minimum of each stack over ranks",
		[AGGREGATE_MAX] = "the maximum of each stack over ranks",
		[AGGREGATE_SPREAD] = "the spread of each stack over ranks",
	};
	const struct plan_options *plan = &words->options.plan;
	const char *aggregate = aggregates[words->files.aggregate];
	uint64_t steps = collapse->counts.steps; /* of a single file */
	char of_sum[128] = "";

	if (plan->normalize_steps && steps > 0)
		snprintf(of_sum, sizeof(of_sum), "divided by %" PRIu64 " training step%s%s", steps,
			steps == 1 ? "" : "s", *aggregate != '\0' ? ", " : "");
	else if (plan->normalize_steps)
		snprintf(of_sum, sizeof(of_sum), "divided by the training steps of each file%s",
			*aggregate != '\0' ? ", " : "");
	snprintf(of_sum + strlen(of_sum), sizeof(of_sum) - strlen(of_sum), "%s", aggregate);
	collapse_print_summary(collapse, value_unit(plan->value), *of_sum != '\0' ? of_sum : NULL);
}

static bool fold_files(const struct collapse_words *words, const struct file_list *files,
	struct collapse *collapse, struct err *err)
{
	struct file_result *results = mem_zeroed(files->count, sizeof(*results), err);
	struct collapse_options options = words->options;
	struct files_options how = words->files;
	struct meter meter;
	bool ok;

	if (results == NULL)
		return false;
	meter_init(&meter, words->quiet);
	options.progress = &meter.progress;
	how.whole_runs = files->is_whole;
	meter_begin(&meter, files->count == 1 ? files->paths[0] : "files");
	ok = collapse_files(collapse, files->paths, files->count, &options, &how, results, err);
	meter_end(&meter);
	if (ok || words->files.keep_going)
		print_files(words, files, results);
	free(results);
	if (!ok)
		return false;
	if (words->is_live)
		diagnostics_drop(&collapse->diagnostics, FORMAT_RUNNING_TEXT);
	if (words->summary)
		print_summary(words, collapse);
	if (!words->quiet) {
		collapse_print_twice(files->paths, files->count);
		collapse_print_oddities(collapse);
	}
	if (words->strict && collapse_is_odd(collapse))
		return err_set(err, ERR_FORMAT,
			"the input has anomalies or reports lost events, and --strict is on");
	return true;
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

bool collapse_run(const struct collapse_words *words, const struct file_list *files,
	struct collapse *collapse, struct err *err)
{
	if (!collapse_words_check(words, err) || !collapse_init(collapse, err))
		return false;
	if (fold_files(words, files, collapse, err))
		return true;
	collapse_release(collapse);
	return false;
}
