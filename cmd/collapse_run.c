#include "cmd/collapse_run.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/out.h"
#include "base/thread.h"
#include "capture/format.h"
#include "cmd/cmd.h"
#include "cmd/collapse_summary.h"
#include "cmd/meter.h"

/* --- folding: nothing but progress is printed ----------------------------------------------- */

struct fold {
	const struct collapse_words *words;
	const struct file_list *files;
	unsigned jobs;
	struct progress *progress; /* NULL: none */
	struct read_again again;
	struct collapse *collapse; /* to be released if `ok` */
	struct file_result *results;
	bool ok;
	struct err err;
};

static void run_fold(struct fold *fold)
{
	struct collapse_options options = fold->words->options;
	struct files_options how = fold->words->files;

	options.progress = fold->progress;
	options.again = fold->again;
	how.whole_runs = fold->files->is_whole;
	how.jobs = fold->jobs;
	fold->results = mem_try_zeroed(fold->files->count, sizeof(*fold->results), &fold->err);
	if (fold->results == NULL || !collapse_init(fold->collapse, &fold->err))
		return;
	fold->ok = collapse_files(fold->collapse, fold->files->paths, fold->files->count, &options,
		&how, fold->results, &fold->err);
	if (!fold->ok)
		collapse_release(fold->collapse);
}

static void begin_meter(struct meter *meter, const struct file_list *files)
{
	meter_begin(meter, files->count == 1 ? files->paths[0] : "files");
}

/* --- reporting ------------------------------------------------------------------------------ */

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

/* Print what came of folding. */
static bool report(const struct fold *fold, struct err *err)
{
	const struct collapse_words *words = fold->words;

	if (fold->results != NULL && (fold->ok || words->files.keep_going))
		print_files(words, fold->files, fold->results);
	if (!fold->ok) {
		*err = fold->err;
		return false;
	}
	if (words->is_live)
		diagnostics_drop(&fold->collapse->diagnostics, FORMAT_RUNNING_TEXT);
	if (words->summary)
		print_summary(words, fold->collapse);
	if (!words->options.quiet)
		collapse_print_oddities(fold->collapse);
	return !words->strict || !collapse_is_odd(fold->collapse) || cmd_refuse_odd(err);
}

bool collapse_run(const struct collapse_words *words, const struct file_list *files,
	struct collapse *collapse, struct err *err)
{
	struct meter meter;
	struct fold one = {
		.words = words,
		.files = files,
		.jobs = words->files.jobs,
		.progress = &meter.progress,
		.collapse = collapse,
	};
	bool ok;

	if (!collapse_words_check(words, err))
		return false;
	meter_init(&meter, words->options.quiet);
	begin_meter(&meter, files);
	run_fold(&one);
	meter_end(&meter);
	ok = report(&one, err);
	if (one.ok && !ok)
		collapse_release(collapse);
	free(one.results);
	return ok;
}

/* --- several runs ---------------------------------------------------------------------------- */

struct run {
	struct fold fold;
	struct file_list files;
	struct collapse collapse;
	pthread_t thread;
	bool has_thread;
};

/* Runs that are folded at once. */
struct wave {
	struct run *runs;
	size_t count;
};

/* As many as can be opened, at most `count`. */
static bool open_wave(struct wave *wave, const struct collapse_words *words,
	const char *const *paths, size_t first, size_t count, const char *output,
	const struct collapse_taker *taker, struct err *err)
{
	for (wave->count = 0; wave->count < count; wave->count++) {
		struct run *run = &wave->runs[wave->count];

		*run = (struct run){
			.fold = { .words = words,
				.files = &run->files,
				.collapse = &run->collapse },
		};
		if (!file_list_add(&run->files, paths[first + wave->count], err) ||
			!out_check(output, run->files.paths, run->files.count, err) ||
			!taker->begin(taker->context, first + wave->count, &run->files,
				&run->fold.again, err)) {
			file_list_release(&run->files);
			return false;
		}
	}
	return true;
}

static void *fold_beside(void *data)
{
	run_fold(data);
	return NULL;
}

/* This thread folds too, and does so for each that cannot be created; it alone shows progress. */
static void fold_wave(struct wave *wave, unsigned jobs, struct meter *meter)
{
	for (size_t i = 0; i < wave->count; i++) {
		struct run *run = &wave->runs[i];

		run->fold.jobs = jobs / (unsigned)wave->count;
		run->has_thread = i > 0 && thread_begin(&run->thread, fold_beside, &run->fold);
	}
	for (size_t i = 0; i < wave->count; i++) {
		struct run *run = &wave->runs[i];

		if (run->has_thread)
			continue;
		run->fold.progress = &meter->progress;
		begin_meter(meter, &run->files);
		run_fold(&run->fold);
	}
	for (size_t i = 0; i < wave->count; i++) {
		if (wave->runs[i].has_thread)
			pthread_join(wave->runs[i].thread, NULL);
	}
	meter_end(meter);
}

/* Report on the runs and give them away, `first` and those after it. */
static bool take_wave(
	struct wave *wave, size_t first, const struct collapse_taker *taker, struct err *err)
{
	bool ok = true;

	for (size_t i = 0; i < wave->count; i++) {
		struct run *run = &wave->runs[i];

		ok = ok && report(&run->fold, err) &&
		     taker->take(taker->context, first + i, &run->files, &run->collapse, err);
		if (run->fold.ok)
			collapse_release(&run->collapse);
		free(run->fold.results);
		file_list_release(&run->files);
	}
	return ok;
}

bool collapse_runs(const struct collapse_words *words, const char *const *paths, size_t count,
	const char *output, const struct collapse_taker *taker, struct err *err)
{
	unsigned jobs = collapse_jobs(words->files.jobs);
	size_t width = jobs < count ? jobs : count;
	struct wave wave = { .runs = mem_try_zeroed(width, sizeof(*wave.runs), err) };
	bool ok = wave.runs != NULL;
	struct meter meter;

	meter_init(&meter, words->options.quiet);
	for (size_t at = 0; ok && at < count; at += wave.count) {
		size_t left = count - at;
		struct err why = { 0 };
		bool opened = open_wave(
			&wave, words, paths, at, left < width ? left : width, output, taker, &why);

		fold_wave(&wave, jobs, &meter);
		ok = take_wave(&wave, at, taker, err);
		if (ok && !opened) {
			*err = why;
			ok = false;
		}
	}
	free(wave.runs);
	return ok;
}
