#include "stats/diff/diff_text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/units.h"
#include "stats/measures/sink.h"

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

const char *diff_percent_text(const struct diff_change *change, char text[DIFF_AMOUNT])
{
	double percent = diff_percent(change);

	if (isinf(percent))
		snprintf(text, DIFF_AMOUNT, "new");
	else
		snprintf(text, DIFF_AMOUNT, "%+.1f%%", percent);
	return text;
}

void diff_pair_text(const char *before, const char *after, char text[2 * DIFF_AMOUNT])
{
	if (before[0] == '\0' || after[0] == '\0' || strcmp(before, after) == 0)
		snprintf(text, 2 * DIFF_AMOUNT, "%s", before[0] != '\0' ? before : after);
	else
		snprintf(text, 2 * DIFF_AMOUNT, "%.50s -> %.50s", before, after);
}

/* " bytes", or nothing for times. */
static void add_unit(const struct diff *diff, struct text *text)
{
	if (diff->countname == NULL || diff->countname[0] == '\0')
		return;
	text_add(text, " ", 1);
	text_add_clean(text, diff->countname, strlen(diff->countname), 0);
}

/* --- history ------------------------------------------------------------------------ */

const char *diff_run_name(const struct diff_run *run, size_t *len)
{
	size_t end = strlen(run->file), at;

	while (end > 1 && run->file[end - 1] == '/')
		end--;
	for (at = end; at > 0 && run->file[at - 1] != '/';)
		at--;
	*len = end - at;
	return run->file + at;
}

void diff_since_text(const struct diff *diff, const struct diff_change *change, struct text *text)
{
	const struct series_shift *shift = &change->shift;
	bool grew = change->after > change->before;
	const char *name;
	size_t len;

	if (shift->at == 0 || change->noise || grew != (shift->after > shift->before))
		return;
	if (shift->gradual) {
		text_add_string(text, ", gradually");
		return;
	}
	name = diff_run_name(&diff->runs[change->shift.at], &len);
	text_add_string(text, ", since ");
	text_add_clean(text, name, len, 0);
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

bool diff_has_launches(const struct diff *diff)
{
	return diff->has_ops && (diff->total.before != diff->total.before_ops ||
					diff->total.after != diff->total.after_ops);
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
		add_unit(diff, text);
	text_addf(text, "%s, BEFORE has %s", diff->per_step ? " per step" : "",
		diff->has_ops ? diff_count_text(total->before_ops, amount)
			      : diff_amount_text(diff, total->before, amount));
}

static void add_run(const struct diff_run *run, struct text *text)
{
	text_add_clean(text, run->file, strlen(run->file), 0);
	if (run->steps > 0)
		text_addf(text, " (%" PRIu64 " step%s)", run->steps, run->steps == 1 ? "" : "s");
}

void diff_runs_line(const struct diff *diff, enum diff_side side, struct text *text)
{
	size_t count = diff->run_count[side];
	const struct diff_run *runs = diff_runs_of(diff, side);

	if (diff->is_history && count > 1) {
		text_addf(text, "the median of %zu runs, ", count);
		add_run(&runs[0], text);
		text_add_string(text, " to ");
		add_run(&runs[count - 1], text);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		text_add_string(text, i > 0 ? ", " : "");
		add_run(&runs[i], text);
	}
}

void diff_total_line(const struct diff *diff, struct text *text)
{
	const struct diff_change *total = &diff->total;
	char before[DIFF_AMOUNT], after[DIFF_AMOUNT];

	text_addf(text, "%s -> %s", diff_amount_text(diff, total->before, before),
		diff_amount_text(diff, total->after, after));
	add_unit(diff, text);
	text_addf(text, ", %s (%s)", diff_change_text(diff, total->after - total->before, before),
		diff_percent_text(total, after));
	if (total->has_interval)
		text_addf(text, "; %s to %s with %d%% confidence",
			diff_change_text(diff, total->low, before),
			diff_change_text(diff, total->high, after), diff->is_history ? 99 : 95);
}

void diff_launches_line(const struct diff *diff, struct text *text)
{
	const struct diff_change *total = &diff->total;
	char before[DIFF_AMOUNT], after[DIFF_AMOUNT], pair[2 * DIFF_AMOUNT];

	diff_pair_text(diff_count_text(total->before_ops, before),
		diff_count_text(total->after_ops, after), pair);
	text_add_string(text, pair);
	if (diff->is_history)
		return;
	if (fabs(diff->by_ops) <= diff_slack(total))
		text_add_string(text, ", the same in each stack");
	else
		text_addf(text, "; change by their number %s, by their mean %s",
			diff_change_text(diff, diff->by_ops, before),
			diff_change_text(diff, diff->by_mean, after));
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
