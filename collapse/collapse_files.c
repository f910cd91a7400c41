#include "collapse/collapse_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/pool.h"
#include "collapse/empty_input.h"
#include "collapse/input/rank_name.h"
#include "collapse/input/same_files.h"

enum {
	MAX_JOBS = 256,
	/* A thread keeps its names table from file to file until it has this many names. */
	MANY_NAMES = 1 << 19,
};

struct work {
	const char *const *paths;
	size_t count;
	const struct collapse_options *options;
	struct collapse_options of_file; /* without progress; rank frames if ranks are parts */
	const struct files_options *files;
	struct progress *progress;

	pthread_mutex_t lock;   /* of everything below */
	pthread_cond_t is_next; /* `done` has changed */
	struct collapse *whole;
	struct aggregator aggregator;
	struct file_result *results;
	size_t next, done, read;
	bool stop;
	struct err failure; /* of the run as a whole, not of a file */
};

static bool take(struct work *work, size_t *index)
{
	bool more;

	pthread_mutex_lock(&work->lock);
	more = !work->stop && work->next < work->count;
	if (more)
		*index = work->next++;
	pthread_mutex_unlock(&work->lock);
	return more;
}

static bool add_to_whole(struct work *work, struct collapse *part, struct err *err)
{
	bool ok = work->files->aggregate == AGGREGATE_SUM
			  ? tree_merge(&work->whole->tree, &part->tree, err)
			  : aggregator_add_parts(&work->aggregator, &part->tree, err);

	return ok && collapse_add_counts(work->whole, part, err);
}

/*
 * Add the result of one file, or keep its error. Files are added in their order, since that of
 * siblings in time is where they come first; those before have all been taken.
 */
static void put(
	struct work *work, size_t index, struct collapse *part, const struct file_result *result)
{
	struct err err = { 0 };

	pthread_mutex_lock(&work->lock);
	while (work->done != index)
		pthread_cond_wait(&work->is_next, &work->lock);
	work->results[index] = *result;
	work->done++;
	pthread_cond_broadcast(&work->is_next);
	if (result->err.code == ERR_NONE) {
		work->read++;
		if (!add_to_whole(work, part, &err) && work->failure.code == ERR_NONE) {
			err_prefix(&err, "cannot add up the files");
			work->failure = err;
		}
	}
	work->stop |= work->failure.code != ERR_NONE ||
		      (result->err.code != ERR_NONE && !work->files->keep_going);
	if (work->progress != NULL)
		work->progress->tick(work->progress, work->done, work->count);
	pthread_mutex_unlock(&work->lock);
}

/* Prepare for the next file: rules and names are kept, unless there are too many names. */
static bool renew(struct collapse *part, const struct ruleset *rules, bool first, struct err *err)
{
	if (first || part->names.count > MANY_NAMES) {
		if (!first)
			collapse_release(part);
		collapse_init(part);
		return ruleset_add(rules, &part->rules, err);
	}
	tree_release(&part->tree);
	diagnostics_release(&part->diagnostics);
	origins_release(&part->origins);
	part->counts = (struct fold_counts){ 0 };
	part->stacks = (struct fold_tree_counts){ 0 };
	part->stacks_decimals = 0;
	part->steps = 0;
	part->odd = (struct oddities){ 0 };
	tree_init(&part->tree, &part->names);
	return true;
}

static void fold_one(struct work *work, size_t index, struct collapse *part, bool first)
{
	const struct collapse_options *options = &work->of_file;
	const char *path = work->paths[index];
	struct file_result result = { 0 };
	bool ok;

	ok = renew(part, &options->rules, first, &result.err) &&
	     collapse_file(part, path, options, &result.format, &result.err) &&
	     collapse_finish(part, options, &result.err);
	if (!ok && result.err.code == ERR_NONE)
		err_nomem(&result.err);
	put(work, index, part, &result);
}

static void *run(void *data)
{
	struct work *work = data;
	struct collapse part;
	bool first = true;
	size_t index;

	while (take(work, &index)) {
		fold_one(work, index, &part, first);
		first = false;
	}
	if (!first)
		collapse_release(&part);
	return NULL;
}

unsigned collapse_jobs(unsigned jobs)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	if (jobs == 0)
		jobs = processors > 0 ? (unsigned)processors : 1;
	return jobs < MAX_JOBS ? jobs : MAX_JOBS;
}

/* This thread works too, and does everything if no more threads can be created. */
static void run_all(struct work *work)
{
	pthread_t threads[MAX_JOBS];
	size_t jobs = collapse_jobs(work->files->jobs), begun = 0;

	/* what files leave is for the tables of each */
	work->of_file.threads = (unsigned)(jobs / work->count);
	while (begun + 1 < jobs && begun + 1 < work->count &&
		thread_begin(&threads[begun], run, work))
		begun++;
	run(work);
	for (size_t i = 0; i < begun; i++)
		pthread_join(threads[i], NULL);
}

static bool finish(struct work *work, struct err *err)
{
	const struct plan_options *plan = &work->options->plan;
	struct collapse *whole = work->whole;
	size_t failed = 0;

	while (failed < work->count && work->results[failed].err.code == ERR_NONE)
		failed++;
	if (failed < work->count && !work->files->keep_going) {
		*err = work->results[failed].err;
		return false;
	}
	if (work->failure.code != ERR_NONE) {
		*err = work->failure;
		return false;
	}
	if (work->read == 0)
		return err_set(err, ERR_EMPTY, "none of the files could be read");
	diagnostics_sort(&whole->diagnostics);
	return aggregator_finish(&work->aggregator, work->files->aggregate, &work->options->rules,
		(uint32_t)plan->grouping.count, plan->value == VALUE_CPU_TIME, err);
}

/* What can be said when all files have been read: of ranks, and of what is left. */
static bool check_whole(struct collapse *collapse, const char *const *paths, size_t count,
	const struct files_options *files, struct err *err)
{
	const struct fold_counts *counts = &collapse->counts;

	if (counts->ops > 0 && counts->ops_unselected == counts->ops)
		return empty_selection(err);
	same_files_report(paths, count, &collapse->origins, &collapse->diagnostics);
	if (files->whole_runs)
		origins_report_missing(&collapse->origins, &collapse->diagnostics);
	return true;
}

/* A single file needs no copy of its tree. */
static bool collapse_one(struct collapse *collapse, const char *path,
	const struct collapse_options *options, unsigned jobs, struct file_result *result,
	struct err *err)
{
	struct collapse_options of_file = *options;

	of_file.threads = jobs;
	return ruleset_add(&options->rules, &collapse->rules, err) &&
	       collapse_file(collapse, path, &of_file, &result->format, err) &&
	       collapse_finish(collapse, options, err);
}

bool collapse_files(struct collapse *collapse, const char *const *paths, size_t count,
	const struct collapse_options *options, const struct files_options *files,
	struct file_result *results, struct err *err)
{
	struct work work = {
		.paths = paths,
		.count = count,
		.options = options,
		.of_file = *options,
		.files = files,
		.progress = options->progress,
		.whole = collapse,
		.results = results,
	};
	bool ok;

	for (size_t i = 0; i < count; i++)
		results[i] = (struct file_result){ 0 };
	/* a single file is one part, unless it holds several ranks */
	if (count == 1 && files->aggregate == AGGREGATE_SUM)
		return collapse_one(collapse, paths[0], options, collapse_jobs(files->jobs),
			       &results[0], err) &&
		       check_whole(collapse, paths, count, files, err);
	work.of_file.progress = NULL;
	if (files->aggregate != AGGREGATE_SUM)
		grouping_put_rank(&work.of_file.plan.grouping);
	if (pthread_mutex_init(&work.lock, NULL) != 0)
		mem_die();
	if (pthread_cond_init(&work.is_next, NULL) != 0) {
		pthread_mutex_destroy(&work.lock);
		mem_die();
	}
	aggregator_init(&work.aggregator, &collapse->tree);
	run_all(&work);
	ok = finish(&work, err) && check_whole(collapse, paths, count, files, err);
	aggregator_release(&work.aggregator);
	pthread_cond_destroy(&work.is_next);
	pthread_mutex_destroy(&work.lock);
	return ok;
}
