#include "stats/findings_files.h"

#include <stdlib.h>

#include "stats/file_labels.h"

static bool add_file(struct survey *survey, const struct stats_input *input, size_t index,
	struct trace_cutter *cutter, const char *label, struct stats_notes *notes, struct err *err)
{
	struct trace_want want = survey_want(survey, &input->cut->plan.selection);
	struct trace trace;
	bool ok, was_read;

	trace_cutter_want(cutter, &want);
	trace_init(&trace, survey->names);
	ok = stats_read(input, index, cutter, &want, &trace, &was_read, NULL, err);
	if (ok && was_read && trace.sums != NULL) {
		was_read = err_set(err, ERR_FORMAT,
			"'%s' holds sums; findings needs single operations: gpuflame record "
			"--mode trace",
			input->files[index]);
		ok = stats_skip(input, err);
	}
	ok = ok && (!was_read || (survey_add(survey, &trace, label, err) &&
					 stats_notes_add(notes, &trace, err)));
	trace_release(&trace);
	return ok;
}

static bool read_files(struct survey *survey, const struct stats_input *input,
	struct trace_cutter *cutter, struct stats_notes *notes, struct err *err)
{
	const char **labels;
	bool ok = file_labels(input->files, input->count, &labels, err);

	for (size_t i = 0; ok && i < input->count; i++)
		ok = add_file(survey, input, i, cutter, labels[i], notes, err);
	free(labels);
	return ok;
}

static bool check_devices(const struct survey *survey, const struct trace_cutter *cutter,
	const struct stats_input *input, const struct stats_notes *notes, struct err *err)
{
	return notes->files == 0 || survey->devices > 0 ||
	       stats_refuse_empty(input, notes, cutter, err);
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
	struct trace_cutter cutter;
	struct survey survey;
	struct names names;
	bool ok;

	names_init(&names);
	survey_init(&survey, &names, input->count > 1);
	survey.step_pattern = input->cut->plan.selection.steps.pattern;
	ok = trace_cutter_init(&cutter, &names, input->cut, err) &&
	     read_files(&survey, input, &cutter, notes, err) && trace_cutter_check(&cutter, err) &&
	     check_devices(&survey, &cutter, input, notes, err);
	ok = stats_end_reading(input, notes, err) && ok;
	ok = ok && (notes->files == 0 || (survey_close(&survey, err) &&
						 print_findings(&survey, print, format, out, err)));
	trace_cutter_release(&cutter);
	survey_release(&survey);
	names_release(&names);
	return ok;
}
