#include "stats/stats_run.h"

#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "base/mem.h"
#include "base/platform.h"
#include "collapse/collapse_files.h"
#include "collapse/fold/nest.h"
#include "collapse/input/input.h"
#include "stats/file_labels.h"
#include "stats/open_files.h"
#include "stats/partial_file.h"
#include "stats/parts/range_prefix.h"
#include "stats/roof/stated_work.h"
#include "stats/print_runs.h"
#include "stats/sql/sql_report.h"
#include "stats/reports/registry.h"

struct job {
	const struct stats_input *input;
	struct stats_request *requests;
	size_t count;
	struct report_run *runs; /* by request */
	const char **labels;     /* by file */
	struct names names;
	struct trace_cutter cutter;
	struct stats_notes *notes;
	struct trace **kept; /* traces that reports without add() still need */
	size_t kept_count, kept_cap;
	struct open_files open;
};

static bool in_ranges(enum kernel_naming naming)
{
	return naming >= KERNELS_IN_RANGES;
}

/* The combined needs of the requests of one naming; false when there is none. */
static bool collect_want(const struct job *job, enum kernel_naming naming, uint64_t *want)
{
	bool any = false;

	*want = trace_cutter_want(&job->cutter);
	if (in_ranges(naming))
		*want |= WANT_RANGES;
	if (naming == KERNELS_BASE || naming == KERNELS_BASE_IN_RANGES)
		*want |= WANT_SHORT_NAMES;
	if (naming == KERNELS_MANGLED || naming == KERNELS_MANGLED_IN_RANGES)
		*want |= WANT_MANGLED_NAMES;
	for (size_t i = 0; i < job->count; i++) {
		if (job->requests[i].naming != naming)
			continue;
		any = true;
		*want |= job->requests[i].report->want;
	}
	return any;
}

static bool keep_for(struct report_run *run, const struct trace *trace, struct err *err)
{
	if (!mem_try_grow((void **)&run->traces, &run->traces_cap, run->trace_count + 1,
		    sizeof(const struct trace *), err) ||
		!mem_try_grow((void **)&run->trace_files, &run->trace_files_cap,
			run->trace_count + 1, sizeof(*run->trace_files), err))
		return false;
	run->trace_files[run->trace_count] = run->file;
	run->traces[run->trace_count++] = trace;
	return true;
}

static unsigned needs_of(const struct report *report)
{
	unsigned needs =
		report->reads_export ? report->needs & ~(unsigned)NEED_EXPORT : report->needs;

	return needs | (report->takes_sums ? 0u : NEED_EVENTS);
}

/*
 * There is data for a report if some file lacks nothing for it. If each lacks something, what all
 * lack is told. What partial results do not keep would be missing in a sum.
 */
static void add_lacks(struct stats_request *request, unsigned lacks)
{
	if ((lacks & NEED_WHOLE) != 0)
		request->lacks = NEED_WHOLE;
	else if (request->lacks != NEED_WHOLE && (lacks == 0 || (lacks & request->lacks) != 0))
		request->lacks &= lacks;
}

/* Whether a report looks at traces when all have been read. */
static bool is_kept_for(const struct job *job, size_t request)
{
	const struct report *report = job->requests[request].report;

	if (report->show != NULL)
		return true;
	return !report_needs_export(report) &&
	       (print_runs_take_turns(job->input, job->count) ||
		       (report->is_sql && job->runs[request].files == 1));
}

static bool add_trace(struct job *job, enum kernel_naming naming, size_t file,
	const struct trace *trace, struct err *err)
{
	const struct stated_works *stated = job->input->options->stated;
	unsigned met = report_met(trace) | (stated != NULL && stated->count > 0 ? NEED_FLOPS : 0u);

	for (size_t i = 0; i < job->count; i++) {
		const struct report *report = job->requests[i].report;
		unsigned lacks = needs_of(report) & ~met;

		if (job->requests[i].naming != naming)
			continue;
		add_lacks(&job->requests[i], lacks);
		job->runs[i].file = file;
		job->requests[i].sums_left_out |= trace->sums != NULL && !report->takes_sums;
		if (lacks != 0)
			continue;
		if (is_kept_for(job, i) ? !keep_for(&job->runs[i], trace, err)
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

	if (!mem_try_grow((void **)&job->kept, &job->kept_cap, job->kept_count + 1,
		    sizeof(struct trace *), err))
		return NULL;
	trace = mem_try_zeroed(1, sizeof(*trace), err);
	if (trace == NULL)
		return NULL;
	trace_init(trace, &job->names);
	job->kept[job->kept_count++] = trace;
	return trace;
}

static bool reads_export(const struct job *job, enum kernel_naming naming)
{
	for (size_t i = 0; i < job->count; i++) {
		if (job->requests[i].naming == naming && job->requests[i].report->reads_export)
			return true;
	}
	return false;
}

/* Names as the reports of one naming have them. */
static bool name_trace(
	struct job *job, enum kernel_naming naming, struct trace *trace, struct err *err)
{
	if (!trace_cutter_rename(&job->cutter, trace, err))
		return false;
	if (in_ranges(naming))
		range_prefix_kernels(trace);
	if (job->count != 1)
		nest_keep_order(trace);
	return true;
}

static bool read_naming(struct job *job, enum kernel_naming naming, uint64_t want, size_t index,
	struct input *file, bool first, bool *was_read, struct err *err)
{
	struct trace *trace = new_trace(job, err);

	if (trace == NULL ||
		!stats_read(job->input, index, file, &job->cutter, want, trace, was_read, err))
		return false;
	if (*was_read && reads_export(job, naming))
		open_files_add(&job->open, index, file, trace);
	if (*was_read) {
		if (!name_trace(job, naming, trace, err))
			return false;
		if (!add_trace(job, naming, index, trace, err))
			return false;
		if (first)
			stats_notes_add(job->notes, trace);
	}
	if (!is_kept(job, trace)) {
		if (trace->own != NULL)
			open_files_drop(&job->open);
		trace_release(trace);
		free(trace);
		job->kept_count--;
	}
	return true;
}

/* Of what a file's own tables have, only their reports know whether any is left. */
static bool check_left(const struct job *job, bool printed, struct err *err)
{
	for (size_t i = 0; i < job->count; i++) {
		if (job->requests[i].report->reads_export &&
			(!printed || job->requests[i].lacks == 0))
			return true;
	}
	return trace_cutter_check(&job->cutter, err);
}

/* A trace is read again for each kind of names of kernels. */
static bool read_report(struct job *job, size_t index, struct input *file, struct err *err)
{
	bool first = true, was_read = true;

	for (int naming = 0; was_read && naming < KERNEL_NAMINGS; naming++) {
		uint64_t want;

		if (!collect_want(job, (enum kernel_naming)naming, &want))
			continue;
		if (!read_naming(job, (enum kernel_naming)naming, want, index, file, first,
			    &was_read, err))
			return false;
		first = false;
	}
	return true;
}

static bool read_partial(struct job *job, struct input *file, struct err *err)
{
	unsigned *lacks;
	bool ok;

	if (job->cutter.renames)
		return stats_refuse_cut(file->path, err);
	lacks = mem_zeroed(job->count, sizeof(*lacks));
	ok = partial_read(file, job->requests, job->runs, job->count, lacks, job->notes, err);
	for (size_t i = 0; ok && i < job->count; i++)
		add_lacks(&job->requests[i], lacks[i]);
	free(lacks);
	return ok;
}

static bool read_file(struct job *job, size_t index, struct input *file, struct err *err)
{
	return file->kind == INPUT_PARTIAL ? read_partial(job, file, err)
					   : read_report(job, index, file, err);
}

static bool read_files(struct job *job, struct err *err)
{
	bool ok = true;

	for (size_t i = 0; ok && i < job->input->count; i++) {
		struct input *file;

		if (!stats_open(job->input, i, &job->cutter, &file, err))
			return false;
		ok = file == NULL || read_file(job, i, file, err);
		open_files_close(&job->open, file);
	}
	return ok;
}

static bool find_lacks(struct job *job, struct err *err)
{
	for (size_t i = 0; i < job->count; i++) {
		const struct report *report = job->requests[i].report;
		unsigned *lacks = &job->requests[i].lacks;
		bool has_rows = true;

		*lacks &= needs_of(report) | report->needs | NEED_WHOLE;
		if (*lacks == 0 && report_needs_export(report) &&
			!sql_report_has_rows(&job->runs[i], &has_rows, err))
			return print_runs_fail(report, err);
		*lacks |= has_rows ? 0 : report->needs & NEED_EXPORT;
	}
	return true;
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
	return partial_write(
		job->input->partial, job->requests, job->runs, job->count, job->notes, err);
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
	job->runs = mem_zeroed(job->count, sizeof(*job->runs));
	job->labels = file_labels(job->input->files, job->input->count);
	for (size_t i = 0; i < job->count; i++) {
		if (!report_settle(job->requests[i].report, err))
			return false;
		job->requests[i].lacks = ~(unsigned)NEED_WHOLE;
		job->runs[i] = (struct report_run){
			.report = job->requests[i].report,
			.names = &job->names,
			.options = job->input->options,
			.arguments = job->requests[i].arguments,
			.threads = pool_threads(0),
			/* a partial result is one of several */
			.files = job->input->count + (job->input->partial != NULL),
			.labels = job->labels,
			.state = mem_try_zeroed(1, job->requests[i].report->state_size, err),
		};
		if (job->runs[i].state == NULL)
			return false;
	}
	return true;
}

static bool is_read_again(const struct stats_request *requests, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		if (requests[i].naming != requests[0].naming)
			return true;
	}
	return false;
}

bool stats_run(const struct stats_input *input, struct stats_request *requests, size_t count,
	const char *label, struct printer *printer, struct stats_notes *notes, struct err *err)
{
	struct stats_input all = *input;
	struct job job = {
		.input = &all,
		.requests = requests,
		.count = count,
		.notes = notes,
	};
	bool ok;

	all.again = is_read_again(requests, count);
	if (print_runs_take_turns(input, count))
		platform_share_memory();
	names_init(&job.names);
	open_files_init(&job.open, &all, &job.cutter);
	ok = trace_cutter_init(&job.cutter, &job.names, input->cut, err) && start_runs(&job, err) &&
	     read_files(&job, err) && check_left(&job, false, err);
	stats_end_reading(input, notes);
	ok = ok && find_lacks(&job, err) && check_left(&job, true, err);
	if (ok && input->partial != NULL)
		ok = notes->files == 0 || write_partial(&job, err);
	else
		ok = ok && (notes->files == 0 || (print_reports(&job, label, printer, err) &&
							 check_left(&job, true, err)));
	for (size_t i = 0; job.runs != NULL && i < count; i++)
		print_runs_release(&job.runs[i]);
	for (size_t i = 0; i < job.kept_count; i++) {
		trace_release(job.kept[i]);
		free(job.kept[i]);
	}
	free(job.kept);
	open_files_release(&job.open);
	free(job.runs);
	free(job.labels);
	trace_cutter_release(&job.cutter);
	names_release(&job.names);
	return ok;
}
