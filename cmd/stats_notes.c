#include "cmd/stats_notes.h"

#include <stdio.h>

#include "cmd/cmd.h"
#include "cmd/collapse_summary.h"

bool stats_check_odd(const struct stats_notes *notes, bool strict, struct err *err)
{
	return !strict ||
	       (!oddities_any(&notes->odd) && !diagnostics_are_odd(&notes->diagnostics)) ||
	       cmd_refuse_odd(err);
}

bool stats_check_refused(
	const struct stats_request *requests, size_t count, bool strict, struct err *err)
{
	for (size_t i = 0; strict && i < count; i++) {
		if (requests[i].refused > 0)
			return err_set(err, ERR_FORMAT,
				"%s has rows with more than the hardware can do, and --strict is "
				"on",
				requests[i].report->name);
	}
	return true;
}

/* "note: skipped, since the input has no kernels: A, B", a line for each reason. */
static void say_lacks(const struct stats_request *requests, size_t count, const char *label)
{
	/* With one report of one file, what is missing becomes the error. */
	bool others = count > 1 || label != NULL;

	for (unsigned need = 1; others && need != 0; need <<= 1) {
		const char *between = NULL;

		for (size_t i = 0; i < count; i++) {
			unsigned lacks = requests[i].lacks;
			char name[64];

			if ((lacks & -lacks) != need)
				continue;
			if (between == NULL) {
				cmd_begin_note(label);
				fprintf(stderr, "skipped, since the input has no %s",
					report_lack(need));
			}
			stats_request_name(&requests[i], name);
			fprintf(stderr, "%s%s", between == NULL ? ": " : between, name);
			between = ", ";
		}
		if (between != NULL)
			fputc('\n', stderr);
	}
}

static void say_left_out(const struct stats_request *requests, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (requests[i].lacks == 0 && requests[i].sums_left_out)
			fprintf(stderr,
				"gpuflame: note: %s: files that have only sums were left out\n",
				requests[i].report->name);
	}
}

void stats_say_skipped(const struct stats_request *requests, size_t count, const char *label)
{
	say_lacks(requests, count, label);
	say_left_out(requests, count);
}
