#include "stats/findings/findings.h"

#include <inttypes.h>

#include "base/units.h"

/* "step", or what stands for it in a run without any. */
static const char *step_word(const struct findings *findings)
{
	if (findings->survey->sums)
		return findings->survey->sums_in_steps ? "GPU's work in steps" : "GPU's work";
	if (findings->survey->steps == 0)
		return "run";
	return findings->survey->stepless == 0 ? "step" : "time";
}

void words_of_share(
	const struct findings *findings, const struct finding *finding, struct text *out)
{
	char time[UNITS_SIZE];

	units_time(findings_step_ns(findings, finding->ns), time, sizeof(time));
	text_addf(out, "%.1f %% of the %s, %s", findings_percent(findings, finding->ns),
		step_word(findings), time);
}

/* Names, such as signatures of kernels, are cut where they are longer than that. */
enum { NAME_MOST = 60 };

static void add_name(struct text *out, const struct findings *findings, const char *before,
	uint32_t name, const char *after)
{
	const struct name *text;

	if (name == NAME_NONE)
		return;
	text = &findings->survey->names->list[name];
	text_addf(out, "%s%s", out->len > 0 ? ", " : "", before);
	text_add_fit(out, text->text, text->len, NAME_MOST);
	text_add_string(out, after);
}

static void add_place(
	const struct findings *findings, const struct finding *finding, struct text *out)
{
	const struct survey *survey = findings->survey;
	const char *op = finding->rule->op;

	/* "[CUDA memset]" is no kernel */
	if (op == NULL || (finding->readable != NAME_NONE &&
				  survey->names->list[finding->readable].text[0] == '['))
		op = "";
	add_name(out, findings, "range '", finding->range, "'");
	if (finding->range != NAME_NONE && finding->share < 0.995)
		text_addf(out, " (%.0f %%)", 100 * finding->share);
	add_name(out, findings, op, finding->readable, "");
	add_name(out, findings, "", finding->place, "");
	if (survey->steps + survey->outliers > 1)
		add_name(out, findings, "most in '", finding->step, "'");
}

static void add_number(const struct finding_number *number, struct text *out)
{
	bool is_one = number->value == 1 && strchr(number->name, ' ') == NULL; /* "1 gap" */
	char value[UNITS_SIZE];

	switch (number->kind) {
	case NUMBER_COUNT:
		units_count(loss_whole(number->value), value, sizeof(value));
		text_addf(out, "%s %.*s", value, (int)strlen(number->name) - is_one, number->name);
		return;
	case NUMBER_ID:
		text_addf(out, "%s %.0f", number->name, number->value);
		return;
	case NUMBER_NS:
		units_time(loss_whole(number->value), value, sizeof(value));
		text_addf(out, "%s %s", number->name, value);
		return;
	case NUMBER_GB:
		text_addf(out, "%.3g %s", number->value, number->name);
		return;
	case NUMBER_PERCENT:
		text_addf(out, "%s %.1f %%", number->name, number->value);
		return;
	}
}

/* --- the command --------------------------------------------------------------------------- */

void findings_command(
	const struct finding *finding, const struct findings_print *print, struct text *out)
{
	text_addf(out, "%s%s%s", finding->command, print->options != NULL ? print->options : "",
		finding->rule->is_cpu || print->device == NULL ? "" : print->device);
	for (size_t i = 0; i < print->operand_count; i++) {
		const char *file = print->operands[i];
		bool is_option = file[0] == '-' && file[1] != '\0';

		text_add_string(out, is_option ? " ./" : " ");
		text_add_shell(out, file);
	}
}

void words_of_part(const struct findings *findings, const struct finding *finding,
	const struct findings_print *print, enum finding_part part, struct text *out)
{
	struct text command = { 0 };

	switch (part) {
	case PART_SHARE:
		words_of_share(findings, finding, out);
		return;
	case PART_PLACE:
		add_place(findings, finding, out);
		return;
	case PART_NUMBERS:
		for (size_t i = 0; i < finding->number_count; i++) {
			text_add_string(out, i > 0 ? ", " : "");
			add_number(&finding->numbers[i], out);
		}
		return;
	case PART_SENTENCE:
		text_add_string(out, finding->sentence != NULL ? finding->sentence : "");
		return;
	case PART_COMMAND:
		findings_command(finding, print, &command);
		text_add_clean(out, command.bytes, command.len, 0);
		text_release(&command);
		return;
	case PART_ADVICE:
		text_add_string(out, finding->advice);
		return;
	case PART_SOURCE:
		text_addf(out, "%s: %s", finding->rule->name, finding->rule->source);
		return;
	}
}

/* --- the run ------------------------------------------------------------------------------ */

static void add_count(struct text *out, uint64_t count, const char *one)
{
	char number[UNITS_SIZE];

	units_count(count, number, sizeof(number));
	text_addf(out, "%s %s%s", number, one, count == 1 ? "" : "s");
}

void words_of_phases(const struct survey *survey, struct text *out)
{
	char time[UNITS_SIZE];

	for (int i = BATCH_NONE + 1; i < BATCH_PHASES; i++) {
		const struct survey_phase *phase = &survey->phases[i];

		if (phase->steps == 0)
			continue;
		units_time(phase->ns / phase->steps, time, sizeof(time));
		text_addf(out, "; %s: %s a step at bs %" PRIu64, phase->word, time, phase->least);
		if (phase->most > phase->least)
			text_addf(out, " to %" PRIu64, phase->most);
	}
}

static void add_steps(struct text *out, const struct findings *findings)
{
	const struct survey *survey = findings->survey;
	uint64_t steps = survey->steps + survey->outliers;
	const char *late = survey->begins_late ? " after work from before the recording" : "";
	char time[UNITS_SIZE];

	units_time(findings_step_ns(findings, survey->total_ns), time, sizeof(time));
	if (steps > 0)
		units_time(survey->step_ns / steps, time, sizeof(time));
	text_add_string(out, ", ");
	if (survey->sums) {
		text_addf(out,
			"%s of work a device%s, in sums (record with --mode "
			"trace for idle time and what is hidden)",
			time, survey->sums_in_steps ? " in steps" : "");
		return;
	}
	if (survey->steps == 0) {
		text_addf(out, "%s%s, no training steps", time, late);
		return;
	}
	add_count(out, steps, "step");
	text_addf(out, "%s of %s%s", survey->files > 1 ? " in all," : "", time, late);
	if (survey->outliers > 0) {
		units_time(survey->median_ns, time, sizeof(time));
		if (survey_has_median(survey))
			text_addf(out, ", median %s", time);
		text_add_string(out, ", ");
		add_count(out, survey->outliers, "outlier");
	}
	units_time(survey->warm_up_ns, time, sizeof(time));
	if (survey->warm_ups > 0)
		text_addf(out, ", without warm-up (%s)", time);
	words_of_phases(survey, out);
}

/* "nothing of note", and what came nearest to it. */
static void add_nothing(struct text *out, const struct findings *findings)
{
	double percent = findings_percent(findings, findings->below.ns);
	const char *most;

	if (findings->survey->kernel_ns == 0) {
		text_add_string(out, "no kernel was recorded, so there is nothing to judge");
		return;
	}
	text_addf(out,
		"nothing costs %d %% of the %s or more, of %scopies, communication, and kernels "
		"that are small, not fused, %sor in FP32",
		FINDINGS_LEAST_PERCENT, step_word(findings),
		findings->survey->sums ? "" : "idle time, ",
		findings->survey->sums ? "" : "of few blocks or threads, ");
	if (percent < 0.05)
		return;
	most = findings->below.rule->name;
	if (findings->survey->sums && strncmp(most, "exposed-", 8) == 0)
		most += 8; /* what is hidden is unknown */
	text_addf(out, "; the most is %s, %.1f %%", most, percent);
}

static uint64_t sum_of(const struct findings *findings)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < findings->count; i++)
		sum = loss_sum(sum, findings->list[i].ns);
	return sum;
}

/* The kernel that is worth a look of its own, where most of the time is explained by none. */
static void add_kernels(struct text *out, const struct findings *findings)
{
	enum { MOST = 50, LARGE = 25 }; /* percent */
	const struct survey *survey = findings->survey;
	double ran =
		survey->span_ns > 0 ? 100 * (double)survey->kernel_ns / (double)survey->span_ns : 0;
	uint64_t ns = findings->kernel_ns;
	double share = ns > 0 ? 100 * (double)ns / (double)survey->kernels_ns : 0;

	if (ran < MOST || findings_percent(findings, sum_of(findings)) >= MOST)
		return;
	text_addf(out,
		survey->sums ? "; kernels are %.1f %% of it"
			     : "; kernels ran for %.1f %% of the time",
		ran);
	if (share < LARGE)
		return;
	text_addf(out, ", %.1f %% of it in ", share);
	text_add_fit(out, survey->names->list[findings->kernel].text,
		survey->names->list[findings->kernel].len, NAME_MOST);
}

/* Idle time that no rule explains. */
static void add_unknown(struct text *out, const struct findings *findings)
{
	const struct lost *loss = &findings->survey->losses[LOSS_UNKNOWN];
	double percent = findings_percent(findings, loss->ns);
	struct loss_top top = loss_find_top(loss);

	if (percent < FINDINGS_LEAST_PERCENT)
		return;
	text_addf(out, "; %.1f %% is idle for reasons that the file does not show", percent);
	if (top.op_ns >= loss->ns - loss->ns / 2)
		add_name(out, findings, "most of it before ", findings->before_idle, "");
	if (top.range_ns >= loss->ns - loss->ns / 2)
		add_name(out, findings, "in '", top.range, "'");
}

/* What the profiler adds to the time of the CPU, if that counts. */
static void add_cost(struct text *out, const struct findings *findings)
{
	static const char *const options[] = { "with_stack", "record_shapes", "profile_memory" };
	const struct lost *losses = findings->survey->losses;
	uint64_t ns = loss_sum(losses[LOSS_LAUNCH].ns, losses[LOSS_HOST].ns);
	int count = 0;

	if (findings_percent(findings, ns) < FINDINGS_LEAST_PERCENT)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(options); i++) {
		if ((findings->survey->slowed >> i & 1) == 0)
			continue;
		text_addf(out, "%s%s", count == 0 ? "; it was recorded with " : ", ", options[i]);
		count++;
	}
	if (count > 0)
		text_addf(out, ", which slow%s the CPU down: without, the GPU waits less",
			count == 1 ? "s" : "");
}

void words_of_run(
	const struct findings *findings, const struct findings_print *print, struct text *out)
{
	const struct survey *survey = findings->survey;

	if (print->file_count == 1)
		text_add_clean(out, print->files[0], strlen(print->files[0]), 0);
	else
		add_count(out, survey->files, "file");
	text_add_string(out, ": ");
	add_count(out, survey->devices, "device");
	add_steps(out, findings);
	text_add_string(out, ": ");
	if (findings->count == 0) {
		add_nothing(out, findings);
	} else {
		add_count(out, findings->count, "finding");
		text_addf(out, ", %.1f %% of the %s in all at most",
			findings_percent(findings, sum_of(findings)), step_word(findings));
	}
	add_kernels(out, findings);
	if (findings_percent(findings, survey->overflow_ns) >= FINDINGS_LEAST_PERCENT)
		text_addf(out,
			"; %.1f %% is of stacks that the capture had no room for: fewer "
			"names that differ, such as those with numbers",
			findings_percent(findings, survey->overflow_ns));
	add_unknown(out, findings);
	add_cost(out, findings);
}
