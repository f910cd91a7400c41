#include <string.h>

#include "stats/findings/findings_make.h"
#include "stats/table/envelope.h"

/* docs/gpuflame.schema.json describes it. */

static bool add_string(struct text *out, const char *key, const char *value, struct err *err)
{
	return text_try_add_string(out, ",\"", err) && text_try_add_string(out, key, err) &&
	       text_try_add_string(out, "\":", err) &&
	       (value == NULL ? text_try_add_string(out, "null", err)
			      : text_try_add_json(out, value, strlen(value), err));
}

static bool add_name(struct text *out, const struct findings *findings, const char *key,
	uint32_t name, struct err *err)
{
	const struct name *text;

	if (!text_try_add_string(out, key, err))
		return false;
	if (name == NAME_NONE)
		return text_try_add_string(out, "null", err);
	text = &findings->survey->names->list[name];
	return text_try_add_json(out, text->text, text->len, err);
}

static bool add_where(struct text *out, const struct findings *findings,
	const struct finding *finding, struct err *err)
{
	return add_name(out, findings, ",\"where\":{\"range\":", finding->range, err) &&
	       add_name(out, findings, ",\"operation\":", finding->op, err) &&
	       add_name(out, findings, ",\"rank\":", finding->place, err) &&
	       add_name(out, findings, ",\"step\":", finding->step, err) &&
	       text_try_add(out, "}", 1, err);
}

/* "mean kernel" becomes "mean_kernel_ns". */
static bool add_number(
	struct text *out, const struct finding_number *number, bool is_first, struct err *err)
{
	static const char *const units[] = { [NUMBER_COUNT] = "",
		[NUMBER_ID] = "",
		[NUMBER_NS] = "_ns",
		[NUMBER_PERCENT] = "_percent" };
	char text[96];
	int len = snprintf(text, sizeof(text), "%s\"%s%s\":%.*f", is_first ? "" : ",", number->name,
		units[number->kind], number->kind == NUMBER_PERCENT ? 1 : 0, number->value);

	for (int i = 0; i < len; i++)
		text[i] = text[i] == ' ' ? '_' : text[i];
	return text_try_add_string(out, text, err);
}

static bool add_evidence(struct text *out, const struct findings *findings,
	const struct finding *finding, const struct findings_print *print, struct err *err)
{
	struct text command = { 0 };
	bool ok = text_try_add_string(out, ",\"evidence\":{\"numbers\":{", err);

	for (size_t i = 0; ok && i < finding->number_count; i++)
		ok = add_number(out, &finding->numbers[i], i == 0, err);
	ok = ok && text_try_add(out, "}", 1, err) &&
	     add_string(out, "sentence", finding->sentence, err) &&
	     findings_command(findings, finding, print, &command, err) &&
	     add_string(out, "command", command.bytes, err) && text_try_add(out, "}", 1, err);
	text_release(&command);
	return ok;
}

static bool add_share(struct text *out, const struct findings *findings,
	const struct finding *finding, struct err *err)
{
	char text[160];

	snprintf(text, sizeof(text), "\",\"percent\":%.2f,\"step_ns\":%llu",
		findings_percent(findings, finding->ns),
		(unsigned long long)findings_step_ns(findings, finding->ns));
	return text_try_add_string(out, "{\"rule\":\"", err) &&
	       text_try_add_string(out, finding->rule->name, err) &&
	       text_try_add_string(out, text, err);
}

static bool add_finding(struct text *out, const struct findings *findings,
	const struct finding *finding, const struct findings_print *print, struct err *err)
{
	return add_share(out, findings, finding, err) &&
	       add_string(out, "title", finding->rule->title, err) &&
	       add_where(out, findings, finding, err) &&
	       add_evidence(out, findings, finding, print, err) &&
	       add_string(out, "try", finding->advice, err) &&
	       add_string(out, "source", finding->rule->source, err) &&
	       text_try_add(out, "}", 1, err);
}

static bool add_run(struct text *out, const struct findings *findings, struct err *err)
{
	const struct survey *survey = findings->survey;
	double unexplained = findings_percent(findings, survey->losses[LOSS_UNKNOWN].ns);
	char text[320];

	snprintf(text, sizeof(text),
		",\n\"run\":{\"devices\":%llu,\"steps\":%llu,\"outlier_steps\":%llu,"
		"\"warm_up_steps\":%llu,\"step_ns\":%llu,\"total_ns\":%llu,"
		"\"unexplained_percent\":%.2f},\n\"findings\":[",
		(unsigned long long)survey->devices, (unsigned long long)survey->steps,
		(unsigned long long)survey->outliers, (unsigned long long)survey->warm_ups,
		(unsigned long long)findings_step_ns(findings, survey->total_ns),
		(unsigned long long)survey->total_ns, unexplained);
	return text_try_add_string(out, text, err);
}

bool findings_print_json(const struct findings *findings, const struct findings_print *print,
	struct text *out, struct err *err)
{
	bool ok = envelope_begin(out, "findings", print->files, print->file_count, err) &&
		  add_run(out, findings, err);

	for (size_t i = 0; ok && i < findings->count; i++)
		ok = text_try_add_string(out, i > 0 ? ",\n  " : "\n  ", err) &&
		     add_finding(out, findings, &findings->list[i], print, err);
	ok = ok && text_try_add_string(
			   out, findings->count > 0 ? "\n],\n\"below\":" : "],\n\"below\":", err);
	if (ok && findings->below.rule == NULL)
		ok = text_try_add_string(out, "null", err);
	else if (ok)
		ok = add_share(out, findings, &findings->below, err) &&
		     text_try_add(out, "}", 1, err);
	return ok && text_try_add_string(out, "}\n", err);
}
