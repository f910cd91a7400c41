#include "stats/diff/diff_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "stats/parts/sink.h"

void diff_count_text(double count, char text[DIFF_AMOUNT])
{
	uint64_t tenths = (uint64_t)sink_scale(fabs(count), 1);
	size_t len;

	units_count(tenths / 10, text, DIFF_AMOUNT);
	len = strlen(text);
	if (tenths % 10 > 0)
		snprintf(text + len, DIFF_AMOUNT - len, ".%u", (unsigned)(tenths % 10));
}

void diff_amount_text(const struct diff *diff, double value, char text[DIFF_AMOUNT])
{
	if (diff->countname == NULL)
		units_time((uint64_t)sink_scale(fabs(value), 0), text, DIFF_AMOUNT);
	else
		diff_count_text(value, text);
}

void diff_change_text(const struct diff *diff, double value, char text[DIFF_AMOUNT])
{
	char amount[DIFF_AMOUNT];
	bool nothing;

	diff_amount_text(diff, value, amount);
	nothing = strcmp(amount, "0 ns") == 0 || strcmp(amount, "0") == 0;
	snprintf(text, DIFF_AMOUNT, "%s%.60s", nothing ? "" : value < 0 ? "-" : "+", amount);
}

void diff_percent_text(const struct diff_change *change, char text[DIFF_AMOUNT])
{
	double percent = diff_percent(change);

	if (isinf(percent))
		snprintf(text, DIFF_AMOUNT, "new");
	else
		snprintf(text, DIFF_AMOUNT, "%+.1f%%", percent);
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

bool diff_since_text(const struct diff *diff, const struct diff_change *change, struct text *text,
	struct err *err)
{
	const struct series_shift *shift = &change->shift;
	bool grew = change->after > change->before;
	const char *name;
	size_t len;

	if (shift->at == 0 || change->noise || grew != (shift->after > shift->before))
		return true;
	if (shift->gradual)
		return text_try_add_string(text, ", gradually", err);
	name = diff_run_name(diff_run_at(diff, change->shift.at), &len);
	return text_try_add_string(text, ", since ", err) &&
	       text_try_add_clean(text, name, len, 0, err);
}

/* --- work --------------------------------------------------------------------------- */

static const double tenfold = 10;

static void add_item(
	struct diff_work *work, size_t index, const char *what, double before, double after)
{
	bool known = before > 0 && after > 0;
	bool differs = known && fabs(after - before) > 1e-9 * fmax(before, after);

	work->items[index] = (struct diff_work_item){ what, before, after, differs };
	work->differs |= differs;
}

static bool is_far(double before, double after)
{
	return before >= tenfold * after || after >= tenfold * before;
}

void diff_work_find(const struct diff *diff, struct diff_work *work)
{
	const struct diff_change *total = &diff->total;

	*work = (struct diff_work){ 0 };
	add_item(work, 0, "steps", diff->steps[DIFF_BEFORE], diff->steps[DIFF_AFTER]);
	add_item(work, 1, "ranks", diff->ranks[DIFF_BEFORE], diff->ranks[DIFF_AFTER]);
	add_item(work, 2, diff->per_step ? "launches per step" : "launches",
		diff->has_ops ? total->before_ops : 0, diff->has_ops ? total->after_ops : 0);
	work->implausible = diff->has_ops ? is_far(total->before_ops, total->after_ops)
					  : is_far(total->before, total->after);
}

bool diff_work_text(const struct diff_work *work, struct text *text, struct err *err)
{
	bool some = false;

	for (size_t i = 0; i < DIFF_WORK_ITEMS; i++) {
		const struct diff_work_item *item = &work->items[i];
		char before[DIFF_AMOUNT], after[DIFF_AMOUNT], line[3 * DIFF_AMOUNT];

		if (!item->differs)
			continue;
		diff_count_text(item->before, before);
		diff_count_text(item->after, after);
		snprintf(line, sizeof(line), "%s%s -> %s %s", some ? ", " : "", before, after,
			item->what);
		if (!text_try_add_string(text, line, err))
			return false;
		some = true;
	}
	return true;
}

bool diff_implausible_text(const struct diff *diff, struct text *text, struct err *err)
{
	const struct diff_change *total = &diff->total;
	char before[DIFF_AMOUNT], after[DIFF_AMOUNT], line[3 * DIFF_AMOUNT];
	const char *unit = diff->countname != NULL ? diff->countname : "";

	if (diff->has_ops) {
		diff_count_text(total->before_ops, before);
		diff_count_text(total->after_ops, after);
		unit = "launches";
	} else {
		diff_amount_text(diff, total->before, before);
		diff_amount_text(diff, total->after, after);
	}
	snprintf(line, sizeof(line), "AFTER has %s%s", after, *unit != '\0' ? " " : "");
	if (!text_try_add_string(text, line, err) ||
		!text_try_add_clean(text, unit, strlen(unit), 0, err))
		return false;
	snprintf(
		line, sizeof(line), "%s, BEFORE has %s", diff->per_step ? " per step" : "", before);
	return text_try_add_string(text, line, err);
}
