#include "cmd/diff_findings.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/word_list.h"
#include "cmd/meter.h"
#include "collapse/input/bytes.h"
#include "collapse/input/file_list.h"
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

bool diff_findings_check(const struct gate *gate, const struct collapse_words *words,
	const struct diff_side_runs sides[DIFF_SIDES], struct err *err)
{
	if (!has_findings(gate))
		return true;
	for (int side = 0; side < DIFF_SIDES; side++) {
		for (size_t i = 0; i < sides[side].count; i++) {
			if (!bytes_make_rereadable(sides[side].paths[i], err))
				return false;
		}
	}
	return findings_check_selection(&words->options.plan.selection, err);
}

static bool measure_run(const struct collapse_words *words, const char *path,
	struct finding_share *shares, struct err *err)
{
	const struct collapse_options cut = {
		.plan = { .selection = words->options.plan.selection },
		.rank_pattern = words->options.rank_pattern,
		.nsys = words->options.nsys,
		.quiet = words->options.quiet,
	};
	struct file_list files = { 0 };
	struct meter meter;
	bool ok;

	meter_init(&meter, words->options.quiet);
	ok = file_list_add(&files, path, err) &&
	     findings_measure(&(const struct stats_input){ .files = files.paths,
				      .count = files.count,
				      .cut = &cut,
				      .progress = &meter.progress,
				      .begin = meter_begin_file,
				      .end = meter_end_files },
		     shares, err);
	file_list_release(&files);
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

bool diff_findings_measure(struct gate *gate, const struct collapse_words *words,
	const struct diff_side_runs sides[DIFF_SIDES], const struct diff *diff, struct err *err)
{
	size_t count = diff_runs(diff), at = 0;
	struct finding_share *shares;
	double *values;
	bool ok;

	assert(findings_rule_word(RULES_MOST) == NULL);
	if (!has_findings(gate))
		return true;
	shares = mem_zeroed(count * RULES_MOST, sizeof(*shares), err);
	values = mem_zeroed(2 * count, sizeof(*values), err);
	ok = shares != NULL && values != NULL;
	for (int side = 0; side < DIFF_SIDES; side++) {
		for (size_t i = 0; ok && i < sides[side].count; i++)
			ok = measure_run(
				words, sides[side].paths[i], &shares[at++ * RULES_MOST], err);
	}
	if (ok)
		compare_shares(gate, diff, shares, values);
	free(shares);
	free(values);
	return ok;
}
