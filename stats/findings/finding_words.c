#include "stats/findings/finding_words.h"

#include <string.h>

#include "base/units.h"

/* "step", or what stands for it in a run without any. */
static const char *step_word(const struct findings *findings)
{
	return findings->survey->steps > 0 ? "step" : "run";
}

bool words_of_share(const struct findings *findings, const struct finding *finding,
	const struct findings_print *print, struct text *out, struct err *err)
{
	char text[160], time[UNITS_SIZE];

	(void)print;
	units_time(findings_step_ns(findings, finding->ns), time, sizeof(time));
	snprintf(text, sizeof(text), "%.1f %% of the %s, %s",
		findings_percent(findings, finding->ns), step_word(findings), time);
	return text_try_add_string(out, text, err);
}

/* Names, such as signatures of kernels, are cut where they are longer than that. */
enum { NAME_MOST = 60 };

static bool add_name(struct text *out, const struct findings *findings, const char *before,
	uint32_t name, const char *after, struct err *err)
{
	const struct name *text;

	if (name == NAME_NONE)
		return true;
	text = &findings->survey->names->list[name];
	return text_try_add_string(out, out->len > 0 ? ", " : "", err) &&
	       text_try_add_string(out, before, err) &&
	       text_try_add_fit(out, text->text, text->len, NAME_MOST, err) &&
	       text_try_add_string(out, after, err);
}

bool words_of_place(const struct findings *findings, const struct finding *finding,
	const struct findings_print *print, struct text *out, struct err *err)
{
	char op[64] = "";

	(void)print;
	if (finding->rule->op != NULL)
		snprintf(op, sizeof(op), "%s ", finding->rule->op);
	return add_name(out, findings, "range '", finding->range, "'", err) &&
	       add_name(out, findings, op, finding->op, "", err) &&
	       add_name(out, findings, "", finding->place, "", err) &&
	       add_name(out, findings, "most in '", finding->step, "'", err);
}

bool words_of_numbers(const struct findings *findings, const struct finding *finding,
	const struct findings_print *print, struct text *out, struct err *err)
{
	(void)findings;
	(void)print;
	for (size_t i = 0; i < finding->number_count; i++) {
		const struct finding_number *number = &finding->numbers[i];
		bool is_count = number->kind == NUMBER_COUNT;
		bool is_one = is_count && number->value == 1 &&
			      strchr(number->name, ' ') == NULL; /* "1 gap" */
		char value[UNITS_SIZE];
		const char *last = is_count ? number->name : value;

		switch (number->kind) {
		case NUMBER_ID:
			snprintf(value, sizeof(value), "%.0f", number->value);
			break;
		case NUMBER_COUNT:
			units_count(loss_whole(number->value), value, sizeof(value));
			break;
		case NUMBER_NS:
			units_time(loss_whole(number->value), value, sizeof(value));
			break;
		case NUMBER_PERCENT:
			snprintf(value, sizeof(value), "%.1f %%", number->value);
			break;
		}
		if (!text_try_add_string(out, i > 0 ? ", " : "", err) ||
			!text_try_add_string(out, is_count ? value : number->name, err) ||
			!text_try_add(out, " ", 1, err) ||
			!text_try_add(out, last, strlen(last) - is_one, err))
			return false;
	}
	return true;
}

bool words_of_sentence(const struct findings *findings, const struct finding *finding,
	const struct findings_print *print, struct text *out, struct err *err)
{
	(void)findings;
	(void)print;
	return finding->sentence == NULL || text_try_add_string(out, finding->sentence, err);
}

bool words_of_advice(const struct findings *findings, const struct finding *finding,
	const struct findings_print *print, struct text *out, struct err *err)
{
	(void)findings;
	(void)print;
	return text_try_add_string(out, finding->advice, err);
}

bool words_of_source(const struct findings *findings, const struct finding *finding,
	const struct findings_print *print, struct text *out, struct err *err)
{
	(void)findings;
	(void)print;
	return text_try_add_string(out, finding->rule->name, err) &&
	       text_try_add_string(out, ": ", err) &&
	       text_try_add_string(out, finding->rule->source, err);
}

/* --- the command --------------------------------------------------------------------------- */

/* One that reads all files: of partial results, there is more only in their reports. */
static const char *command_of(const struct findings *findings, const struct finding *finding)
{
	const struct finding_rule *rule = finding->rule;

	if (!findings->survey->has_partials)
		return finding->range == NAME_NONE && rule->bare_command != NULL
			       ? rule->bare_command
			       : rule->command;
	return rule->partial_command != NULL ? rule->partial_command : "gpuflame stats";
}

bool findings_command(const struct findings *findings, const struct finding *finding,
	const struct findings_print *print, struct text *out, struct err *err)
{
	const struct finding_rule *rule = finding->rule;
	bool ok = text_try_add_string(out, command_of(findings, finding), err) &&
		  text_try_add_string(out, print->options != NULL ? print->options : "", err) &&
		  (rule->is_cpu || print->device == NULL ||
			  text_try_add_string(out, print->device, err));

	for (size_t i = 0; ok && i < print->operand_count; i++) {
		const char *file = print->operands[i];
		bool is_option = file[0] == '-' && file[1] != '\0';

		ok = text_try_add_string(out, is_option ? " ./" : " ", err) &&
		     text_try_add_shell(out, file, err);
	}
	return ok;
}

bool words_of_command(const struct findings *findings, const struct finding *finding,
	const struct findings_print *print, struct text *out, struct err *err)
{
	struct text command = { 0 };
	bool ok = findings_command(findings, finding, print, &command, err) &&
		  text_try_add_clean(out, command.bytes, command.len, 0, err);

	text_release(&command);
	return ok;
}

/* --- the run ------------------------------------------------------------------------------ */

static bool add_count(struct text *out, uint64_t count, const char *one, struct err *err)
{
	char text[96], number[UNITS_SIZE];

	units_count(count, number, sizeof(number));
	snprintf(text, sizeof(text), "%s %s%s", number, one, count == 1 ? "" : "s");
	return text_try_add_string(out, text, err);
}

static bool add_steps(struct text *out, const struct findings *findings, struct err *err)
{
	const struct survey *survey = findings->survey;
	char text[128], time[UNITS_SIZE];

	units_time(findings_step_ns(findings, survey->total_ns), time, sizeof(time));
	if (survey->steps == 0) {
		snprintf(text, sizeof(text), ", %s, no training steps", time);
		return text_try_add_string(out, text, err);
	}
	snprintf(text, sizeof(text), " of %s", time);
	if (!text_try_add_string(out, ", ", err) || !add_count(out, survey->steps, "step", err) ||
		!text_try_add_string(out, survey->files > 1 ? " in all," : "", err) ||
		!text_try_add_string(out, text, err))
		return false;
	if (survey->outliers > 0 && (!text_try_add_string(out, ", ", err) ||
					    !add_count(out, survey->outliers, "outlier", err)))
		return false;
	return survey->warm_ups == 0 || text_try_add_string(out, ", without warm-up", err);
}

/* "nothing of note", and what came nearest to it. */
static bool add_nothing(struct text *out, const struct findings *findings, struct err *err)
{
	char text[160];

	snprintf(text, sizeof(text), "nothing costs %d %% of the %s or more",
		FINDINGS_LEAST_PERCENT, step_word(findings));
	if (!text_try_add_string(out, text, err) ||
		(findings->survey->kernel_ns == 0 &&
			!text_try_add_string(out, "; no single kernel was recorded", err)))
		return false;
	if (findings_percent(findings, findings->below.ns) < 0.05)
		return true;
	snprintf(text, sizeof(text), "; the most is %s, %.1f %%", findings->below.rule->name,
		findings_percent(findings, findings->below.ns));
	return text_try_add_string(out, text, err);
}

/* Where most of it is, if it is in one place. */
static bool add_where(struct text *out, const struct findings *findings, const char *before,
	const struct loss_ledger *ledger, const char *after, struct err *err)
{
	const struct lost *loss = &findings->survey->losses[LOSS_UNKNOWN];
	uint32_t name = loss_top(loss, ledger);
	const struct name *text;

	if (name == NAME_NONE ||
		ledger->ns[idmap_find(&ledger->names, name)] < loss->ns - loss->ns / 2)
		return true;
	text = &findings->survey->names->list[name];
	return text_try_add_string(out, before, err) &&
	       text_try_add_fit(out, text->text, text->len, NAME_MOST, err) &&
	       text_try_add_string(out, after, err);
}

/* Idle time that no rule explains. */
static bool add_unknown(struct text *out, const struct findings *findings, struct err *err)
{
	const struct lost *loss = &findings->survey->losses[LOSS_UNKNOWN];
	uint64_t known_ns = findings->survey->before_ns; /* a partial result may say anything */
	uint64_t before_ns = known_ns < loss->ns ? known_ns : loss->ns;
	double before = findings_percent(findings, before_ns);
	double percent = findings_percent(findings, loss->ns - before_ns);
	char text[192];

	if (before >= FINDINGS_LEAST_PERCENT) {
		snprintf(text, sizeof(text),
			"; %.1f %% is idle before the first operation of a stream, which was "
			"launched "
			"in time: it waited for something that is not in the file, such as work "
			"from before the recording",
			before);
		if (!text_try_add_string(out, text, err))
			return false;
	}
	if (percent < FINDINGS_LEAST_PERCENT)
		return true;
	snprintf(text, sizeof(text), "; %.1f %% is idle for reasons that the file does not show",
		percent);
	return text_try_add_string(out, text, err) &&
	       add_where(out, findings, ", most of it before ", &loss->ops, "", err) &&
	       add_where(out, findings, ", in '", &loss->ranges, "'", err);
}

bool words_of_run(const struct findings *findings, const struct findings_print *print,
	struct text *out, struct err *err)
{
	const struct survey *survey = findings->survey;
	uint64_t sum = 0;
	char text[96];

	if (print->file_count == 1) {
		if (!text_try_add_clean(out, print->files[0], strlen(print->files[0]), 0, err))
			return false;
	} else if (!add_count(out, survey->files, "file", err)) {
		return false;
	}
	if (!text_try_add_string(out, ": ", err) ||
		!add_count(out, survey->devices, "device", err) || !add_steps(out, findings, err) ||
		!text_try_add_string(out, ": ", err))
		return false;
	if (findings->count == 0)
		return add_nothing(out, findings, err) && add_unknown(out, findings, err);
	for (size_t i = 0; i < findings->count; i++)
		sum = loss_sum(sum, findings->list[i].ns);
	snprintf(text, sizeof(text), ", %.1f %% of the %s in all at most",
		findings_percent(findings, sum), step_word(findings));
	return add_count(out, findings->count, "finding", err) &&
	       text_try_add_string(out, text, err) && add_unknown(out, findings, err);
}
