#include "stats/diff/diff_print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "stats/diff/diff_json.h"
#include "stats/diff/trend_print.h"
#include "stats/parts/sink.h"
#include "stats/table/envelope.h"

static bool print_json_runs(
	struct text *json, const struct diff *diff, enum diff_side side, struct err *err)
{
	for (size_t i = 0; i < diff->run_count[side]; i++) {
		const struct diff_run *run = &diff->runs[side][i];
		char steps[48] = ",\"steps\":null,";

		if (run->steps > 0)
			snprintf(steps, sizeof(steps), ",\"steps\":%" PRIu64 ",", run->steps);
		if (!text_try_add_string(json, i > 0 ? ",{\"file\":" : "{\"file\":", err) ||
			!text_try_add_json(json, run->file, strlen(run->file), err) ||
			!text_try_add_string(json, steps, err) ||
			!(run->units == 1 ? diff_json_whole(
						    json, "total", run->total.whole, false, err)
					  : diff_json_value(json, "total",
						    run->total.value / run->units, err)) ||
			!text_try_add_string(json, "}", err))
			return false;
	}
	return true;
}

static bool print_json_stacks(struct text *json, const struct diff *diff, struct err *err)
{
	struct text text = { 0 };
	bool ok = true;

	for (size_t i = 0; ok && i < diff->stack_count; i++) {
		const struct diff_stack *stack = &diff->stacks[i];

		ok = diff_stack_text(diff, stack->node, &text, err) &&
		     text_try_add_string(
			     json, i > 0 ? ",\n  {\"stack\":" : "\n  {\"stack\":", err) &&
		     text_try_add_json(json, text.bytes, text.len, err) &&
		     text_try_add_string(json, ",", err) &&
		     diff_json_change(json, diff, &stack->change, err) &&
		     text_try_add_string(json, "}", err);
	}
	text_release(&text);
	return ok;
}

static bool print_envelope(struct text *json, const struct diff *diff, struct err *err)
{
	size_t count = diff->run_count[DIFF_BEFORE] + diff->run_count[DIFF_AFTER], at = 0;
	const char **files = mem_try_zeroed(count, sizeof(*files), err);
	bool ok;

	if (files == NULL)
		return false;
	for (int side = DIFF_BEFORE; side < DIFF_SIDES; side++) {
		for (size_t i = 0; i < diff->run_count[side]; i++)
			files[at++] = diff->runs[side][i].file;
	}
	ok = envelope_begin(json, "diff", files, count, err);
	free(files);
	return ok;
}

/* What both sides did: a pair for what is known of either. */
static bool print_work(struct text *json, const struct diff *diff, struct err *err)
{
	static const char *const keys[DIFF_WORK_ITEMS] = { "steps", "ranks", "count" };
	struct diff_work work;
	bool ok;

	diff_work_find(diff, &work);
	ok = text_try_add_string(
		     json, work.differs ? "{\"differs\":true," : "{\"differs\":false,", err) &&
	     text_try_add_string(
		     json, work.implausible ? "\"plausible\":false" : "\"plausible\":true", err);
	for (size_t i = 0; ok && i < DIFF_WORK_ITEMS; i++) {
		const struct diff_work_item *item = &work.items[i];

		if (item->before <= 0 && item->after <= 0)
			continue;
		ok = text_try_add_string(json, ",\"", err) &&
		     text_try_add_string(json, keys[i], err) &&
		     text_try_add_string(json, "\":{", err) &&
		     diff_json_value(json, "before", item->before, err) &&
		     text_try_add_string(json, ",", err) &&
		     diff_json_value(json, "after", item->after, err) &&
		     text_try_add_string(json, "}", err);
	}
	if (ok && diff->has_ops && !diff->is_history)
		ok = text_try_add_string(json, ",", err) &&
		     diff_json_value(json, "change_by_count", diff->by_ops, err) &&
		     text_try_add_string(json, ",", err) &&
		     diff_json_value(json, "change_by_mean", diff->by_mean, err);
	return ok && text_try_add_string(json, "}", err);
}

static bool print_condition(struct text *json, const struct diff *diff,
	const struct gate_condition *condition, struct err *err)
{
	static const char *const words[] = {
		[GATE_PASSES] = "passes",
		[GATE_HOLDS] = "holds",
		[GATE_MISSING] = "missing",
		[GATE_GONE] = "gone",
		[GATE_UNKNOWN] = "unknown",
	};
	struct text reason = { 0 };
	bool ok = gate_reason(condition, diff, &reason, err) &&
		  text_try_add_string(json, "{\"condition\":", err) &&
		  text_try_add_json(json, condition->text, strlen(condition->text), err) &&
		  text_try_add_string(json, ",\"result\":\"", err) &&
		  text_try_add_string(json, words[condition->result], err) &&
		  text_try_add_string(json, "\",\"reason\":", err) &&
		  text_try_add_json(json, reason.bytes, reason.len, err) &&
		  text_try_add_string(json,
			  condition->is_share                  ? ",\"unit\":\"% of the step\","
			  : condition->subject == GATE_FINDING ? ",\"unit\":\"ns\","
							       : ",",
			  err) &&
		  diff_json_change(json, diff, &condition->change, err) &&
		  text_try_add_string(json, "}", err);

	text_release(&reason);
	return ok;
}

static bool print_gate(struct text *json, const struct diff_page *page, struct err *err)
{
	const struct gate *gate = page->gate;
	struct diff_work work;
	bool ok;

	diff_work_find(page->diff, &work);
	ok = text_try_add_string(json, "{\"verdict\":\"", err) &&
	     text_try_add_string(
		     json, gate_verdict_word(gate_verdict(gate, work.implausible)), err) &&
	     text_try_add_string(json, "\",\"conditions\":[", err);
	for (size_t i = 0; ok && i < gate->count; i++)
		ok = text_try_add_string(json, i > 0 ? ",\n  " : "\n  ", err) &&
		     print_condition(json, page->diff, &gate->list[i], err);
	return ok && text_try_add_string(json, "]}", err);
}

/* All but the runs and the stacks. */
static bool print_judgement(struct text *json, const struct diff_page *page, struct err *err)
{
	struct text verdict = { 0 };
	bool ok = text_try_add_string(json, ",\n\"total\":{", err) &&
		  diff_json_change(json, page->diff, &page->diff->total, err) &&
		  text_try_add_string(json, "},\n\"work\":", err) &&
		  print_work(json, page->diff, err) &&
		  diff_verdict_line(page->diff, &verdict, err) &&
		  text_try_add_string(json, ",\n\"verdict\":", err) &&
		  text_try_add_json(json, verdict.bytes, verdict.len, err) &&
		  text_try_add_string(json, ",\n\"gate\":", err) && print_gate(json, page, err);

	text_release(&verdict);
	return ok;
}

bool diff_print_json(const struct diff_page *page, FILE *out, struct err *err)
{
	const struct diff *diff = page->diff;
	const char *unit = diff->countname != NULL ? diff->countname : "ns";
	struct text json = { 0 };
	bool ok;

	ok = print_envelope(&json, diff, err) &&
	     text_try_add_string(&json, ",\n\"before\":[", err) &&
	     print_json_runs(&json, diff, DIFF_BEFORE, err) &&
	     text_try_add_string(&json, "],\n\"after\":[", err) &&
	     print_json_runs(&json, diff, DIFF_AFTER, err) &&
	     text_try_add_string(&json,
		     diff->per_step ? "],\n\"per_step\":true,\n\"unit\":"
				    : "],\n\"per_step\":false,\n\"unit\":",
		     err) &&
	     text_try_add_json(&json, unit, strlen(unit), err) &&
	     print_judgement(&json, page, err) &&
	     (!diff->is_history || trend_print_json(diff, &json, err)) &&
	     text_try_add_string(&json, ",\n\"stacks\":[", err) &&
	     print_json_stacks(&json, diff, err) && text_try_add_string(&json, "\n]}\n", err);
	if (ok)
		fwrite(json.bytes, 1, json.len, out);
	text_release(&json);
	return ok;
}

bool diff_print_folded(const struct diff *diff, FILE *out, struct err *err)
{
	struct text text = { 0 };
	bool ok = true;

	for (size_t i = 0; ok && i < diff->stack_count; i++) {
		const struct diff_stack *stack = &diff->stacks[i];

		ok = diff_stack_text(diff, stack->node, &text, err);
		if (!ok)
			break;
		if (text.len == 0)
			fputs("[unattributed]", out);
		else if (text.len >= 2 && memcmp(text.bytes, "# ", 2) == 0)
			fputc(' ', out); /* else it would be a comment */
		fwrite(text.bytes, 1, text.len, out);
		if (stack->change.is_exact)
			fprintf(out, " %" PRIu64 " %" PRIu64 "\n", stack->change.whole_before,
				stack->change.whole_after);
		else
			fprintf(out, " %" PRId64 " %" PRId64 "\n",
				sink_scale(stack->change.before, 0),
				sink_scale(stack->change.after, 0));
	}
	text_release(&text);
	return ok;
}
