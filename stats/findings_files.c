#include "stats/overview.h"

#include <stdlib.h>

#include "base/mem.h"
#include "collapse/input/input.h"
#include "stats/overview_gather.h"

static bool check_devices(const struct overview *overview, const struct stats_input *input,
	const struct stats_notes *notes, struct err *err)
{
	return notes->files == 0 || overview->survey.devices > 0 ||
	       stats_refuse_empty(input, notes, &overview->cutter, err);
}

/* All files have been read. */
static bool close_survey(struct overview *overview, const struct stats_input *input,
	const struct stats_notes *notes, struct err *err)
{
	if (!trace_cutter_check(&overview->cutter, err) ||
		!check_devices(overview, input, notes, err))
		return false;
	return compare_ranks(&overview->survey, err);
}

static void print_findings(const struct survey *survey, const struct findings_print *print,
	findings_print_fn *format, FILE *out)
{
	struct findings findings;
	struct text text = { 0 };

	findings_make(&findings, survey);
	format(&findings, print, &text);
	fwrite(text.bytes, 1, text.len, out);
	text_release(&text);
}

bool findings_files(const struct stats_input *input, const struct findings_print *print,
	findings_print_fn *format, FILE *out, struct stats_notes *notes, struct err *err)
{
	struct overview overview = { .findings_only = true };
	bool ok = overview_begin(&overview, input, input->count > 1, err) &&
		  overview_read(&overview, input, notes, err) &&
		  close_survey(&overview, input, notes, err);

	if (ok && notes->files > 0)
		print_findings(&overview.survey, print, format, out);
	overview_release(&overview);
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
