#include "stats/diff/diff_json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

bool diff_json_number(struct text *json, double value, struct err *err)
{
	char text[64];

	if (fabs(value) < 0.0005)
		value = 0; /* not "-0.000" */
	snprintf(text, sizeof(text), "%.*f", value == floor(value) ? 0 : 3, value);
	return text_try_add_string(json, text, err);
}

static bool print_key(struct text *json, const char *key, struct err *err)
{
	return text_try_add_string(json, "\"", err) && text_try_add_string(json, key, err) &&
	       text_try_add_string(json, "\":", err);
}

bool diff_json_value(struct text *json, const char *key, double value, struct err *err)
{
	return print_key(json, key, err) && diff_json_number(json, value, err);
}

bool diff_json_whole(
	struct text *json, const char *key, uint64_t value, bool negative, struct err *err)
{
	char text[32];

	snprintf(text, sizeof(text), "%s%" PRIu64, negative ? "-" : "", value);
	return print_key(json, key, err) && text_try_add_string(json, text, err);
}

/* `"before":110,"after":137,"change":27` */
static bool print_values(struct text *json, const struct diff_change *change, struct err *err)
{
	uint64_t before = change->whole_before, after = change->whole_after;

	if (change->is_exact)
		return diff_json_whole(json, "before", before, false, err) &&
		       text_try_add_string(json, ",", err) &&
		       diff_json_whole(json, "after", after, false, err) &&
		       text_try_add_string(json, ",", err) &&
		       diff_json_whole(json, "change",
			       after > before ? after - before : before - after, after < before,
			       err);
	return diff_json_value(json, "before", change->before, err) &&
	       text_try_add_string(json, ",", err) &&
	       diff_json_value(json, "after", change->after, err) &&
	       text_try_add_string(json, ",", err) &&
	       diff_json_value(json, "change", change->after - change->before, err);
}

/* `,"before_count":68,"before_mean":235294.118`, if there are operations. */
static bool print_side(
	struct text *json, const char *side, double value, double ops, struct err *err)
{
	char count[32], mean[32];

	if (ops <= 0)
		return true;
	snprintf(count, sizeof(count), "%s_count", side);
	snprintf(mean, sizeof(mean), "%s_mean", side);
	return text_try_add_string(json, ",", err) && diff_json_value(json, count, ops, err) &&
	       text_try_add_string(json, ",", err) && diff_json_value(json, mean, value / ops, err);
}

/* `,"since":{"run":"d.folded","gradual":false,"before":110,"after":137,"slope":5.5}` */
static bool print_shift(struct text *json, const struct diff *diff,
	const struct series_shift *shift, struct err *err)
{
	const char *file = diff_run_at(diff, shift->at)->file;

	return text_try_add_string(json, ",\"since\":{\"run\":", err) &&
	       text_try_add_json(json, file, strlen(file), err) &&
	       text_try_add_string(
		       json, shift->gradual ? ",\"gradual\":true," : ",\"gradual\":false,", err) &&
	       diff_json_value(json, "before", shift->before, err) &&
	       text_try_add_string(json, ",", err) &&
	       diff_json_value(json, "after", shift->after, err) &&
	       text_try_add_string(json, ",", err) &&
	       diff_json_value(json, "slope", shift->slope, err) &&
	       text_try_add_string(json, "}", err);
}

bool diff_json_change(struct text *json, const struct diff *diff, const struct diff_change *change,
	struct err *err)
{
	double percent = diff_percent(change);
	char text[64];
	bool ok = print_values(json, change, err);

	if (isinf(percent))
		snprintf(text, sizeof(text), ",\"percent\":null");
	else
		snprintf(text, sizeof(text), ",\"percent\":%.3f",
			fabs(percent) < 0.0005 ? 0 : percent);
	ok = ok && text_try_add_string(json, text, err) &&
	     print_side(json, "before", change->before, change->before_ops, err) &&
	     print_side(json, "after", change->after, change->after_ops, err);
	if (ok && change->shift.at > 0)
		ok = print_shift(json, diff, &change->shift, err);
	if (!ok || !change->has_interval)
		return ok;
	return text_try_add_string(json, ",", err) &&
	       diff_json_value(json, "low", change->low, err) &&
	       text_try_add_string(json, ",", err) &&
	       diff_json_value(json, "high", change->high, err) &&
	       text_try_add_string(
		       json, change->noise ? ",\"noise\":true" : ",\"noise\":false", err);
}
