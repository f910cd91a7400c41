#include "stats/findings/findings.h"

#include "collapse/model/call_kind.h"
#include "svg/short_names.h"

/* How many there are, their mean and the longest one. */
static void add_pieces(struct finding *finding, const struct lost *loss, const char *pieces)
{
	if (loss->count == 0)
		return;
	finding_add_number(finding, pieces, NUMBER_COUNT, (double)loss->count);
	finding_add_number(finding, "mean", NUMBER_NS, (double)loss->ns / (double)loss->count);
	if (loss->longest > 0)
		finding_add_number(finding, "longest", NUMBER_NS, (double)loss->longest);
}

static struct finding make_finding(const struct survey *survey, const struct finding_rule *rule)
{
	const struct lost *loss = &survey->losses[rule->kind];
	struct loss_top top = loss_find_top(loss);
	struct finding finding = {
		.rule = rule,
		.advice = survey->is_torch && rule->torch_advice != NULL ? rule->torch_advice
									 : rule->advice,
		.title = rule->title,
		.command = rule->command,
		.ns = loss->ns / (rule->divisor > 0 ? rule->divisor : 1),
		.range = top.range,
		.share = (double)top.range_ns / (double)(loss->ns + (loss->ns == 0)),
		.op = rule->op != NULL ? top.op : NAME_NONE,
		.step = loss->step,
		.place = survey->many ? loss->place : NAME_NONE,
	};

	if (top.range == NAME_NONE && rule->bare_command != NULL)
		finding.command = rule->bare_command;
	if (survey->sums && rule->sum_title != NULL) {
		finding.title = rule->sum_title;
		finding.command = rule->sum_command;
	}
	if (rule->pieces != NULL)
		add_pieces(&finding, loss, rule->pieces);
	if (rule->fill != NULL)
		rule->fill(survey, &finding);
	return finding;
}

double findings_percent(const struct findings *findings, uint64_t ns)
{
	uint64_t total = findings->survey->total_ns;

	return total > 0 ? (double)ns * 100 / (double)total : 0;
}

uint64_t findings_step_ns(const struct findings *findings, uint64_t ns)
{
	const struct survey *survey = findings->survey;
	uint64_t steps = survey->stepless > 0 ? 0 : survey->steps + survey->outliers;
	double step =
		steps > 0 ? (double)survey->step_ns / (double)steps
			  : (double)survey->total_ns / (double)(survey->devices + !survey->devices);

	return loss_whole(findings_percent(findings, ns) / 100 * step);
}

/* Put it in its place, if it is among the first. */
static void insert(struct findings *findings, const struct finding *finding)
{
	size_t at = findings->count;

	while (at > 0 && findings->list[at - 1].ns < finding->ns)
		at--;
	if (at == FINDINGS_MOST)
		return;
	if (findings->count < FINDINGS_MOST)
		findings->count++;
	memmove(&findings->list[at + 1], &findings->list[at],
		(findings->count - at - 1) * sizeof(*finding));
	findings->list[at] = *finding;
}

static uint32_t find_readable(struct names *names, struct short_names *short_names, uint32_t name)
{
	const char *text;
	size_t len;

	if (name == NAME_NONE)
		return NAME_NONE;
	short_names_find(short_names, names->list[name].text, names->list[name].len, &text, &len);
	len = call_name_len(text, len);
	return names_intern(names, text, len);
}

/* Kernels have the names that pictures show. */
static void name_kernels(struct findings *findings)
{
	const struct survey *survey = findings->survey;
	struct short_names *names = short_names_new();
	uint32_t top = loss_top(survey->names, &survey->kernels, &findings->kernel_ns);

	for (size_t i = 0; i < findings->count; i++)
		findings->list[i].readable =
			find_readable(survey->names, names, findings->list[i].op);
	findings->kernel = find_readable(survey->names, names, top);
	findings->before_idle = find_readable(
		survey->names, names, loss_find_top(&survey->losses[LOSS_UNKNOWN]).op);
	short_names_free(names);
}

void findings_make(struct findings *findings, const struct survey *survey)
{
	*findings = (struct findings){ .survey = survey };
	for (const struct finding_rule *rule = finding_rules; rule->name != NULL; rule++) {
		struct finding finding = make_finding(survey, rule);

		if (findings_percent(findings, finding.ns) >= FINDINGS_LEAST_PERCENT)
			insert(findings, &finding);
		else if (finding.ns > findings->below.ns)
			findings->below = finding;
	}
	name_kernels(findings);
}
