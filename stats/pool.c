#include "stats/pool.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "collapse/input.h"
#include "collapse/kineto_reader.h"
#include "collapse/nsys_export.h"
#include "collapse/nsys_reader.h"

/* --- requests -------------------------------------------------------------------- */

bool stats_parse_request(
	const char *text, size_t len, struct stats_request *request, struct err *err)
{
	const char *colon = memchr(text, ':', len);
	size_t name_len = colon != NULL ? (size_t)(colon - text) : len;
	size_t naming_len = len - name_len;

	*request = (struct stats_request){ .report = report_find(text, name_len) };
	if (request->report == NULL) {
		char name[64];
		const char *near;

		snprintf(name, sizeof(name), "%.*s", (int)(name_len < 63 ? name_len : 63), text);
		near = report_suggest(name);
		if (near != NULL)
			return err_set(
				err, ERR_USAGE, "no report '%s'; did you mean '%s'?", name, near);
		return err_set(err, ERR_USAGE, "no report '%s'; see gpuflame stats --list", name);
	}
	if (colon == NULL)
		return true;
	if (!request->report->names_kernels)
		return err_set(err, ERR_USAGE, "report '%s' has no names of kernels to choose",
			request->report->name);
	if (naming_len == 5 && memcmp(colon, ":base", 5) == 0)
		request->naming = KERNELS_BASE;
	else if (naming_len == 8 && memcmp(colon, ":mangled", 8) == 0)
		request->naming = KERNELS_MANGLED;
	else
		return err_set(err, ERR_USAGE, "'%.*s': expected ':base' or ':mangled'",
			(int)(naming_len < 64 ? naming_len : 64), colon);
	return true;
}

/* --- reading ---------------------------------------------------------------------- */

bool stats_read_trace(const char *path, const char *nsys, const struct trace_want *want,
	struct progress *progress, struct trace *trace, struct err *err)
{
	enum input_kind kind;
	char *exported;
	bool gzipped, ok;

	if (!input_kind_of(path, &kind, &gzipped, err))
		return false;
	if (kind == INPUT_SQLITE && !gzipped)
		return nsys_read(path, want, progress, trace, err);
	if (kind == INPUT_JSON)
		return kineto_read(path, want, progress, trace, err);
	if (kind != INPUT_NSYS_REPORT || gzipped)
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': neither a report of nsys nor a trace", path);
	if (!nsys_export(nsys, path, &exported, err))
		return false;
	ok = nsys_read(exported, want, progress, trace, err);
	nsys_export_remove(exported);
	return ok;
}

void stats_notes_release(struct stats_notes *notes)
{
	for (size_t i = 0; i < notes->diagnostic_count; i++)
		free(notes->diagnostics[i].text);
	free(notes->diagnostics);
	*notes = (struct stats_notes){ 0 };
}

bool stats_notes_add(struct stats_notes *notes, struct trace *trace, struct err *err)
{
	notes->odd.ranges_never_closed += trace->odd.ranges_never_closed;
	notes->odd.ranges_unnamed += trace->odd.ranges_unnamed;
	notes->odd.ops_without_launch += trace->odd.ops_without_launch;
	notes->odd.rows_without_time += trace->odd.rows_without_time;
	notes->odd.rows_backwards += trace->odd.rows_backwards;
	notes->odd.range_rows_bad += trace->odd.range_rows_bad;
	notes->odd.api_rows_bad += trace->odd.api_rows_bad;
	for (size_t i = 0; i < trace->diagnostic_count; i++) {
		size_t at = 0;

		while (at < notes->diagnostic_count &&
			strcmp(notes->diagnostics[at].text, trace->diagnostics[i].text) != 0)
			at++;
		if (at < notes->diagnostic_count) {
			notes->diagnostics[at].count += trace->diagnostics[i].count;
			continue;
		}
		if (!mem_grow((void **)&notes->diagnostics, &notes->diagnostics_cap, at + 1,
			    sizeof(*notes->diagnostics), err))
			return false;
		notes->diagnostics[notes->diagnostic_count++] = trace->diagnostics[i];
		trace->diagnostics[i].text = NULL; /* ours now */
	}
	return true;
}

/* --- running ---------------------------------------------------------------------- */

struct job {
	const struct stats_input *input;
	struct stats_request *requests;
	size_t count;
	struct report_run *runs; /* by request */
	unsigned *met;           /* by request: needs that some file met */
	struct names names;
	struct stats_notes *notes;
	struct trace **kept; /* those that reports without add() still need */
	size_t kept_count, kept_cap;
};

/* What the requests of one naming want, together; false when there is none. */
static bool collect_want(const struct job *job, enum kernel_naming naming, struct trace_want *want)
{
	bool any = false;

	*want = (struct trace_want){
		.kernels_only = true,
		.short_names = naming == KERNELS_BASE,
		.mangled_names = naming == KERNELS_MANGLED,
	};
	for (size_t i = 0; i < job->count; i++) {
		const struct trace_want *one = &job->requests[i].report->want;

		if (job->requests[i].naming != naming)
			continue;
		any = true;
		want->kernels_only &= one->kernels_only;
		want->streams |= one->streams;
		want->op_details |= one->op_details;
		want->api_calls |= one->api_calls;
		want->payloads |= one->payloads;
		want->labels |= one->labels;
	}
	return any;
}

static bool keep_for(struct report_run *run, const struct trace *trace, struct err *err)
{
	if (!mem_grow((void **)&run->traces, &run->traces_cap, run->trace_count + 1,
		    sizeof(const struct trace *), err))
		return false;
	run->traces[run->trace_count++] = trace;
	return true;
}

static bool add_trace(struct job *job, enum kernel_naming naming, size_t file,
	const struct trace *trace, struct err *err)
{
	unsigned met = report_met(trace);

	for (size_t i = 0; i < job->count; i++) {
		const struct report *report = job->requests[i].report;

		if (job->requests[i].naming != naming)
			continue;
		job->met[i] |= met;
		job->runs[i].file = file;
		if ((report->needs & ~met) != 0)
			continue;
		if (report->add == NULL ? !keep_for(&job->runs[i], trace, err)
					: !report->add(&job->runs[i], trace, err))
			return false;
	}
	return true;
}

/* Whether some report still needs a trace when it has been added. */
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
	const struct stats_input *input = job->input;
	struct trace *trace = new_trace(job, err);

	if (trace == NULL)
		return false;
	if (input->begin != NULL)
		input->begin(input->progress, input->files[file]);
	if (!stats_read_trace(input->files[file], input->nsys, want, input->progress, trace, err) ||
		!add_trace(job, naming, file, trace, err) ||
		(first && !stats_notes_add(job->notes, trace, err)))
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
			if (!read_file(job, (enum kernel_naming)naming, &want, file, first, err))
				return false;
		}
		first = false;
	}
	return true;
}

static void release_run(struct report_run *run, const struct report *report)
{
	if (run->state != NULL && report->release != NULL)
		report->release(run);
	free(run->state);
	free(run->traces);
	run->state = NULL;
	run->traces = NULL;
}

static bool print_reports(
	struct job *job, const char *label, struct printer *printer, struct err *err)
{
	for (size_t i = 0; i < job->count; i++) {
		const struct report *report = job->requests[i].report;

		job->requests[i].lacks = report->needs & ~job->met[i];
		if (job->requests[i].lacks != 0)
			continue;
		if (!printer_begin(printer, report, label, err) ||
			!report->finish(&job->runs[i], &printer->sink, err) ||
			!printer_end(printer, err))
			return false;
		/* what a report kept may be large, and the next one may need the room */
		release_run(&job->runs[i], report);
	}
	return true;
}

static bool start_runs(struct job *job, struct err *err)
{
	job->runs = mem_zeroed(job->count, sizeof(*job->runs), err);
	job->met = mem_zeroed(job->count, sizeof(*job->met), err);
	if (job->runs == NULL || job->met == NULL)
		return false;
	for (size_t i = 0; i < job->count; i++) {
		job->runs[i] = (struct report_run){
			.names = &job->names,
			.options = job->input->options,
			.files = job->input->count,
			.paths = job->input->files,
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

	names_init(&job.names);
	ok = start_runs(&job, err) && read_files(&job, err) &&
	     print_reports(&job, label, printer, err);
	for (size_t i = 0; job.runs != NULL && i < count; i++)
		release_run(&job.runs[i], requests[i].report);
	for (size_t i = 0; i < job.kept_count; i++) {
		trace_release(job.kept[i]);
		free(job.kept[i]);
	}
	free(job.kept);
	free(job.runs);
	free(job.met);
	names_release(&job.names);
	return ok;
}
