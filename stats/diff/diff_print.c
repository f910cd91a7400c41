#include "stats/diff/diff_print.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/order.h"
#include "base/text.h"
#include "stats/diff/diff_text.h"
#include "stats/table/envelope.h"
#include "stats/table/text_table.h"

/* --- for people -------------------------------------------------------------------------- */

enum change_kind { KIND_LESS, KIND_MORE, KIND_NEW, KIND_GONE, KIND_SAME, KINDS };

struct screen {
	const struct diff *diff;
	struct text *out;
	size_t width;
	bool color;
	size_t top;
	uint32_t *order; /* indices of diff->stacks, the largest change first */
	size_t counts[KINDS], noise;
	struct text stack; /* the row's */
};

static enum change_kind kind_of(const struct diff_change *change)
{
	/* first: scattered stacks may well be missing from all runs of one side */
	if (change->noise || change->after == change->before)
		return KIND_SAME;
	if (change->before <= 0)
		return KIND_NEW;
	if (change->after <= 0)
		return KIND_GONE;
	return change->after < change->before ? KIND_LESS : KIND_MORE;
}

static int compare_changes(const void *context, uint32_t a, uint32_t b)
{
	const struct diff *diff = context;
	const struct diff_change *left = &diff->stacks[a].change, *right = &diff->stacks[b].change;
	double left_size = fabs(left->after - left->before);
	double right_size = fabs(right->after - right->before);

	return (left_size < right_size) - (left_size > right_size);
}

static bool print_runs(
	struct screen *screen, enum diff_side side, const char *name, struct err *err)
{
	const struct diff *diff = screen->diff;
	bool ok = text_add_string(screen->out, name, err);

	for (size_t i = 0; ok && i < diff->run_count[side]; i++) {
		const struct diff_run *run = &diff->runs[side][i];
		char steps[48] = "";

		if (run->steps > 0)
			snprintf(steps, sizeof(steps), " (%" PRIu64 " step%s)", run->steps,
				run->steps == 1 ? "" : "s");
		ok = text_add_string(screen->out, i > 0 ? ", " : "", err) &&
		     text_add_clean(screen->out, run->file, strlen(run->file), 0, err) &&
		     text_add_string(screen->out, steps, err);
	}
	return ok && text_add_string(screen->out, "\n", err);
}

static bool print_total(struct screen *screen, struct err *err)
{
	const struct diff *diff = screen->diff;
	const struct diff_change *total = &diff->total;
	const char *unit = diff->countname != NULL ? diff->countname : "";
	const char *blank = diff->countname != NULL ? " " : "";
	char before[DIFF_AMOUNT], after[DIFF_AMOUNT], percent[DIFF_AMOUNT], line[300];
	char low[DIFF_AMOUNT], high[DIFF_AMOUNT];
	const char *bold = screen->color ? "\033[1m" : "", *plain = screen->color ? "\033[0m" : "";

	diff_amount_text(diff, total->before, before);
	diff_amount_text(diff, total->after, after);
	diff_percent_text(total, percent);
	snprintf(line, sizeof(line), "\n%stotal%s%s: %s -> %s", bold,
		diff->per_step ? " per step" : "", plain, before, after);
	if (!text_add_string(screen->out, line, err) || !text_add_string(screen->out, blank, err) ||
		!text_add_clean(screen->out, unit, strlen(unit), 0, err))
		return false;
	snprintf(line, sizeof(line), ", %s\n", percent);
	if (!text_add_string(screen->out, line, err) || !total->has_interval)
		return !total->has_interval;
	diff_change_text(diff, total->low, low);
	diff_change_text(diff, total->high, high);
	snprintf(line, sizeof(line), "change: %s to %s with 95%% confidence%s\n", low, high,
		total->noise ? ": within the noise" : "");
	return text_add_string(screen->out, line, err);
}

static const struct column columns[] = {
	{ "before", COLUMN_WORD, 0, 0 },
	{ "after", COLUMN_WORD, 0, 0 },
	{ "change", COLUMN_WORD, 0, 0 },
	{ "by", COLUMN_WORD, 0, 1 },
	{ "of before", COLUMN_PERCENT, 1, 3 },
	{ "of after", COLUMN_PERCENT, 1, 3 },
	{ "stack", COLUMN_TEXT, 0, 0 },
};

static bool add_row(struct screen *screen, struct text_table *table, const struct diff_stack *stack,
	struct err *err)
{
	const struct diff *diff = screen->diff;
	const struct diff_change *change = &stack->change;
	struct cell cells[7] = { 0 };
	char before[DIFF_AMOUNT], after[DIFF_AMOUNT], delta[DIFF_AMOUNT], percent[DIFF_AMOUNT];

	if (!diff_stack_text(diff, stack->node, &screen->stack, err))
		return false;
	diff_amount_text(diff, change->before, before);
	diff_amount_text(diff, change->after, after);
	diff_change_text(diff, change->after - change->before, delta);
	diff_percent_text(change, percent);
	cells[0] = cell_text(before);
	cells[1] = cell_text(after);
	cells[2] = cell_text(delta);
	cells[3] = cell_text(percent);
	if (diff->total.before > 0)
		cells[4] = cell_real(change->before * 100 / diff->total.before);
	if (diff->total.after > 0)
		cells[5] = cell_real(change->after * 100 / diff->total.after);
	cells[6] = (struct cell){
		.kind = CELL_TEXT,
		.len = (uint32_t)(screen->stack.len < UINT32_MAX ? screen->stack.len : UINT32_MAX),
		.is.text = screen->stack.bytes,
	};
	if (stack->node == TREE_ROOT)
		cells[6] = cell_text("[unattributed]");
	return text_table_add(table, cells, err);
}

static bool print_kind(
	struct screen *screen, enum change_kind kind, const char *heading, struct err *err)
{
	struct text_table *table = text_table_new(columns, ARRAY_SIZE(columns), err);
	const struct diff *diff = screen->diff;
	size_t shown = 0;
	char line[128];
	bool ok = table != NULL;

	for (size_t i = 0; ok && i < diff->stack_count && shown < screen->top; i++) {
		const struct diff_stack *stack = &diff->stacks[screen->order[i]];

		if (kind_of(&stack->change) != kind)
			continue;
		ok = add_row(screen, table, stack, err);
		shown++;
	}
	if (ok && shown > 0) {
		snprintf(line, sizeof(line), "\n%s%s%s", screen->color ? "\033[1m" : "", heading,
			screen->color ? "\033[0m" : "");
		ok = text_add_string(screen->out, line, err);
		snprintf(line, sizeof(line), " (%zu of %zu)\n", shown, screen->counts[kind]);
		ok = ok &&
		     text_add_string(
			     screen->out, shown < screen->counts[kind] ? line : "\n", err) &&
		     text_table_print(table, screen->width, screen->out, err);
	}
	text_table_free(table);
	return ok;
}

static bool print_screen(struct screen *screen, struct err *err)
{
	const struct diff *diff = screen->diff;
	bool times = diff->countname == NULL;
	char line[128];

	for (uint32_t i = 0; i < diff->stack_count; i++) {
		const struct diff_change *change = &diff->stacks[i].change;

		screen->order[i] = i;
		screen->counts[kind_of(change)]++;
		screen->noise += kind_of(change) == KIND_SAME && change->noise;
	}
	if (!order_sort(screen->order, diff->stack_count, compare_changes, diff, err) ||
		!print_runs(screen, DIFF_BEFORE, "before: ", err) ||
		!print_runs(screen, DIFF_AFTER, "after:  ", err) || !print_total(screen, err) ||
		!print_kind(screen, KIND_LESS, times ? "less time" : "less", err) ||
		!print_kind(screen, KIND_MORE, times ? "more time" : "more", err) ||
		!print_kind(screen, KIND_NEW, "new", err) ||
		!print_kind(screen, KIND_GONE, "gone", err))
		return false;
	if (screen->noise == 0)
		return true;
	snprintf(line, sizeof(line), "\n%zu stack%s changed no more than the runs scatter\n",
		screen->noise, screen->noise == 1 ? "" : "s");
	return text_add_string(screen->out, line, err);
}

bool diff_print_table(
	const struct diff *diff, size_t width, bool color, size_t top, FILE *out, struct err *err)
{
	struct text text = { 0 };
	struct screen screen = {
		.diff = diff,
		.out = &text,
		.width = width,
		.color = color,
		.top = top,
		.order = mem_zeroed(diff->stack_count, sizeof(*screen.order), err),
	};
	bool ok = screen.order != NULL && print_screen(&screen, err);

	if (ok)
		fwrite(text.bytes, 1, text.len, out);
	text_release(&text);
	text_release(&screen.stack);
	free(screen.order);
	return ok;
}

/* --- for scripts ----------------------------------------------------------------------------- */

/* A value as a JSON number, with no more digits than are significant. */
static bool print_value(struct text *json, const char *key, double value, struct err *err)
{
	char text[64];

	if (fabs(value) < 0.0005)
		value = 0; /* not "-0.000" */
	snprintf(text, sizeof(text), "\"%s\":%.*f", key, value == floor(value) ? 0 : 3, value);
	return text_add_string(json, text, err);
}

static bool print_change(struct text *json, const struct diff_change *change, struct err *err)
{
	double percent = diff_percent(change);
	char text[64];
	bool ok = print_value(json, "before", change->before, err) &&
		  text_add_string(json, ",", err) &&
		  print_value(json, "after", change->after, err) &&
		  text_add_string(json, ",", err) &&
		  print_value(json, "change", change->after - change->before, err);

	if (isinf(percent))
		snprintf(text, sizeof(text), ",\"percent\":null");
	else
		snprintf(text, sizeof(text), ",\"percent\":%.3f",
			fabs(percent) < 0.0005 ? 0 : percent);
	ok = ok && text_add_string(json, text, err);
	if (!ok || !change->has_interval)
		return ok;
	return text_add_string(json, ",", err) && print_value(json, "low", change->low, err) &&
	       text_add_string(json, ",", err) && print_value(json, "high", change->high, err) &&
	       text_add_string(json, change->noise ? ",\"noise\":true" : ",\"noise\":false", err);
}

static bool print_json_runs(
	struct text *json, const struct diff *diff, enum diff_side side, struct err *err)
{
	for (size_t i = 0; i < diff->run_count[side]; i++) {
		const struct diff_run *run = &diff->runs[side][i];
		char steps[48] = ",\"steps\":null,";

		if (run->steps > 0)
			snprintf(steps, sizeof(steps), ",\"steps\":%" PRIu64 ",", run->steps);
		if (!text_add_string(json, i > 0 ? ",{\"file\":" : "{\"file\":", err) ||
			!text_add_json(json, run->file, strlen(run->file), err) ||
			!text_add_string(json, steps, err) ||
			!print_value(json, "total", run->total.value / run->units, err) ||
			!text_add_string(json, "}", err))
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
		     text_add_string(json, i > 0 ? ",\n  {\"stack\":" : "\n  {\"stack\":", err) &&
		     text_add_json(json, text.bytes, text.len, err) &&
		     text_add_string(json, ",", err) && print_change(json, &stack->change, err) &&
		     text_add_string(json, "}", err);
	}
	text_release(&text);
	return ok;
}

static bool print_envelope(struct text *json, const struct diff *diff, struct err *err)
{
	size_t count = diff->run_count[DIFF_BEFORE] + diff->run_count[DIFF_AFTER], at = 0;
	const char **files = mem_zeroed(count, sizeof(*files), err);
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

bool diff_print_json(const struct diff *diff, FILE *out, struct err *err)
{
	const char *unit = diff->countname != NULL ? diff->countname : "ns";
	struct text json = { 0 };
	bool ok;

	ok = print_envelope(&json, diff, err) && text_add_string(&json, ",\n\"before\":[", err) &&
	     print_json_runs(&json, diff, DIFF_BEFORE, err) &&
	     text_add_string(&json, "],\n\"after\":[", err) &&
	     print_json_runs(&json, diff, DIFF_AFTER, err) &&
	     text_add_string(&json,
		     diff->per_step ? "],\n\"per_step\":true,\n\"unit\":"
				    : "],\n\"per_step\":false,\n\"unit\":",
		     err) &&
	     text_add_json(&json, unit, strlen(unit), err) &&
	     text_add_string(&json, ",\n\"total\":{", err) &&
	     print_change(&json, &diff->total, err) &&
	     text_add_string(&json, "},\n\"stacks\":[", err) &&
	     print_json_stacks(&json, diff, err) && text_add_string(&json, "\n]}\n", err);
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
		fprintf(out, " %" PRId64 " %" PRId64 "\n", sink_scale(stack->change.before, 0),
			sink_scale(stack->change.after, 0));
	}
	text_release(&text);
	return ok;
}
