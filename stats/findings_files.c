#include "stats/findings_files.h"

#include <stdlib.h>

#include "stats/file_labels.h"
#include "stats/overview_gather.h"

static const char sums_text[] =
	"holds sums; findings needs single operations: gpuflame record --mode trace";

/* Of what is added, nothing can be left out. */
static bool add_partial(
	struct overview *overview, const char *path, struct stats_notes *notes, struct err *err)
{
	if (!overview_add_partial(overview, path, notes, err))
		return err->code != ERR_EMPTY
			       ? false
			       : err_set(err, ERR_EMPTY,
					 "'%s' is a partial result of reports alone; findings need "
					 "one that was made without --report",
					 path);
	if (overview->sum_files > 0)
		return err_set(err, ERR_FORMAT, "'%s' %s", path, sums_text);
	return overview->cut_files == 0 ||
	       err_set(err, ERR_FORMAT,
		       "'%s' was made of a part of the operations; findings are about all that a "
		       "device does in a step",
		       path);
}

static bool add_file(struct overview *overview, const struct stats_input *input, size_t index,
	const char *label, struct stats_notes *notes, struct err *err)
{
	struct survey *survey = &overview->survey;
	struct trace_want want = survey_want(survey, &input->cut->plan.selection);
	const char *path = input->files[index];
	struct trace trace;
	bool ok, was_read, is_partial = false;

	trace_cutter_want(&overview->cutter, &want);
	trace_init(&trace, survey->names);
	ok = stats_read(
		input, index, &overview->cutter, &want, &trace, &was_read, &is_partial, err);
	if (ok && is_partial)
		ok = add_partial(overview, path, notes, err);
	else if (ok && was_read && trace.sums != NULL)
		ok = err_set(err, ERR_FORMAT, "'%s' %s", path, sums_text) || stats_skip(input, err);
	else if (ok && was_read)
		ok = survey_add(survey, &trace, label, err) &&
		     stats_notes_add(notes, &trace, path, err);
	trace_release(&trace);
	return ok;
}

static bool read_files(struct overview *overview, const struct stats_input *input,
	struct stats_notes *notes, struct err *err)
{
	const char **labels;
	bool ok = file_labels(input->files, input->count, &labels, err);

	for (size_t i = 0; ok && i < input->count; i++)
		ok = add_file(overview, input, i, labels[i], notes, err);
	free(labels);
	return ok;
}

static bool check_devices(const struct overview *overview, const struct stats_input *input,
	const struct stats_notes *notes, struct err *err)
{
	return notes->files == 0 || overview->survey.devices > 0 ||
	       stats_refuse_empty(input, notes, &overview->cutter, err);
}

static bool print_findings(const struct survey *survey, const struct findings_print *print,
	findings_print_fn *format, FILE *out, struct err *err)
{
	struct findings findings;
	struct text text = { 0 };
	bool ok;

	findings_make(&findings, survey);
	ok = format(&findings, print, &text, err);
	if (ok)
		fwrite(text.bytes, 1, text.len, out);
	text_release(&text);
	return ok;
}

bool findings_files(const struct stats_input *input, const struct findings_print *print,
	findings_print_fn *format, FILE *out, struct stats_notes *notes, struct err *err)
{
	struct overview overview = { 0 }; /* of which there is only the survey */
	struct survey *survey = &overview.survey;
	bool ok;

	names_init(&overview.names);
	survey_init(survey, &overview.names, input->count > 1);
	survey->step_pattern = input->cut->plan.selection.steps.pattern;
	ok = trace_cutter_init(&overview.cutter, &overview.names, input->cut, err) &&
	     read_files(&overview, input, notes, err) &&
	     trace_cutter_check(&overview.cutter, err) &&
	     check_devices(&overview, input, notes, err);
	ok = stats_end_reading(input, notes, err) && ok;
	ok = ok && (notes->files == 0 || (survey_close(survey, err) &&
						 print_findings(survey, print, format, out, err)));
	overview_release(&overview);
	return ok;
}
