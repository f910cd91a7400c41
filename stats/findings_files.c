#include "stats/findings_files.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/mem.h"
#include "collapse/input/input.h"
#include "stats/compare_ranks.h"
#include "stats/read_files.h"
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

/* --- beside folding ------------------------------------------------------------------- */

struct findings_beside {
	struct overview overview;
	struct stats_input input;
	struct stats_notes notes;
	pthread_mutex_t lock; /* of all of it */
};

struct findings_beside *findings_begin(const struct stats_input *input, struct err *err)
{
	struct findings_beside *beside = mem_zeroed(1, sizeof(*beside));

	beside->input = *input;
	beside->overview.findings_only = true;
	pthread_mutex_init(&beside->lock, NULL);
	if (overview_begin(&beside->overview, input, input->count > 1, err))
		return beside;
	findings_release(beside);
	return NULL;
}

void findings_release(struct findings_beside *beside)
{
	if (beside == NULL)
		return;
	overview_release(&beside->overview);
	stats_notes_release(&beside->notes);
	pthread_mutex_destroy(&beside->lock);
	free(beside);
}

bool findings_add(void *context, const char *path, struct input *file, struct err *err)
{
	struct findings_beside *beside = context;
	struct stats_input one = beside->input;
	bool ok;

	one.files = &path;
	one.count = 1;
	pthread_mutex_lock(&beside->lock);
	ok = overview_add(&beside->overview, &one, 0, file, path, &beside->notes, err);
	pthread_mutex_unlock(&beside->lock);
	return ok;
}

bool findings_measure(struct findings_beside *beside, struct finding_share *shares, struct err *err)
{
	struct findings findings;

	if (!close_survey(&beside->overview, &beside->input, &beside->notes, err))
		return false;
	findings_make(&findings, &beside->overview.survey);
	for (size_t i = 0; findings_rule_word(i) != NULL; i++) {
		uint64_t ns = findings_rule_ns(&findings, i);

		shares[i].percent = findings_percent(&findings, ns);
		shares[i].step_ns = (double)findings_step_ns(&findings, ns);
	}
	return true;
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
