#include "cmd/diff_findings.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/word_list.h"
#include "stats/findings_files.h"

enum { RULES_MOST = 32 };

static bool has_findings(const struct gate *gate)
{
	for (size_t i = 0; i < gate->count; i++) {
		if (gate->list[i].subject == GATE_FINDING)
			return true;
	}
	return false;
}

bool diff_findings_check(
	const struct gate *gate, const struct collapse_words *words, struct err *err)
{
	return !has_findings(gate) || findings_check_selection(&words->options.plan.selection, err);
}

void diff_findings_init(struct diff_findings *findings, const struct gate *gate,
	const struct collapse_words *words, size_t runs)
{
	assert(findings_rule_word(RULES_MOST) == NULL);
	*findings = (struct diff_findings){
		.cut = {
			.plan = {
				.selection = words->options.plan.selection,
				.adopt = words->options.plan.adopt,
				.adopt_given = words->options.plan.adopt_given,
			},
			.rank_pattern = words->options.rank_pattern,
			.nsys = words->options.nsys,
			.quiet = words->options.quiet,
		},
	};
	if (!has_findings(gate))
		return;
	findings->runs = mem_zeroed(runs, sizeof(struct findings_beside *));
	findings->shares = mem_zeroed(runs * RULES_MOST, sizeof(*findings->shares));
	findings->count = runs;
}

void diff_findings_release(struct diff_findings *findings)
{
	for (size_t i = 0; findings->runs != NULL && i < findings->count; i++)
		findings_release(findings->runs[i]);
	free(findings->runs);
	free(findings->shares);
}

bool diff_findings_begin(struct diff_findings *findings, size_t run, const struct file_list *files,
	struct read_again *again, struct err *err)
{
	const struct stats_input input = {
		.files = files->paths, .count = files->count, .cut = &findings->cut
	};

	if (findings->runs == NULL)
		return true;
	findings->runs[run] = findings_begin(&input, err);
	*again = (struct read_again){ findings_add, findings->runs[run] };
	return findings->runs[run] != NULL;
}

bool diff_findings_end(struct diff_findings *findings, size_t run, struct err *err)
{
	bool ok;

	if (findings->runs == NULL)
		return true;
	ok = findings_measure(findings->runs[run], &findings->shares[run * RULES_MOST], err);
	findings_release(findings->runs[run]);
	findings->runs[run] = NULL;
	return ok;
}

/* `shares` are those of each run, RULES_MOST of each; `values` is room for diff_compare(). */
static void compare_shares(struct gate *gate, const struct diff *diff,
	const struct finding_share *shares, double *values)
{
	for (size_t i = 0; i < gate->count; i++) {
		struct gate_condition *condition = &gate->list[i];
		size_t rule;

		if (condition->subject != GATE_FINDING)
			continue;
		rule = word_find(findings_rule_word, condition->what);
		for (size_t run = 0; run < diff_runs(diff); run++) {
			const struct finding_share *share = &shares[run * RULES_MOST + rule];

			values[run] = condition->is_share ? share->percent : share->step_ns;
		}
		diff_compare(diff, values, &condition->change);
		condition->change.shift = diff_shift(diff, values);
	}
}

void diff_findings_compare(
	const struct diff_findings *findings, struct gate *gate, const struct diff *diff)
{
	double *values;

	if (findings->runs == NULL)
		return;
	values = mem_zeroed(2 * diff_runs(diff), sizeof(*values));
	compare_shares(gate, diff, findings->shares, values);
	free(values);
}
