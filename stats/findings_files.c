#include "stats/findings_files.h"

#include <stdlib.h>

#include "collapse/input/input.h"
#include "stats/file_labels.h"
#include "stats/overview_gather.h"

static const char sums_text[] =
	"holds sums; findings needs single operations: gpuflame record --mode trace";

/* Of what is added, nothing can be left out. */
static bool add_partial(
	struct overview *overview, struct input *file, struct stats_notes *notes, struct err *err)
{
	if (!overview_add_partial(overview, file, notes, err))
		return err->code != ERR_EMPTY
			       ? false
			       : err_set(err, ERR_EMPTY,
					 "'%s' is a partial result of reports alone; findings need "
					 "one that was made without --report",
					 file->path);
	if (overview->sum_files > 0)
		return err_set(err, ERR_FORMAT, "'%s' %s", file->path, sums_text);
	return overview->cut_files == 0 ||
	       err_set(err, ERR_FORMAT,
		       "'%s' was made from a selection of operations; findings need all that a "
		       "device does in a step",
		       file->path);
}

static bool add_report(struct overview *overview, const struct stats_input *input, size_t index,
	struct input *file, const char *label, struct stats_notes *notes, struct err *err)
{
	struct survey *survey = &overview->survey;
	struct trace_want want = survey_want(survey, &input->cut->plan.selection);
	const char *path = input->files[index];
	struct trace trace;
	bool ok, was_read;

	trace_cutter_want(&overview->cutter, &want);
	trace_init(&trace, survey->names);
	ok = stats_read(input, index, file, &overview->cutter, &want, &trace, &was_read, err);
	if (ok && was_read && trace.sums != NULL)
		ok = err_set(err, ERR_FORMAT, "'%s' %s", path, sums_text) || stats_skip(input, err);
	else if (ok && was_read)
		ok = survey_add(survey, &trace, label, err) &&
		     stats_notes_add(notes, &trace, path, err);
	trace_release(&trace);
	return ok;
}

static bool add_files(struct overview *overview, const struct stats_input *input,
	const char *const *labels, struct stats_notes *notes, struct err *err)
{
	bool ok = true;

	for (size_t i = 0; ok && i < input->count; i++) {
		struct input *file;

		if (!stats_open(input, i, &overview->cutter, &file, err))
			return false;
		if (file != NULL)
			ok = file->kind == INPUT_PARTIAL
				     ? add_partial(overview, file, notes, err)
				     : add_report(overview, input, i, file, labels[i], notes, err);
		stats_close(input, i, file);
	}
	return ok;
}

static bool read_files(struct overview *overview, const struct stats_input *input,
	struct stats_notes *notes, struct err *err)
{
	const char **labels;
	bool ok = file_labels(input->files, input->count, &labels, err) &&
		  add_files(overview, input, labels, notes, err);

	free(labels);
	return ok;
}

static bool check_devices(const struct overview *overview, const struct stats_input *input,
	const struct stats_notes *notes, struct err *err)
{
	return notes->files == 0 || overview->survey.devices > 0 ||
	       stats_refuse_empty(input, notes, &overview->cutter, err);
}

typedef bool take_fn(void *context, const struct findings *findings, struct err *err);

/* Read all files, apply the rules, and call `take` if there was a file. */
static bool find_in_files(const struct stats_input *input, struct stats_notes *notes, take_fn *take,
	void *context, struct err *err)
{
	struct overview overview = { 0 }; /* of which there is only the survey */
	struct survey *survey = &overview.survey;
	struct findings findings;
	bool ok = overview_begin(&overview, input, input->count > 1, err) &&
		  read_files(&overview, input, notes, err) &&
		  trace_cutter_check(&overview.cutter, err) &&
		  check_devices(&overview, input, notes, err);

	ok = stats_end_reading(input, notes, err) && ok;
	if (ok && notes->files > 0) {
		ok = survey_close(survey, err);
		if (ok) {
			findings_make(&findings, survey);
			ok = take(context, &findings, err);
		}
	}
	overview_release(&overview);
	return ok;
}

struct printing {
	const struct findings_print *print;
	findings_print_fn *format;
	FILE *out;
};

static bool print_findings(void *context, const struct findings *findings, struct err *err)
{
	const struct printing *printing = context;
	struct text text = { 0 };
	bool ok = printing->format(findings, printing->print, &text, err);

	if (ok)
		fwrite(text.bytes, 1, text.len, printing->out);
	text_release(&text);
	return ok;
}

bool findings_files(const struct stats_input *input, const struct findings_print *print,
	findings_print_fn *format, FILE *out, struct stats_notes *notes, struct err *err)
{
	struct printing printing = { print, format, out };

	return find_in_files(input, notes, print_findings, &printing, err);
}

static bool keep_shares(void *context, const struct findings *findings, struct err *err)
{
	struct finding_share *shares = context;

	(void)err;
	for (size_t i = 0; findings_rule_word(i) != NULL; i++) {
		uint64_t ns = findings_rule_ns(findings, i);

		shares[i].percent = findings_percent(findings, ns);
		shares[i].step_ns = (double)findings_step_ns(findings, ns);
	}
	return true;
}

bool findings_measure(
	const struct stats_input *input, struct finding_share *shares, struct err *err)
{
	struct stats_notes notes = { 0 };
	bool ok = find_in_files(input, &notes, keep_shares, shares, err);

	stats_notes_release(&notes);
	return ok;
}

bool findings_check_selection(const struct selection *selection, struct err *err)
{
	const char *option = selection->range != NULL       ? "--range"
			     : selection->streams.count > 0 ? "--stream"
							    : NULL;

	return option == NULL ||
	       err_set(err, ERR_USAGE,
		       "%s does not apply to findings, which are about all that a device does in "
		       "a step",
		       option);
}
