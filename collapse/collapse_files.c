#include "collapse/collapse_files.h"

#include <assert.h>
#include <sys/stat.h>

#include "base/pool.h"
#include "collapse/refusals.h"
#include "collapse/plan/arrivals.h"
#include "collapse/plan/collectives.h"
#include "collapse/captures/capture_reader.h"
#include "collapse/input/file_list.h"
#include "collapse/input/input.h"
#include "collapse/input/table_rows.h"

/* A thread keeps its names table from file to file until it has this many names. */
enum { MANY_NAMES = 1 << 19 };

/* What one thread folds files into, one after another. */
struct file_part {
	struct collapse collapse;
	bool is_begun;
};

struct work {
	const char *const *paths;
	size_t count;
	const struct collapse_options *options;
	struct collapse_options of_file; /* without progress; rank frames if ranks are parts */
	const struct files_options *files;
	struct file_part *parts;     /* by thread */
	struct file_result *results; /* by file */

	/* of the files that have been taken, one at a time */
	struct collapse *whole;
	struct aggregator aggregator;
	struct arrivals arrivals;
	struct origins origins; /* of these */
	size_t read;
	struct err failure; /* of the run as a whole, not of a file */
};

static bool add_to_whole(struct work *work, struct collapse *part, struct err *err)
{
	const struct files_options *files = work->files;
	bool ok = files->take != NULL ? files->take(files->context, part, err)
		  : files->aggregate == AGGREGATE_SUM
			  ? tree_merge(&work->whole->tree, &part->tree, NULL, err) &&
				    tree_merge(&work->whole->wall, &part->wall, NULL, err)
			  : aggregator_add_parts(&work->aggregator, &part->tree, err);

	return ok && collapse_add_counts(work->whole, part, err);
}

/* Prepare for the next file: rules and names are kept, unless there are too many names. */
static bool renew(struct file_part *part, const struct ruleset *rules, struct err *err)
{
	struct collapse *collapse = &part->collapse;

	if (part->is_begun && collapse->names.count > MANY_NAMES) {
		collapse_release(collapse);
		part->is_begun = false;
	}
	if (!part->is_begun) {
		part->is_begun = true;
		collapse_init(collapse);
		return ruleset_add(rules, &collapse->rules, err);
	}
	tree_release(&collapse->tree);
	tree_release(&collapse->wall);
	diagnostics_release(&collapse->diagnostics);
	origins_release(&collapse->origins);
	*collapse = (struct collapse){ .names = collapse->names,
		.rules = collapse->rules,
		.wall_rules = collapse->wall_rules };
	tree_init(&collapse->tree, &collapse->names);
	tree_init(&collapse->wall, &collapse->names);
	return true;
}

static void fold_file(void *context, const struct pool_job *job)
{
	struct work *work = context;
	const struct collapse_options *options = &work->of_file;
	const char *path = work->paths[job->index];
	struct file_result *result = &work->results[job->index];
	struct file_part *part = &work->parts[job->thread];
	bool ok = renew(part, &options->rules, &result->err) &&
		  collapse_file(&part->collapse, path, options, &result->format, &result->err) &&
		  collapse_finish(&part->collapse, options, &result->err);

	assert(ok == (result->err.code == ERR_NONE));
	(void)ok;
}

/* A sum that is too large is an error, whichever of the files it is of. */
static bool is_left_out(const struct work *work, const struct err *err)
{
	return work->files->keep_going && err->code != ERR_SUM;
}

/* Files are added in their order, since that of siblings in time is where they come first. */
static bool take_file(void *context, const struct pool_job *job)
{
	struct work *work = context;
	const struct err *err = &work->results[job->index].err;
	struct progress *progress = work->options->progress;
	const struct origins *own = &work->parts[job->thread].collapse.origins;

	if (err->code == ERR_NONE) {
		work->read++;
		/* a recording counts once */
		if (!(own->count == 1 &&
			    origins_hold(&work->whole->origins, own->list, work->paths[job->index],
				    &work->whole->diagnostics)) &&
			!add_to_whole(work, &work->parts[job->thread].collapse, &work->failure))
			return err_prefix(&work->failure, "cannot add up the files");
	}
	if (progress != NULL)
		progress->tick(progress, job->index + 1, work->count);
	return err->code == ERR_NONE || is_left_out(work, err);
}

/* --- who came last ------------------------------------------------------------------------ */

struct first_pass {
	struct work *work;
	struct file_arrivals {
		struct arrivals arrivals;
		struct origins origins;
	} * parts; /* by thread */
};

static void find_arrivals(void *context, const struct pool_job *job)
{
	struct first_pass *pass = context;
	struct file_arrivals *part = &pass->parts[job->thread];

	collapse_file_arrivals(&part->arrivals, &part->origins, pass->work->paths[job->index],
		&pass->work->of_file);
}

/* A recording counts once. */
static bool take_arrivals(void *context, const struct pool_job *job)
{
	struct first_pass *pass = context;
	struct file_arrivals *part = &pass->parts[job->thread];
	struct work *work = pass->work;
	struct diagnostics said = { 0 };

	if (part->origins.count == 1 &&
		origins_hold(&work->origins, part->origins.list, work->paths[job->index], &said))
		arrivals_release(&part->arrivals);
	arrivals_take(&work->arrivals, &part->arrivals);
	origins_take(&work->origins, &part->origins);
	diagnostics_release(&said);
	return true;
}

static void see_name(void *context, const struct datum *row)
{
	bool *seen = context;
	const char *text;
	size_t len;

	datum_text(&row[0], &text, &len);
	*seen |= (len > 4 && memcmp(text, "nccl", 4) == 0) ||
		 (len > 9 && memcmp(text, "void nccl", 9) == 0);
}

/* Whether a file may hold collectives: not an export none of whose names is of NCCL. */
static bool may_hold_collectives(const char *path, const struct collapse_options *options)
{
	static const struct database_column columns[] = { { "value", true, NULL } };
	struct err err = { 0 };
	struct input input;
	struct stat status;
	bool is_folded = false, seen = false;

	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || !input_open(&input, path, &err))
		return true;
	seen = input.kind != INPUT_SQLITE || !input_load(&input, options->nsys, true, &err) ||
	       input.kind != INPUT_SQLITE ||
	       !capture_is_folded(&input.database, &is_folded, &err) || is_folded ||
	       !rows_each(&input.database, "StringIds", columns, ARRAY_SIZE(columns), see_name,
		       &seen, &err) ||
	       seen;
	input_close(&input);
	return seen;
}

static bool may_wait(const struct work *work)
{
	size_t i = 0;

	while (i < work->count && !may_hold_collectives(work->paths[i], &work->of_file))
		i++;
	return i < work->count;
}

/*
 * Read the files before they are folded, to know who waits for whom in collectives, and to look at
 * them, one after the other.
 */
static void read_first(struct work *work)
{
	unsigned threads = work->of_file.look != NULL ? 1 : pool_threads(work->files->jobs);
	struct first_pass pass = { .work = work };
	const struct pool_work jobs = {
		.run = find_arrivals, .take = take_arrivals, .context = &pass
	};
	struct diagnostics missing = { 0 };

	work->of_file.plan.arrivals = &work->arrivals;
	pass.parts = mem_zeroed(threads, sizeof(*pass.parts));
	pool_run(&jobs, work->count, threads);
	free(pass.parts);
	work->of_file.look = NULL;
	if (!plan_splits(&work->options->plan)) {
		work->of_file.plan.arrivals = NULL;
		return;
	}
	origins_report_missing(&work->origins, &missing);
	arrivals_finish(&work->arrivals, missing.count == 0, &work->whole->diagnostics);
	diagnostics_release(&missing);
	work->of_file.plan.whole_collectives = work->arrivals.whole == 0;
}

static void fold_files(struct work *work)
{
	const struct pool_work jobs = { .run = fold_file, .take = take_file, .context = work };
	unsigned threads = pool_threads(work->files->jobs);

	/* what files leave is for the tables of each */
	work->of_file.threads = (unsigned)(threads / work->count);
	work->parts = mem_zeroed(threads, sizeof(*work->parts));
	pool_run(&jobs, work->count, threads);
	for (unsigned i = 0; i < threads; i++) {
		if (work->parts[i].is_begun)
			collapse_release(&work->parts[i].collapse);
	}
	free(work->parts);
}

static bool finish(struct work *work, struct err *err)
{
	const struct plan_options *plan = &work->options->plan;
	struct collapse *whole = work->whole;
	size_t failed = 0;

	while (failed < work->count && (work->results[failed].err.code == ERR_NONE ||
					       is_left_out(work, &work->results[failed].err)))
		failed++;
	if (failed < work->count) {
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
	const struct collapse_options *options, const struct files_options *files, struct err *err)
{
	const struct fold_counts *counts = &collapse->counts;

	if (counts->ops > 0 && counts->ops_unselected == counts->ops)
		return empty_selection(&counts->extent, err);
	same_files_report(paths, count, &collapse->diagnostics);
	if (files->aggregate != AGGREGATE_SUM ||
		(collapse_needs_rank(options) && !options->plan.grouping.offered))
		origins_report_claims(&collapse->origins, &collapse->diagnostics);
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
		.whole = collapse,
		.results = results,
	};
	bool ok;

	for (size_t i = 0; i < count; i++)
		results[i] = (struct file_result){ 0 };
	/* a single file is one part, unless it holds several ranks */
	if (count == 1 && files->aggregate == AGGREGATE_SUM && files->take == NULL)
		return collapse_one(collapse, paths[0], options, pool_threads(files->jobs),
			       &results[0], err) &&
		       check_whole(collapse, paths, count, options, files, err);
	work.of_file.progress = NULL;
	if (files->aggregate != AGGREGATE_SUM)
		grouping_put_rank(&work.of_file.plan.grouping);
	if (count > 1 &&
		(options->look != NULL || (plan_splits(&options->plan) && may_wait(&work))))
		read_first(&work);
	aggregator_init(&work.aggregator, &collapse->tree);
	fold_files(&work);
	if (plan_splits(&options->plan) && work.arrivals.sums > 1 &&
		collectives_any(&collapse->names))
		diagnostics_add(&collapse->diagnostics, DIAGNOSTIC_NOTICE,
			"collectives are not split into waits and transfer: fold mode records "
			"sums; record --mode trace has each of them");
	ok = finish(&work, err) && check_whole(collapse, paths, count, options, files, err);
	aggregator_release(&work.aggregator);
	arrivals_release(&work.arrivals);
	origins_release(&work.origins);
	return ok;
}
