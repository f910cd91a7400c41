#include "stats/diff/diff_print.h"

#include <inttypes.h>
#include <math.h>

#include "base/units.h"
#include "stats/measures/report.h"

const char *diff_count_text(double count, char text[DIFF_AMOUNT])
{
	uint64_t tenths = (uint64_t)sink_scale(fabs(count), 1);
	size_t len;

	units_count(tenths / 10, text, DIFF_AMOUNT);
	len = strlen(text);
	if (tenths % 10 > 0)
		snprintf(text + len, DIFF_AMOUNT - len, ".%u", (unsigned)(tenths % 10));
	return text;
}

const char *diff_amount_text(const struct diff *diff, double value, char text[DIFF_AMOUNT])
{
	if (diff->countname != NULL)
		return diff_count_text(value, text);
	units_time((uint64_t)sink_scale(fabs(value), 0), text, DIFF_AMOUNT);
	return text;
}

const char *diff_change_text(const struct diff *diff, double value, char text[DIFF_AMOUNT])
{
	char amount[DIFF_AMOUNT];
	bool nothing;

	diff_amount_text(diff, value, amount);
	nothing = strcmp(amount, "0 ns") == 0 || strcmp(amount, "0") == 0;
	snprintf(text, DIFF_AMOUNT, "%s%.60s", nothing ? "" : value < 0 ? "-" : "+", amount);
	return text;
}

void diff_unit_text(const struct diff *diff, struct text *text)
{
	if (diff->countname == NULL || diff->countname[0] == '\0')
		return;
	text_add(text, " ", 1);
	text_add_clean(text, diff->countname, strlen(diff->countname), 0);
}

/* --- history ------------------------------------------------------------------------ */

void diff_run_name(const struct diff_run *run, struct text *text)
{
	size_t end = strlen(run->file), at;

	while (end > 1 && run->file[end - 1] == '/')
		end--;
	for (at = end; at > 0 && run->file[at - 1] != '/';)
		at--;
	text_add_clean(text, run->file + at, end - at, 0);
}

void diff_since_text(const struct diff *diff, const struct diff_change *change, struct text *text)
{
	const struct series_shift *shift = &change->shift;
	bool grew = change->after > change->before;

	if (shift->at == 0 || change->noise || grew != (shift->after > shift->before))
		return;
	text_add_string(text, shift->gradual ? ", gradually" : ", since ");
	if (!shift->gradual)
		diff_run_name(&diff->runs[shift->at], text);
}

/* --- work --------------------------------------------------------------------------- */

/* "2 -> 3 steps, 68 -> 60 launches per step": what differs. */
static void add_work(const struct diff_work *work, struct text *text)
{
	const char *comma = "";

	for (size_t i = 0; i < DIFF_WORK_ITEMS; i++) {
		const struct diff_work_item *item = &work->items[i];
		char before[DIFF_AMOUNT], after[DIFF_AMOUNT];

		if (!item->differs)
			continue;
		text_addf(text, "%s%s -> %s %s", comma, diff_count_text(item->before, before),
			diff_count_text(item->after, after), item->what);
		comma = ", ";
	}
}

/* --- sentences ---------------------------------------------------------------------- */

void diff_implausible_text(const struct diff *diff, struct text *text)
{
	const struct diff_change *total = &diff->total;
	char amount[DIFF_AMOUNT];

	text_addf(text, "AFTER has %s",
		diff->has_ops ? diff_count_text(total->after_ops, amount)
			      : diff_amount_text(diff, total->after, amount));
	if (diff->has_ops)
		text_add_string(text, " launches");
	else
		diff_unit_text(diff, text);
	text_addf(text, "%s, BEFORE has %s", diff->per_step ? " per step" : "",
		diff->has_ops ? diff_count_text(total->before_ops, amount)
			      : diff_amount_text(diff, total->before, amount));
}

/* "8.7% faster" */
static void add_judgement(const struct diff *diff, struct text *text)
{
	const struct diff_change *total = &diff->total;
	double percent = diff_percent(total);
	const char *less = total->after < total->before ? "less" : "more";

	if (total->noise)
		text_add_string(text, "no change beyond the noise");
	else if (isinf(percent))
		text_add_string(text, "new");
	else if (fabs(percent) < 0.05)
		text_add_string(text, "unchanged");
	else
		text_addf(text, "%.1f%% %s%s", fabs(percent), less,
			diff->countname == NULL ? " time" : "");
}

void diff_verdict_line(const struct diff *diff, struct text *text)
{
	if (diff->work.implausible) {
		text_add_string(text, "not comparable: ");
		diff_implausible_text(diff, text);
		return;
	}
	add_judgement(diff, text);
	diff_since_text(diff, &diff->total, text);
	if (diff->work.differs) {
		text_add_string(text, ", but the work differs: ");
		add_work(&diff->work, text);
	}
}
