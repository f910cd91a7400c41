#include "cmd/collapse_run.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/out.h"
#include "base/pool.h"
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
	struct collapse *collapse; /* to be released if `ok` */
	struct file_result *results;
	bool keeps_going, ok;
	struct err err;
};

static void run_fold(struct fold *fold)
{
	struct collapse_options options = fold->words->options;
	struct files_options how = fold->words->files;

	options.progress = fold->progress;
	how.whole_runs = fold->files->is_whole;
	how.keep_going |= !fold->words->strict && file_list_may_skip(fold->files);
	fold->keeps_going = how.keep_going;
	how.jobs = fold->jobs;
	fold->results = mem_zeroed(fold->files->count, sizeof(*fold->results));
	collapse_init(fold->collapse);
	fold->ok = collapse_files(fold->collapse, fold->files->paths, fold->files->count, &options,
		&how, fold->results, &fold->err);
	if (!fold->ok)
		collapse_release(fold->collapse);
}

static void begin_meter(struct meter *meter, const struct file_list *files)
{
	meter_begin(&meter->progress, files->count == 1 ? files->paths[0] : "files");
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
	collapse_print_summary(
		collapse, value_kind(plan->value)->unit, *of_sum != '\0' ? of_sum : NULL);
}

/* Print what came of folding. */
static bool report(const struct fold *fold, struct err *err)
{
	const struct collapse_words *words = fold->words;

	if (fold->results != NULL && (fold->ok || (fold->keeps_going && fold->err.code != ERR_SUM)))
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
		cmd_print_earlier(fold->files);
	if (!words->options.quiet)
		oddities_print(&fold->collapse->odd, &fold->collapse->diagnostics, NULL);
	return oddities_check(
		&fold->collapse->odd, &fold->collapse->diagnostics, words->strict, err);
}

/* Of two runs that are compared, both lack it. */
static void say_validation(const struct collapse_words *words, const struct collapse *collapse)
{
	char left_out[64];

	if (!words->options.quiet &&
		collapse_validation(collapse, &words->options, left_out, sizeof(left_out)))
		fprintf(stderr,
			"gpuflame: note: validation is left out: %s (--no-default-rules has it)\n",
			left_out);
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
	meter_end(&meter.progress);
	ok = report(&one, err);
	if (ok)
		say_validation(words, collapse);
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
};

struct runs {
	struct run *list;
	const struct collapse_taker *taker;
	struct meter meter; /* of one thread */
	bool ok;
	struct err *err;
};

static void fold_run(void *context, const struct pool_job *job)
{
	struct runs *runs = context;
	struct run *run = &runs->list[job->index];

	if (job->thread == 0) {
		run->fold.progress = &runs->meter.progress;
		begin_meter(&runs->meter, &run->files);
	}
	run_fold(&run->fold);
}

/* Report on a run and give it away. */
static bool take_run(void *context, const struct pool_job *job)
{
	struct runs *runs = context;
	struct run *run = &runs->list[job->index];

	meter_end(&runs->meter.progress);
	runs->ok =
		report(&run->fold, runs->err) && runs->taker->take(runs->taker->context, job->index,
							 &run->files, &run->collapse, runs->err);
	if (run->fold.ok)
		collapse_release(&run->collapse);
	run->fold.ok = false;
	return runs->ok;
}

static bool open_run(struct run *run, const struct collapse_words *words, const char *path,
	const char *output, struct err *err)
{
	run->fold =
		(struct fold){ .words = words, .files = &run->files, .collapse = &run->collapse };
	return file_list_add(&run->files, path, err) &&
	       out_check(output, run->files.paths, run->files.count, err);
}

bool collapse_runs(const struct collapse_words *words, const char *const *paths, size_t count,
	const char *output, const struct collapse_taker *taker, struct err *err)
{
	unsigned jobs = pool_threads(words->files.jobs);
	/* of two, one after the other, each with all threads, takes half of the memory */
	unsigned threads = count <= 2 ? 1 : jobs < count ? jobs : (unsigned)count;
	struct runs runs = {
		.list = mem_zeroed(count, sizeof(*runs.list)),
		.taker = taker,
		.ok = true,
		.err = err,
	};
	const struct pool_work work = { .run = fold_run, .take = take_run, .context = &runs };

	for (size_t i = 0; runs.ok && i < count; i++) {
		runs.ok = open_run(&runs.list[i], words, paths[i], output, err);
		runs.list[i].fold.jobs = jobs / threads;
	}
	meter_init(&runs.meter, words->options.quiet);
	if (runs.ok)
		pool_run(&work, count, threads);
	for (size_t i = 0; i < count; i++) {
		if (runs.list[i].fold.ok) /* but not taken */
			collapse_release(&runs.list[i].collapse);
		free(runs.list[i].fold.results);
		file_list_release(&runs.list[i].files);
	}
	free(runs.list);
	return runs.ok;
}
