#include "stats/findings/findings.h"
#include "stats/table/print.h"

/* docs/gpuflame.schema.json describes it. */

static void put_name(
	struct json_write *json, const struct findings *findings, const char *key, uint32_t name)
{
	const struct name *list = findings->survey->names->list;

	if (name == NAME_NONE)
		jw_null(json, key);
	else
		jw_bytes(json, key, list[name].text, list[name].len);
}

static void put_where(
	struct json_write *json, const struct findings *findings, const struct finding *finding)
{
	jw_object(json, "where");
	put_name(json, findings, "range", finding->range);
	put_name(json, findings, "operation", finding->op);
	put_name(json, findings, "rank", finding->place);
	put_name(json, findings, "step", finding->step);
	jw_end(json);
}

/* "mean kernel" becomes "mean_kernel_ns". */
static void put_number(struct json_write *json, const struct finding_number *number)
{
	static const char *const units[] = { [NUMBER_COUNT] = "",
		[NUMBER_ID] = "",
		[NUMBER_NS] = "_ns",
		[NUMBER_PERCENT] = "_percent",
		[NUMBER_GB] = "" };
	char key[64];

	snprintf(key, sizeof(key), "%s%s", number->name, units[number->kind]);
	for (char *at = key; *at != '\0'; at++)
		*at = *at == ' ' ? '_' : *at;
	jw_raw(json, key, "%.*f",
		number->kind == NUMBER_GB        ? 3
		: number->kind == NUMBER_PERCENT ? 1
						 : 0,
		number->value);
}

static void put_evidence(
	struct json_write *json, const struct finding *finding, const struct findings_print *print)
{
	struct text command = { 0 };

	jw_object(json, "evidence");
	jw_object(json, "numbers");
	for (size_t i = 0; i < finding->number_count; i++)
		put_number(json, &finding->numbers[i]);
	jw_end(json);
	jw_string(json, "sentence", finding->sentence);
	findings_command(finding, print, &command);
	jw_string(json, "command", command.bytes);
	text_release(&command);
	jw_end(json);
}

/* Begins an object. */
static void put_share(struct json_write *json, const char *key, const struct findings *findings,
	const struct finding *finding)
{
	jw_object(json, key);
	jw_string(json, "rule", finding->rule->name);
	jw_raw(json, "percent", "%.2f", findings_percent(findings, finding->ns));
	jw_uint(json, "step_ns", findings_step_ns(findings, finding->ns));
}

void findings_put_json(
	struct json_write *json, const struct findings *findings, const struct finding *finding)
{
	put_share(json, NULL, findings, finding);
	jw_string(json, "title", finding->title);
	put_where(json, findings, finding);
}

/* Of a server's steps. */
static void put_phases(struct json_write *json, const struct survey *survey)
{
	if (survey->phases[BATCH_NONE].steps == survey->steps)
		return;
	jw_array(json, "phases");
	for (int i = BATCH_NONE + 1; i < BATCH_PHASES; i++) {
		const struct survey_phase *phase = &survey->phases[i];

		if (phase->steps == 0)
			continue;
		jw_object(json, NULL);
		jw_string(json, "phase", phase->word);
		jw_uint(json, "steps", phase->steps);
		jw_uint(json, "step_ns", phase->ns / phase->steps);
		jw_uint(json, "least_requests", phase->least);
		jw_uint(json, "most_requests", phase->most);
		jw_end(json);
	}
	jw_end(json);
}

static void put_run(struct json_write *json, const struct findings *findings)
{
	const struct survey *survey = findings->survey;

	jw_line(json, "\n");
	jw_object(json, "run");
	jw_uint(json, "devices", survey->devices);
	jw_uint(json, "steps", survey->steps);
	jw_uint(json, "outlier_steps", survey->outliers);
	jw_uint(json, "warm_up_steps", survey->warm_ups);
	jw_uint(json, "warm_up_ns", survey->warm_up_ns);
	jw_uint(json, "step_ns", findings_step_ns(findings, survey->total_ns));
	jw_uint(json, "total_ns", survey->total_ns);
	put_phases(json, survey);
	jw_raw(json, "unexplained_percent", "%.2f",
		findings_percent(findings, survey->losses[LOSS_UNKNOWN].ns));
	jw_end(json);
}

void findings_print_json(
	const struct findings *findings, const struct findings_print *print, struct text *out)
{
	struct json_write json = { .text = out };

	envelope_begin(&json, "findings", print->files, print->file_count, 0);
	put_run(&json, findings);
	jw_line(&json, "\n");
	jw_array(&json, "findings");
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->list[i];

		jw_line(&json, "\n  ");
		findings_put_json(&json, findings, finding);
		put_evidence(&json, finding, print);
		jw_string(&json, "try", finding->advice);
		jw_string(&json, "source", finding->rule->source);
		jw_end(&json);
	}
	if (findings->count > 0)
		jw_line(&json, "\n");
	jw_end(&json);
	jw_line(&json, "\n");
	if (findings->below.rule == NULL) {
		jw_null(&json, "below");
	} else {
		put_share(&json, "below", findings, &findings->below);
		jw_end(&json);
	}
	jw_end(&json);
	text_add(out, "\n", 1);
}
