#include "stats/pool.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/platform.h"
#include "collapse/collapse_files.h"
#include "collapse/empty_input.h"
#include "collapse/fold/nest.h"
#include "collapse/input/input.h"
#include "collapse/input/same_files.h"
#include "collapse/read_trace.h"
#include "stats/file_labels.h"
#include "stats/partial_file.h"
#include "stats/parts/range_prefix.h"
#include "stats/roof/stated_work.h"
#include "stats/print_runs.h"

/* --- reading ---------------------------------------------------------------------- */

void stats_notes_release(struct stats_notes *notes)
{
	diagnostics_release(&notes->diagnostics);
	origins_release(&notes->origins);
	*notes = (struct stats_notes){ 0 };
}

bool stats_notes_add(
	struct stats_notes *notes, struct trace *trace, const char *path, struct err *err)
{
	if (notes->files++ == 0)
		notes->format = trace->format;
	notes->has_ranges |= trace->range_count > 0;
	notes->has_torch |= trace->format.is_torch;
	oddities_add(&notes->odd, &trace->odd);
	return origins_add(&notes->origins, &trace->origin, path, err) &&
	       diagnostics_take(&notes->diagnostics, &trace->diagnostics, err);
}

bool stats_refuse_cut(const char *path, struct err *err)
{
	return err_set(err, ERR_USAGE,
		"'%s' is a partial result, of which nothing can be selected or renamed; give these "
		"options to --partial",
		path);
}

/* What a partial result holds is no longer to be cut. */
static bool check_partial(const struct trace_cutter *cutter, const char *path, struct err *err)
{
	return !cutter->selects ? partial_check(path, err) : stats_refuse_cut(path, err);
}

bool stats_refuse_empty(const struct stats_input *input, const struct stats_notes *notes,
	const struct trace_cutter *cutter, struct err *err)
{
	if (cutter->selects && cutter->had_any)
		return empty_selection(err);
	return empty_of_operations(input->files[0], "GPU operations", &notes->format, &notes->odd,
		notes->has_ranges, err);
}

bool stats_skip(const struct stats_input *input, struct err *err)
{
	if (input->skip == NULL || err->code == ERR_NOMEM)
		return false;
	input->skip(input->progress, err);
	*err = (struct err){ 0 };
	return true;
}

bool stats_read(const struct stats_input *input, size_t index, struct trace_cutter *cutter,
	const struct trace_want *want, struct trace *trace, bool *was_read, bool *is_partial,
	struct err *err)
{
	const char *path = input->files[index];
	struct trace_want by_threads = *want;

	by_threads.threads = collapse_jobs(0);
	if (input->begin != NULL)
		input->begin(input->progress, path);
	trace->keeps_path = want->path;
	*was_read = read_trace(path, input->cut->nsys, input->cut->quiet, &by_threads,
			    input->progress, trace, err) &&
		    trace_cutter_cut(cutter, path, trace, err);
	if (!*was_read && err->code == ERR_FORMAT && is_partial != NULL && input_is_partial(path)) {
		*err = (struct err){ 0 };
		*was_read = check_partial(cutter, path, err);
		*is_partial = *was_read;
	}
	return *was_read || stats_skip(input, err);
}

bool stats_end_reading(const struct stats_input *input, struct stats_notes *notes, struct err *err)
{
	if (input->end != NULL)
		input->end(input->progress);
	return same_files_report(
		       input->files, input->count, &notes->origins, &notes->diagnostics, err) &&
	       (!input->whole_runs ||
		       origins_report_missing(&notes->origins, &notes->diagnostics, err));
}

/* --- running ---------------------------------------------------------------------- */

struct job {
	const struct stats_input *input;
	struct stats_request *requests;
	size_t count;
	struct report_run *runs; /* by request */
	unsigned *met;           /* by request: needs that some file met */
	const char **labels;     /* by file */
	bool *skipped;           /* by file */
	bool *found;             /* by request: some partial result has data for it */
	struct names names;
	struct trace_cutter cutter;
	struct stats_notes *notes;
	struct trace **kept; /* traces that reports without add() still need */
	size_t kept_count, kept_cap;
};

static bool in_ranges(enum kernel_naming naming)
{
	return naming >= KERNELS_IN_RANGES;
}

/* The combined needs of the requests of one naming; false when there is none. */
static bool collect_want(const struct job *job, enum kernel_naming naming, struct trace_want *want)
{
	bool any = false;

	*want = (struct trace_want){
		.kernels_only = true,
		.no_ranges = !in_ranges(naming),
		.short_names = naming == KERNELS_BASE || naming == KERNELS_BASE_IN_RANGES,
		.mangled_names = naming == KERNELS_MANGLED || naming == KERNELS_MANGLED_IN_RANGES,
	};
	for (size_t i = 0; i < job->count; i++) {
		const struct trace_want *one = &job->requests[i].report->want;

		if (job->requests[i].naming != naming)
			continue;
		any = true;
		want->kernels_only &= one->kernels_only;
		want->no_ranges &= one->no_ranges;
		want->streams |= one->streams;
		want->op_details |= one->op_details;
		want->api_calls |= one->api_calls;
		want->payloads |= one->payloads;
		want->works |= one->works;
		want->labels |= one->labels;
		want->host_events |= one->host_events;
		want->metrics |= one->metrics;
		want->ranks |= one->ranks;
		want->syncs |= one->syncs;
		want->path |= one->path;
	}
	trace_cutter_want(&job->cutter, want);
	return any;
}

static bool keep_for(struct report_run *run, const struct trace *trace, struct err *err)
{
	if (!mem_grow((void **)&run->traces, &run->traces_cap, run->trace_count + 1,
		    sizeof(const struct trace *), err) ||
		!mem_grow((void **)&run->trace_files, &run->trace_files_cap, run->trace_count + 1,
			sizeof(*run->trace_files), err))
		return false;
	run->trace_files[run->trace_count] = run->file;
	run->traces[run->trace_count++] = trace;
	return true;
}

static unsigned needs_of(const struct report *report)
{
	return report->needs | (report->takes_sums ? 0u : NEED_EVENTS);
}

static bool add_trace(struct job *job, enum kernel_naming naming, size_t file,
	const struct trace *trace, struct err *err)
{
	const struct stated_works *stated = job->input->options->stated;
	unsigned met = report_met(trace) | (stated != NULL && stated->count > 0 ? NEED_FLOPS : 0u);

	for (size_t i = 0; i < job->count; i++) {
		const struct report *report = job->requests[i].report;

		if (job->requests[i].naming != naming)
			continue;
		job->met[i] |= met;
		job->runs[i].file = file;
		job->requests[i].sums_left_out |= trace->sums != NULL && !report->takes_sums;
		if ((needs_of(report) & ~met) != 0)
			continue;
		if (report->show != NULL || print_runs_take_turns(job->input, job->count)
				? !keep_for(&job->runs[i], trace, err)
				: !report->add(&job->runs[i], trace, err))
			return print_runs_fail(report, err);
	}
	return true;
}

/* Whether some report still needs a trace after it has been added. */
static bool is_kept(const struct job *job, const struct trace *trace)
{
	for (size_t i = 0; i < job->count; i++) {
		const struct report_run *run = &job->runs[i];

		if (run->trace_count > 0 && run->traces[run->trace_count - 1] == trace)
			return true;
	}
	return false;
}

static struct trace *new_trace(struct job *job, struct err *err)
{
	struct trace *trace;

	if (!mem_grow((void **)&job->kept, &job->kept_cap, job->kept_count + 1,
		    sizeof(struct trace *), err))
		return NULL;
	trace = mem_zeroed(1, sizeof(*trace), err);
	if (trace == NULL)
		return NULL;
	trace_init(trace, &job->names);
	job->kept[job->kept_count++] = trace;
	return trace;
}

static bool read_file(struct job *job, enum kernel_naming naming, const struct trace_want *want,
	size_t file, bool first, struct err *err)
{
	struct trace *trace = new_trace(job, err);
	bool was_read, is_partial = false;

	if (trace == NULL ||
		!stats_read(
			job->input, file, &job->cutter, want, trace, &was_read, &is_partial, err) ||
		!trace_cutter_rename(&job->cutter, trace, err) ||
		(in_ranges(naming) && !range_prefix_kernels(trace, err)) ||
		(job->count > 1 && !nest_keep_order(trace, err)))
		return false;
	job->skipped[file] = !was_read;
	if (was_read && is_partial && job->cutter.renames)
		return stats_refuse_cut(job->input->files[file], err);
	if (was_read && is_partial) {
		if (!partial_read(job->input->files[file], naming, job->requests, job->runs,
			    job->count, job->found, first ? job->notes : NULL, err))
			return false;
		/* what else it lacks is reported */
		for (size_t i = 0; i < job->count; i++)
			job->met[i] |= NEED_EVENTS;
	} else if (was_read && (!add_trace(job, naming, file, trace, err) ||
				       (first && !stats_notes_add(job->notes, trace,
							 job->input->files[file], err))))
		return false;
	if (!is_kept(job, trace)) {
		trace_release(trace);
		free(trace);
		job->kept_count--;
	}
	return true;
}

static bool read_files(struct job *job, struct err *err)
{
	bool first = true;

	for (int naming = 0; naming < KERNEL_NAMINGS; naming++) {
		struct trace_want want;

		if (!collect_want(job, (enum kernel_naming)naming, &want))
			continue;
		for (size_t file = 0; file < job->input->count; file++) {
			if (!job->skipped[file] && !read_file(job, (enum kernel_naming)naming,
							   &want, file, first, err))
				return false;
		}
		first = false;
	}
	return true;
}

static void find_lacks(struct job *job)
{
	for (size_t i = 0; i < job->count; i++)
		job->requests[i].lacks =
			job->found[i] ? 0 : needs_of(job->requests[i].report) & ~job->met[i];
}

/* With a single file, reports may not have added it yet. */
static bool write_partial(struct job *job, struct err *err)
{
	for (size_t i = 0; i < job->count; i++) {
		struct report_run *run = &job->runs[i];

		if (job->requests[i].lacks == 0 && run->trace_count > 0 &&
			run->report->add != NULL && !run->report->add(run, run->traces[0], err))
			return print_runs_fail(run->report, err);
	}
	return partial_write(job->input->partial, job->requests, job->runs, job->count,
		job->input->overview, job->notes, err);
}

static bool print_reports(
	struct job *job, const char *label, struct printer *printer, struct err *err)
{
	struct print_runs runs = {
		.input = job->input,
		.requests = job->requests,
		.runs = job->runs,
		.count = job->count,
		.kept = job->kept,
		.kept_count = job->kept_count,
		.label = label,
		.printer = printer,
	};

	return print_runs(&runs, err);
}

static bool start_runs(struct job *job, struct err *err)
{
	job->runs = mem_zeroed(job->count, sizeof(*job->runs), err);
	job->met = mem_zeroed(job->count, sizeof(*job->met), err);
	job->skipped = mem_zeroed(job->input->count, sizeof(*job->skipped), err);
	job->found = mem_zeroed(job->count, sizeof(*job->found), err);
	if (job->runs == NULL || job->met == NULL || job->skipped == NULL || job->found == NULL ||
		!file_labels(job->input->files, job->input->count, &job->labels, err))
		return false;
	for (size_t i = 0; i < job->count; i++) {
		job->runs[i] = (struct report_run){
			.report = job->requests[i].report,
			.names = &job->names,
			.options = job->input->options,
			.threads = collapse_jobs(0),
			/* a partial result is one of several */
			.files = job->input->count + (job->input->partial != NULL),
			.labels = job->labels,
			.state = mem_zeroed(1, job->requests[i].report->state_size, err),
		};
		if (job->runs[i].state == NULL)
			return false;
	}
	return true;
}

bool stats_run(const struct stats_input *input, struct stats_request *requests, size_t count,
	const char *label, struct printer *printer, struct stats_notes *notes, struct err *err)
{
	struct job job = {
		.input = input,
		.requests = requests,
		.count = count,
		.notes = notes,
	};
	bool ok;

	if (print_runs_take_turns(input, count))
		platform_share_memory();
	names_init(&job.names);
	ok = trace_cutter_init(&job.cutter, &job.names, input->cut, err) && start_runs(&job, err) &&
	     read_files(&job, err) && trace_cutter_check(&job.cutter, err);
	ok = stats_end_reading(input, notes, err) && ok;
	if (ok)
		find_lacks(&job);
	if (ok && input->partial != NULL)
		ok = notes->files == 0 || write_partial(&job, err);
	else
		ok = ok && (notes->files == 0 || print_reports(&job, label, printer, err));
	for (size_t i = 0; job.runs != NULL && i < count; i++)
		print_runs_release(&job.runs[i]);
	for (size_t i = 0; i < job.kept_count; i++) {
		trace_release(job.kept[i]);
		free(job.kept[i]);
	}
	free(job.kept);
	free(job.runs);
	free(job.met);
	free(job.skipped);
	free(job.found);
	free(job.labels);
	trace_cutter_release(&job.cutter);
	names_release(&job.names);
	return ok;
}
