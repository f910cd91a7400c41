#include "cmd/collapse_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cmd/collapse_summary.h"
#include "cmd/meaning_options.h"
#include "cmd/meter.h"

/* Words divided by commas: bits of enum torch_frames. */
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
				"divided by commas; not '%.*s'",
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
	meaning_options_init(
		&words->options, &words->files, words->table, ARRAY_SIZE(words->table));

	const struct opt entries[] = {
		{ OPT_HEADING, .help = "Reports" },
		{ OPT_TRUE, 0, "short-names", NULL, "kernels by shortName instead of demangledName",
			&want->short_names, NULL },
		{ OPT_TRUE, 0, "no-domain-prefix", NULL,
			"'ncclAllReduce' instead of 'NCCL:ncclAllReduce'", &want->no_domain_prefix,
			NULL },
		{ OPT_CALL, 0, "torch-frames", "LIST",
			"frames of PyTorch traces: annotations,modules,operators (the default), "
			"python",
			&want->torch_frames, set_torch_frames },
		{ OPT_TRUE, 0, "kernels-only", NULL, "leave out copies, fills and graph launches",
			&want->kernels_only, NULL },
		{ OPT_STRING, 0, "nsys", "PATH", "the nsys that exports .nsys-rep files",
			&words->options.nsys, NULL },
		{ OPT_STRING, 0, "nsys-executable", "PATH", NULL, &words->options.nsys, NULL },
		{ OPT_TRUE, 0, "summary", NULL,
			"tell on stderr what was read and what became of it", &words->summary,
			NULL },
		{ OPT_TRUE, 0, "strict", NULL, "fail when a report is odd or tells of loss",
			&words->strict, NULL },
		{ OPT_TRUE, 'q', "quiet", NULL, "tell nothing of oddities, show no progress",
			&words->quiet, NULL },
		{ OPT_END },
	};
	opt_append(words->table, ARRAY_SIZE(words->table), entries);
}

void collapse_words_release(struct collapse_words *words)
{
	rule_options_release(&words->options.rules);
	meaning_options_release(&words->options);
}

/* Tell of the files that could not be read, and, if asked, what the others were. */
static void print_files(const struct collapse_words *words, const char *const *files, int count,
	const struct file_result *results)
{
	for (int i = 0; i < count; i++) {
		char name[256];

		snprintf(name, sizeof(name), "%.255s", files[i]);
		err_defang(name);
		if (results[i].err.code != ERR_NONE)
			fprintf(stderr, "gpuflame: left out: %s\n", results[i].err.msg);
		else if (words->summary)
			fprintf(stderr, "%s: %s\n", name, results[i].format);
	}
}

static bool fold_files(const struct collapse_words *words, const char *const *files, int count,
	struct collapse *collapse, struct err *err)
{
	struct file_result *results = mem_zeroed((size_t)count, sizeof(*results), err);
	struct collapse_options options = words->options;
	struct meter meter;
	bool ok;

	if (results == NULL)
		return false;
	meter_init(&meter, words->quiet);
	options.progress = &meter.progress;
	meter_begin(&meter, count == 1 ? files[0] : "files");
	ok = collapse_files(collapse, files, (size_t)count, &options, &words->files, results, err);
	meter_end(&meter);
	if (ok || words->files.keep_going)
		print_files(words, files, count, results);
	free(results);
	if (!ok)
		return false;
	if (words->summary)
		collapse_print_summary(collapse, value_unit(options.meaning.value));
	if (!words->quiet)
		collapse_print_oddities(collapse);
	if (words->strict && collapse_is_odd(collapse))
		return err_set(
			err, ERR_FORMAT, "the input is odd or tells of loss, and --strict is on");
	return true;
}

bool collapse_words_check(const struct collapse_words *words, struct err *err)
{
	struct names names;
	struct rules rules;
	bool ok;

	if (words->files.aggregate != AGGREGATE_SUM &&
		front_has(&words->options.meaning.front, FRONT_RANK))
		return err_set(err, ERR_USAGE,
			"--by rank keeps ranks apart and --aggregate brings them together: take "
			"one of them");
	names_init(&names);
	rules_init(&rules, &names);
	ok = meaning_check(&words->options.meaning, err) &&
	     ruleset_add(&words->options.rules, &rules, err);
	rules_release(&rules);
	names_release(&names);
	return ok;
}

bool collapse_run(const struct collapse_words *words, const char *const *files, int count,
	struct collapse *collapse, struct err *err)
{
	if (!collapse_words_check(words, err) || !collapse_init(collapse, err))
		return false;
	if (fold_files(words, files, count, collapse, err))
		return true;
	collapse_release(collapse);
	return false;
}
