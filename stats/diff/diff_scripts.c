#include <inttypes.h>
#include <math.h>

#include "base/json_write.h"
#include "stats/diff/diff_print.h"
#include "stats/measures/report.h"
#include "stats/table/print.h"
#include "svg/kinds.h"

/* --- JSON ----------------------------------------------------------------------------- */

/* With no more digits than are significant; not "-0.000". */
static void put_number(struct json_write *json, const char *key, double value)
{
	if (fabs(value) < 0.0005)
		value = 0;
	jw_raw(json, key, "%.*f", value == floor(value) ? 0 : 3, value);
}

static void put_stack(
	struct json_write *json, const struct diff *diff, const char *key, uint32_t node)
{
	struct text text = { 0 };

	diff_stack_text(diff, node, &text);
	jw_bytes(json, key, text.bytes, text.len);
	text_release(&text);
}

static void put_shift(
	struct json_write *json, const struct diff *diff, const struct series_shift *shift)
{
	jw_object(json, "since");
	jw_string(json, "run", diff->runs[shift->at].file);
	jw_bool(json, "gradual", shift->gradual);
	put_number(json, "before", shift->before);
	put_number(json, "after", shift->after);
	put_number(json, "slope", shift->slope);
	jw_end(json);
}

/* The members of a change. */
static void put_change(
	struct json_write *json, const struct diff *diff, const struct diff_change *change)
{
	double percent = diff_percent(change);

	put_number(json, "before", change->before);
	put_number(json, "after", change->after);
	put_number(json, "change", change->after - change->before);
	if (isinf(percent))
		jw_null(json, "percent");
	else
		jw_raw(json, "percent", "%.3f", fabs(percent) < 0.0005 ? 0 : percent);
	if (change->before_ops > 0) {
		put_number(json, "before_count", change->before_ops);
		put_number(json, "before_mean", change->before / change->before_ops);
	}
	if (change->after_ops > 0) {
		put_number(json, "after_count", change->after_ops);
		put_number(json, "after_mean", change->after / change->after_ops);
	}
	if (change->shift.at > 0)
		put_shift(json, diff, &change->shift);
	if (!change->has_interval)
		return;
	put_number(json, "low", change->low);
	put_number(json, "high", change->high);
	jw_bool(json, "noise", change->noise);
}

static void put_runs(struct json_write *json, const struct diff *diff, enum diff_side side)
{
	jw_line(json, "\n");
	jw_array(json, side == DIFF_BEFORE ? "before" : "after");
	for (size_t i = 0; i < diff->run_count[side]; i++) {
		const struct diff_run *run = &diff_runs_of(diff, side)[i];

		jw_object(json, NULL);
		jw_string(json, "file", run->file);
		if (run->steps > 0)
			jw_uint(json, "steps", run->steps);
		else
			jw_null(json, "steps");
		put_number(json, "total", run->total.value / run->units);
		jw_end(json);
	}
	jw_end(json);
}

static void put_envelope(struct json_write *json, const struct diff *diff)
{
	size_t count = diff_runs(diff);
	const char **files = mem_zeroed(count, sizeof(*files));

	for (size_t i = 0; i < count; i++)
		files[i] = diff->runs[i].file;
	envelope_begin(json, "diff", files, count, 0);
	free(files);
}

/* What both sides did: a pair for what is known of either. */
static void put_work(struct json_write *json, const struct diff *diff)
{
	const struct diff_work *work = &diff->work;
	static const char *const keys[DIFF_WORK_ITEMS] = { "steps", "ranks", "count" };

	jw_line(json, "\n");
	jw_object(json, "work");
	jw_bool(json, "differs", work->differs);
	jw_bool(json, "plausible", !work->implausible);
	for (size_t i = 0; i < DIFF_WORK_ITEMS; i++) {
		const struct diff_work_item *item = &work->items[i];

		if (item->before <= 0 && item->after <= 0)
			continue;
		jw_object(json, keys[i]);
		put_number(json, "before", item->before);
		put_number(json, "after", item->after);
		jw_end(json);
	}
	if (diff->has_ops && !diff->is_history) {
		put_number(json, "change_by_count", diff->by_ops);
		put_number(json, "change_by_mean", diff->by_mean);
	}
	jw_end(json);
}

static void put_condition(
	struct json_write *json, const struct diff *diff, const struct gate_condition *condition)
{
	static const char *const words[] = {
		[GATE_PASSES] = "passes",
		[GATE_HOLDS] = "holds",
		[GATE_MISSING] = "missing",
		[GATE_GONE] = "gone",
		[GATE_UNKNOWN] = "unknown",
	};
	struct text reason = { 0 };

	gate_reason(condition, diff, &reason);
	jw_line(json, "\n  ");
	jw_object(json, NULL);
	jw_string(json, "condition", condition->text);
	jw_string(json, "result", words[condition->result]);
	jw_bytes(json, "reason", reason.bytes, reason.len);
	put_change(json, diff, &condition->change);
	jw_end(json);
	text_release(&reason);
}

/* All but the runs and the stacks. */
static void put_judgement(struct json_write *json, const struct diff_page *page)
{
	const struct diff *diff = page->diff;
	static const char *const words[] = { [VERDICT_PASSED] = "passed",
		[VERDICT_FAILED] = "failed",
		[VERDICT_INVALID] = "invalid" };
	struct text verdict = { 0 };

	jw_line(json, "\n");
	jw_object(json, "total");
	put_change(json, diff, &diff->total);
	jw_end(json);
	put_work(json, diff);
	diff_verdict_line(diff, &verdict);
	jw_line(json, "\n");
	jw_bytes(json, "verdict", verdict.bytes, verdict.len);
	text_release(&verdict);
	jw_line(json, "\n");
	jw_object(json, "gate");
	jw_string(json, "verdict", words[gate_verdict(page->gate, diff->work.implausible)]);
	jw_array(json, "conditions");
	for (size_t i = 0; i < page->gate->count; i++)
		put_condition(json, diff, &page->gate->list[i]);
	jw_end(json);
	jw_end(json);
}

static void put_trend(struct json_write *json, const struct diff *diff)
{
	struct trend trend;

	trend_find(diff, &trend);
	jw_line(json, "\n");
	jw_array(json, "trend");
	for (size_t i = 0; i < trend.count; i++) {
		const struct trend_row *row = &trend.rows[i];

		jw_line(json, "\n  ");
		jw_object(json, NULL);
		if (row->frame == NAME_NONE)
			jw_null(json, "range");
		else
			jw_bytes(json, "range", diff->names.list[row->frame].text,
				diff->names.list[row->frame].len);
		jw_array(json, "values");
		for (size_t run = 0; run < diff_runs(diff); run++)
			put_number(json, NULL, row->values[run]);
		jw_end(json);
		put_change(json, diff, &row->change);
		jw_end(json);
	}
	jw_end(json);
	trend_release(&trend);
}

static void put_stacks(struct json_write *json, const struct diff *diff)
{
	jw_line(json, "\n");
	jw_array(json, "stacks");
	for (size_t i = 0; i < diff->stack_count; i++) {
		jw_line(json, "\n  ");
		jw_object(json, NULL);
		put_stack(json, diff, "stack", diff->stacks[i].node);
		put_change(json, diff, &diff->stacks[i].change);
		jw_end(json);
	}
	jw_line(json, "\n");
	jw_end(json);
}

static void put_stack_list(struct json_write *json, const struct diff *diff, const char *key,
	const uint32_t *nodes, size_t count)
{
	jw_array(json, key);
	for (size_t i = 0; i < count; i++)
		put_stack(json, diff, NULL, nodes[i]);
	jw_end(json);
}

static void put_pairs(struct json_write *json, const struct diff *diff)
{
	jw_line(json, "\n");
	jw_array(json, "pairs");
	for (size_t i = 0; i < diff->pair_count; i++) {
		const struct diff_pair *pair = &diff->pairs[i];

		jw_line(json, "\n  ");
		jw_object(json, NULL);
		put_stack(json, diff, "stack", pair->row.node);
		jw_string(json, "kind", kind_label(pair->kind));
		put_stack_list(json, diff, "gone", pair->nodes, pair->gone);
		put_stack_list(
			json, diff, "new", pair->nodes + pair->gone, pair->count - pair->gone);
		put_change(json, diff, &pair->row.change);
		jw_end(json);
	}
	jw_end(json);
}

void diff_print_json(const struct diff_page *page, FILE *out)
{
	const struct diff *diff = page->diff;
	struct text text = { 0 };
	struct json_write json = { .text = &text, .out = out };

	put_envelope(&json, diff);
	put_runs(&json, diff, DIFF_BEFORE);
	put_runs(&json, diff, DIFF_AFTER);
	jw_line(&json, "\n");
	jw_bool(&json, "per_step", diff->per_step);
	jw_line(&json, "\n");
	jw_string(&json, "unit", diff->countname != NULL ? diff->countname : "ns");
	put_judgement(&json, page);
	if (diff->is_history)
		put_trend(&json, diff);
	put_pairs(&json, diff);
	put_stacks(&json, diff);
	jw_end(&json);
	text_add(&text, "\n", 1);
	jw_flush(&json);
	text_release(&text);
}

/* --- folded stacks -------------------------------------------------------------------- */

void diff_print_folded(const struct diff *diff, FILE *out)
{
	struct text text = { 0 };

	for (size_t i = 0; i < diff->stack_count; i++) {
		const struct diff_change *change = &diff->stacks[i].change;

		diff_stack_text(diff, diff->stacks[i].node, &text);
		if (text.len == 0)
			fputs("[unattributed]", out);
		else if (text.len >= 2 && memcmp(text.bytes, "# ", 2) == 0)
			fputc(' ', out); /* else it would be a comment */
		fwrite(text.bytes, 1, text.len, out);
		fprintf(out, " %" PRId64 " %" PRId64 "\n", sink_scale(change->before, 0),
			sink_scale(change->after, 0));
	}
	text_release(&text);
}
