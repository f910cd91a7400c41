#include "cmd/picture_survey.h"

#include <stdio.h>

#include "base/text.h"
#include "stats/findings/finding_words.h"

static void write_finding(struct picture_survey *picture, const struct survey *survey)
{
	struct findings findings;
	struct text share = { 0 };

	findings_make(&findings, survey);
	if (findings.count == 0)
		return;
	words_of_share(&findings, &findings.list[0], &share);
	snprintf(picture->finding, sizeof(picture->finding), "Look at first: %s: at most %s",
		findings.list[0].rule->title, share.bytes);
	text_release(&share);
}

/* The names belong to the trace's reader, so everything is put into words at once. */
static bool look_at(void *context, struct trace *trace, struct err *err)
{
	struct picture_survey *picture = context;
	struct err failure = { 0 };
	struct survey survey;
	bool ok;

	survey_init(&survey, trace->names, false);
	ok = survey_add(&survey, trace, "", &failure);
	if (ok) {
		survey_close(&survey);
		write_finding(picture, &survey);
	}
	if (ok && survey.devices > 0 && survey.span_ns > 0) {
		picture->is_done = true;
		picture->devices = survey.devices;
		picture->idle_percent = 100 * (1 - (double)survey.busy_ns / (double)survey.span_ns);
		if (trace->processes.count == 1)
			picture->steps = survey.steps + survey.outliers + survey.warm_ups;
	}
	survey_release(&survey);
	(void)err;
	return true; /* the picture can do without */
}

void picture_survey_ask(struct picture_survey *survey, struct collapse_options *options)
{
	const struct survey none = { 0 };

	*survey = (struct picture_survey){ .look = { look_at, survey } };
	if (selection_is_asked_for(&options->plan.selection) || options->kernels_only ||
		options->plan.value == VALUE_CPU_TIME)
		return;
	survey->look.want = survey_want(&none, &options->plan.selection) &
			    (WANT_STREAMS | WANT_MOVES | WANT_API_CALLS);
	options->look = &survey->look;
}
