#include "stats/diff/gate.h"

#include <math.h>
#include <stdio.h>

#include "base/units.h"
#include "base/word_list.h"
#include "stats/diff/diff_print.h"
#include "svg/kinds.h"

void gate_release(struct gate *gate)
{
	for (size_t i = 0; i < gate->count; i++) {
		free(gate->list[i].what);
		rules_release(&gate->list[i].rules);
	}
	free(gate->list);
}

/* --- the words of a condition ------------------------------------------------------- */

/* The word of a kind: the first of its label. */
static const char *kind_word(size_t index)
{
	if (index >= strlen(KIND_LETTERS))
		return NULL;
	switch (KIND_LETTERS[index]) {
	case KIND_COPY:
		return "copy";
	case KIND_HIDDEN:
		return "hidden";
	case KIND_IDLE:
		return "idle";
	default:
		return kind_label(KIND_LETTERS[index]);
	}
}

/* "10ms", "5%", "5"; returns false for anything else. */
static bool parse_amount(const char *text, struct gate_condition *condition)
{
	char *end;
	int digits;

	condition->limit = strtod(text, &end);
	if (end == text)
		return false;
	end += strspn(end, " ");
	digits = units_digits(end, strlen(end));
	condition->is_time = digits >= 0;
	if (condition->is_time)
		condition->limit *= pow(10, digits);
	else if (strcmp(end, "%") == 0)
		condition->measure = GATE_PERCENT;
	else if (*end != '\0')
		return false;
	return isfinite(condition->limit);
}

/* What follows the sign. A limit without a sign, other than a percentage, is one of the value. */
static bool parse_limit(const char *text, struct gate_condition *condition)
{
	condition->either = strncmp(text, "+-", 2) == 0;
	condition->is_signed = *text == '+' || *text == '-';
	condition->measure = condition->is_signed ? GATE_CHANGE : GATE_AFTER;
	if (condition->either)
		text += 2;
	/* every change is beyond the noise that gate_holds() does not take for noise */
	condition->is_noise = strcmp(text, "noise") == 0;
	if (!condition->is_noise)
		return parse_amount(text, condition) &&
		       (!condition->either || condition->limit >= 0);
	condition->measure = GATE_PERCENT;
	return !condition->less && (!condition->is_signed || condition->either);
}

/* What follows "kind:" is one of a list of words. */
static bool set_kind(struct gate_condition *condition, const char *word, struct err *err)
{
	size_t index = word_find(kind_word, word);
	char words[512] = "";

	if (index != SIZE_MAX) {
		condition->kind = KIND_LETTERS[index];
		return true;
	}
	word_list(words, sizeof(words), kind_word, "or");
	return err_set(
		err, ERR_USAGE, "'%s': expected a kind after 'kind:': %s", condition->text, words);
}

static bool set_subject(struct gate_condition *condition, const char *what, struct err *err)
{
	static const char *const words[GATE_SUBJECTS] = {
		[GATE_TOTAL] = "",
		[GATE_FRAME] = "",
		[GATE_RANGE] = "range:",
		[GATE_KERNEL] = "kernel:",
		[GATE_KIND] = "kind:",
	};
	unsigned subject = GATE_KIND;

	if (strcmp(what, "total") == 0)
		return true;
	while (subject > GATE_FRAME &&
		(strncmp(what, words[subject], strlen(words[subject])) != 0 ||
			what[strlen(words[subject])] == '\0'))
		subject--;
	condition->subject = (enum gate_subject)subject;
	if (subject == GATE_KIND)
		return set_kind(condition, what + strlen(words[subject]), err);
	condition->what = mem_must(strdup(what + strlen(words[subject])));
	return true;
}

/* Without blanks at both ends; caller frees. */
static char *trimmed(const char *text, size_t len)
{
	for (; len > 0 && *text == ' '; text++)
		len--;
	while (len > 0 && text[len - 1] == ' ')
		len--;
	return mem_must(strndup(text, len));
}

bool gate_add(struct gate *gate, const char *text, struct err *err)
{
	const char *more = strrchr(text, '>'), *less = strrchr(text, '<');
	const char *sign = more != NULL && (less == NULL || more > less) ? more : less;
	struct gate_condition condition = { .text = text, .less = sign == less };
	char *what = trimmed(text, sign != NULL ? (size_t)(sign - text) : 0);
	char *limit = trimmed(sign != NULL ? sign + 1 : "", sign != NULL ? strlen(sign + 1) : 0);
	bool ok;

	if (sign == NULL || *what == '\0' || sign[1] == '=' || sign[-1] == '=')
		ok = err_set(
			err, ERR_USAGE, "'%s': expected 'WHAT > LIMIT' or 'WHAT < LIMIT'", text);
	else if (!parse_limit(limit, &condition))
		ok = err_set(err, ERR_USAGE,
			"'%s': expected a number and '%%', or a number and ns, us, ms or s%s, "
			"after '%c'",
			text, *sign == '>' ? ", or noise" : "", *sign);
	else
		ok = set_subject(&condition, what, err);
	free(what);
	free(limit);
	*mem_next(gate->list, gate->cap, gate->count) = condition;
	return ok;
}

bool gate_check(struct gate *gate, const char *countname, struct err *err)
{
	bool ok = true;

	for (size_t i = 0; ok && i < gate->count; i++) {
		struct gate_condition *condition = &gate->list[i];

		if (condition->measure != GATE_PERCENT && condition->is_time && countname != NULL)
			ok = err_set(err, ERR_USAGE, "'%s': the values are %s: no ns, us, ms or s",
				condition->text, countname);
		else if (condition->measure != GATE_PERCENT && !condition->is_time &&
			 countname == NULL)
			ok = err_set(err, ERR_USAGE,
				"'%s': expected '%%', ns, us, ms or s after the number",
				condition->text);
		else if (condition->what != NULL)
			ok = rules_add(&condition->rules, RULE_ONLY, RULE_ON_ALL, condition->what,
				NULL, err);
	}
	return ok;
}

/* --- judging ------------------------------------------------------------------------ */

bool gate_holds(const struct gate_condition *condition, const struct diff_change *change)
{
	double growth = change->noise ? 0 : change->after - change->before, limit, excess;
	double slack = diff_slack(change);

	if (condition->measure == GATE_AFTER)
		growth = change->after;
	else if (growth == 0) /* of nothing, every percentage would be exceeded or none */
		return condition->either ? false
		       : condition->less ? condition->limit > 0
					 : condition->limit < 0;
	limit = condition->limit;
	if (condition->measure == GATE_PERCENT)
		limit = limit / 100 * change->before;
	if (condition->either)
		growth = fabs(growth);
	excess = condition->less ? limit - growth : growth - limit;
	return excess > slack;
}

/* Whether some run has a value in a node of `wanted`; the median of a history may be 0. */
static bool has_value(const struct diff *diff, const bool *wanted)
{
	for (size_t i = 0; i < diff_runs(diff); i++) {
		const struct diff_run *run = &diff->runs[i];

		for (uint32_t node = 0; node < run->count; node++) {
			if (wanted[node] && run->cells[node].value > 0)
				return true;
		}
	}
	return false;
}

/* The nodes of stacks that the condition is about: with all below a frame, or of a kind. */
static bool mark(struct gate_condition *condition, struct diff *diff, const char *kinds,
	bool *wanted, struct err *err)
{
	const struct tree *tree = &diff->tree;
	bool ok = true;

	condition->rules.names = &diff->names;
	for (uint32_t node = 1; ok && node < tree->count; node++) {
		uint32_t frame = tree->frame[node];
		bool is_range = kinds[frame] == KIND_RANGE;
		struct verdict verdict = { 0 };

		if (condition->subject == GATE_KIND) {
			wanted[node] = kinds[frame] == condition->kind;
			continue;
		}
		if (condition->subject != (is_range ? GATE_KERNEL : GATE_RANGE))
			ok = rules_apply(&condition->rules, FRAME_RANGE, frame, &verdict, err);
		wanted[node] = verdict.only || wanted[tree->parent[node]];
	}
	return ok;
}

/* What took the place of a kernel counts with it, but what is new not with what it replaced. The
 * nodes that the condition is about. */
static uint32_t *list_nodes(
	struct gate_condition *condition, const struct diff *diff, bool *wanted, size_t *count)
{
	uint32_t *nodes = mem_zeroed(diff->tree.count, sizeof(*nodes));

	condition->pairs = 0;
	for (size_t i = 0; i < diff->pair_count; i++) {
		const struct diff_pair *pair = &diff->pairs[i];
		size_t marked = 0, left = 0;

		for (size_t at = 0; at < pair->gone; at++)
			marked += wanted[pair->nodes[at]];
		for (size_t at = pair->gone; at < pair->count; at++)
			left += !wanted[pair->nodes[at]];
		condition->pairs += marked > 0 && left > 0;
		for (size_t at = 0; marked > 0 && at < pair->count; at++)
			wanted[pair->nodes[at]] = true;
	}
	*count = 0;
	for (uint32_t node = 0; node < diff->tree.count; node++) {
		if (wanted[node])
			nodes[(*count)++] = node;
	}
	return nodes;
}

static bool judge(struct gate_condition *condition, struct diff *diff, const char *kinds,
	bool *wanted, struct err *err)
{
	bool found = true;
	uint32_t *nodes;
	size_t count;

	condition->change = diff->total;
	memset(wanted, 0, diff->tree.count * sizeof(*wanted));
	if (condition->subject != GATE_TOTAL) {
		if (!mark(condition, diff, kinds, wanted, err))
			return false;
		nodes = list_nodes(condition, diff, wanted, &count);
		diff_sum(diff, nodes, count, &condition->change);
		free(nodes);
		found = has_value(diff, wanted);
	}
	if (!found)
		condition->result = GATE_MISSING;
	else if (condition->is_noise && !condition->change.has_interval)
		condition->result = GATE_UNKNOWN;
	else if (gate_holds(condition, &condition->change))
		condition->result = GATE_HOLDS;
	else if (condition->change.after <= 0 && condition->change.before > 0)
		condition->result = GATE_GONE;
	else
		condition->result = GATE_PASSES;
	return true;
}

bool gate_judge(struct gate *gate, struct diff *diff, struct err *err)
{
	const struct tree *tree = &diff->tree;
	bool *wanted = mem_zeroed(tree->count, sizeof(*wanted));
	char *kinds = mem_zeroed(diff->names.count, sizeof(*kinds));
	bool ok = true;

	kinds_find(&diff->names, tree->count, tree->frame, tree->parent, kinds);
	for (size_t i = 0; ok && i < gate->count; i++)
		ok = judge(&gate->list[i], diff, kinds, wanted, err);
	free(wanted);
	free(kinds);
	return ok;
}

bool gate_objects(const struct gate *gate, enum gate_result result)
{
	return result == GATE_HOLDS || (result != GATE_PASSES && !gate->allow_missing);
}

enum gate_verdict gate_verdict(const struct gate *gate, bool implausible)
{
	enum gate_verdict verdict = gate->strict && implausible ? VERDICT_INVALID : VERDICT_PASSED;

	for (size_t i = 0; i < gate->count; i++) {
		if (gate->list[i].result == GATE_HOLDS)
			return VERDICT_FAILED;
		if (gate_objects(gate, gate->list[i].result))
			verdict = VERDICT_INVALID;
	}
	return verdict;
}

/* ": +24.24 %, 110 ns -> 137 ns per step" */
static void add_figures(
	const struct gate_condition *condition, const struct diff *diff, struct text *text)
{
	const struct diff_change *change = &condition->change;
	char before[DIFF_AMOUNT], after[DIFF_AMOUNT];

	if (isinf(diff_percent(change)))
		text_addf(text, ": it is new, %s%s", diff_amount_text(diff, change->after, after),
			diff->per_step ? " per step" : "");
	else
		text_addf(text, ": %+.2f %%, %s -> %s%s", diff_percent(change),
			diff_amount_text(diff, change->before, before),
			diff_amount_text(diff, change->after, after),
			diff->per_step ? " per step" : "");
	text_add_string(text, change->noise ? ", within the noise" : "");
}

/* What would make the noise known. */
static void add_lack(const struct diff *diff, struct text *text)
{
	size_t runs = diff->run_count[DIFF_BEFORE];

	if (diff->is_history)
		text_addf(text, "; the history has %zu run%s, and noise is known from %d on", runs,
			runs == 1 ? "" : "s", SERIES_LEAST);
	else
		text_add_string(
			text, "; noise is known from two runs on each side, or from --history");
}

void gate_reason(const struct gate_condition *condition, const struct diff *diff, struct text *text)
{
	static const char *const words[] = {
		[GATE_PASSES] = "' passes",
		[GATE_HOLDS] = "' holds",
		[GATE_MISSING] = "' matches nothing",
		[GATE_GONE] = "' cannot be judged: nothing that it matches is left",
		[GATE_UNKNOWN] = "' cannot be judged",
	};

	text->len = 0;
	text_add_string(text, "'");
	text_add_clean(text, condition->text, strlen(condition->text), 0);
	text_add_string(text, words[condition->result]);
	if (condition->result != GATE_MISSING)
		add_figures(condition, diff, text);
	if (condition->pairs > 0)
		text_addf(text, ", with what took the place of %zu kernel%s", condition->pairs,
			condition->pairs == 1 ? "" : "s");
	if (condition->result == GATE_UNKNOWN)
		add_lack(diff, text);
	diff_since_text(diff, &condition->change, text);
}
