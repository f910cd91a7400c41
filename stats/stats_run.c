#include "stats/stats_run.h"

#include "base/word_list.h"
#include "collapse/collapse_files.h"
#include "collapse/fold/nest.h"
#include "collapse/input/input.h"
#include "stats/chart/report_chart.h"
#include "stats/partial_file.h"
#include "stats/read_files.h"
#include "stats/reports/registry.h"
#include "stats/roofline/roofline.h"
#include "stats/sql/export_tables.h"
#include "stats/sql/sql_report.h"
#include "stats/sql/table.h"

struct job {
	const struct stats_input *input;
	struct stats_request *requests;
	size_t count;
	struct report_run *runs; /* by request */
	const char **labels;     /* by file */
	struct names names;
	struct trace_cutter cutter;
	struct stats_notes *notes;
	struct rank_facts *ranks;
	struct input *file; /* a single one is open until all reports have been made */
	struct trace trace; /* of the file */
	struct export_file own;
};

/* False, with the report named if it cannot be made from the files. */
static bool fail(const struct report *report, struct err *err)
{
	if (report->path != NULL)
		return err_prefix(err, "%s", report->path);
	if (err->code == ERR_FORMAT || err->code == ERR_SUM)
		err_prefix(err, "cannot make %s", report->name);
	return false;
}

/* --- reading ---------------------------------------------------------------------------- */

/* The combined needs of the requests. */
static uint64_t collect_want(const struct job *job)
{
	static const uint64_t names[KERNEL_NAMINGS] = {
		[KERNELS_BASE] = WANT_SHORT_NAMES, [KERNELS_MANGLED] = WANT_MANGLED_NAMES
	};
	uint64_t want = trace_cutter_want(&job->cutter);

	for (size_t i = 0; i < job->count; i++)
		want |= job->requests[i].report->want | names[job->requests[i].naming];
	return want;
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

/*
 * Several reports of one file add it one after the other, when they are printed, so that what all
 * of them gather is not in memory at once. The critical path is not kept for that long.
 */
static bool adds_later(const struct job *job, const struct report *report)
{
	return job->input->count == 1 && job->input->partial == NULL &&
	       (report->want & WANT_PATH) == 0 && !report_needs_export(report);
}

static bool add_trace(struct job *job, size_t file, const struct trace *trace, struct err *err)
{
	const struct stated_works *stated = job->input->options->stated;
	unsigned met = report_met(trace) | (stated != NULL && stated->count > 0 ? NEED_FLOPS : 0u);

	for (size_t i = 0; i < job->count; i++) {
		const struct report *report = job->requests[i].report;
		unsigned lacks = needs_of(report) & ~met;

		add_lacks(&job->requests[i], lacks);
		job->runs[i].file = file;
		job->requests[i].sums_left_out |= trace->sums != NULL && !report->takes_sums;
		if (lacks != 0)
			continue;
		if (adds_later(job, report))
			job->runs[i].trace = trace;
		else if (!report->code->add(&job->runs[i], trace, err))
			return fail(report, err);
	}
	return true;
}

static bool mark(const struct export_file *file, const struct thread_call *calls, size_t count,
	bool *out, struct err *err)
{
	return trace_cutter_mark(file->cutter, file->path, file->trace, calls, count, out, err);
}

/* Reports may read the tables of a trace's file. */
static void show_file(struct job *job, size_t index, struct input *file)
{
	if (file->kind != INPUT_SQLITE)
		return;
	job->own = (struct export_file){
		.database = &file->database,
		.selection = &job->input->cut->plan.selection,
		.mark = job->cutter.selects ? mark : NULL,
		.cutter = &job->cutter,
		.path = job->input->files[index],
		.trace = &job->trace,
	};
	job->trace.own = &job->own;
}

static bool read_report(struct job *job, size_t index, struct input *file, struct err *err)
{
	struct trace *trace = &job->trace;
	bool was_read;

	if (!stats_read(job->input, index, file, &job->cutter, collect_want(job), trace, job->notes,
		    &was_read, err))
		return false;
	if (was_read) {
		show_file(job, index, file);
		if (!trace_cutter_rename(&job->cutter, trace, err))
			return false;
		if (job->count != 1 && job->input->count != 1)
			nest_keep_order(trace);
		if (!add_trace(job, index, trace, err))
			return false;
		free(trace->path); /* see adds_later() */
		trace->path = NULL;
		trace->path_count = 0;
		if (job->count != 1 && job->input->count == 1) /* for those that are added later */
			nest_keep_order(trace);
		stats_notes_add(job->notes, trace);
	}
	if (job->input->count > 1) {
		trace_release(trace);
		trace_init(trace, &job->names);
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

static bool read_files(struct job *job, struct err *err)
{
	bool ok = true;

	for (size_t i = 0; ok && i < job->input->count; i++) {
		stats_close(job->file);
		ok = stats_open(job->input, i, &job->cutter, &job->file, err) &&
		     (job->file == NULL || (job->file->kind == INPUT_PARTIAL
							   ? read_partial(job, job->file, err)
							   : read_report(job, i, job->file, err)));
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
			return fail(report, err);
		*lacks |= has_rows ? 0 : report->needs & NEED_EXPORT;
	}
	return true;
}

/* --- printing --------------------------------------------------------------------------- */

static bool print_report(
	struct job *job, size_t index, const char *label, struct printer *printer, struct err *err)
{
	struct stats_request *request = &job->requests[index];
	struct report_run *run = &job->runs[index];
	const struct report *report = run->report;
	char name[64];
	const struct print_heading heading = { report, name, label };

	stats_request_name(request, name);
	if (!printer_begin(printer, &heading, job->input->count > 1 && report->by_file, err) ||
		(run->trace != NULL && !report->code->add(run, run->trace, err)) ||
		!report->code->finish(run, &printer->sink, err))
		return fail(report, err);
	request->refused = run->refused;
	return printer_end(printer, err) || fail(report, err);
}

/* Release what a report has gathered. */
static void end_report(struct report_run *run)
{
	if (run->state != NULL)
		run->report->code->release(run);
	free(run->state);
	run->state = NULL;
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
			/* a partial result is one of several */
			.files = job->input->count + (job->input->partial != NULL),
			.labels = job->labels,
			.ranks = &job->ranks,
			.state = mem_zeroed(1, job->requests[i].report->code->state_size),
		};
	}
	trace_init(&job->trace, &job->names);
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

	names_init(&job.names);
	ok = trace_cutter_init(&job.cutter, &job.names, input->cut, err) && start_runs(&job, err) &&
	     read_files(&job, err) && check_left(&job, false, err);
	stats_end_reading(input, notes);
	ok = ok && find_lacks(&job, err) && check_left(&job, true, err);
	if (ok && notes->files > 0 && input->partial != NULL)
		ok = partial_write(input->partial, requests, job.runs, count, notes, err);
	for (size_t i = 0; job.runs != NULL && i < count; i++) {
		if (ok && notes->files > 0 && input->partial == NULL && requests[i].lacks == 0)
			ok = print_report(&job, i, label, printer, err);
		end_report(&job.runs[i]);
	}
	ok = ok && check_left(&job, true, err);
	sql_ranks_free(job.ranks);
	trace_release(&job.trace);
	stats_close(job.file);
	free(job.runs);
	free(job.labels);
	trace_cutter_release(&job.cutter);
	names_release(&job.names);
	return ok;
}

/* --- formats --------------------------------------------------------------------------------- */

const struct print_format *const print_formats[] = {
	&print_table,
	&print_csv,
	&print_tsv,
	&print_json,
	&print_markdown,
	&print_svg,
	&print_timeline,
	NULL,
};

const char *print_format_word(size_t index)
{
	return print_formats[index] != NULL ? print_formats[index]->name : NULL;
}

const struct print_format *print_format_named(const char *name)
{
	size_t index = word_find(print_format_word, name);

	return index != SIZE_MAX ? print_formats[index] : NULL;
}
