#include "cmd/collapse_summary.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/folded.h"
#include "base/units.h"

static void print_times(const struct diagnostic *diagnostic)
{
	if (diagnostic->count > 1)
		fprintf(stderr, " (%" PRIu64 " times)", diagnostic->count);
	fputc('\n', stderr);
}

static void diagnostics_print(const struct diagnostics *diagnostics)
{
	for (size_t i = 0; i < diagnostics->count; i++) {
		const struct diagnostic *diagnostic = &diagnostics->list[i];
		bool is_loss = diagnostic->kind == DIAGNOSTIC_LOSS;
		char text[400];

		if (diagnostic->kind == DIAGNOSTIC_LIMIT)
			continue;
		if (is_loss) {
			snprintf(text, sizeof(text), "%.390s", diagnostic->text);
			err_defang(text);
		}
		fprintf(stderr, "gpuflame: warning: %s%s", is_loss ? "the report says: " : "",
			is_loss ? text : diagnostic->text);
		print_times(diagnostic);
	}
}

/* What reports do not contain, as part of a summary. */
static void print_limits(const struct diagnostics *diagnostics)
{
	for (size_t i = 0; i < diagnostics->count; i++) {
		if (diagnostics->list[i].kind != DIAGNOSTIC_LIMIT)
			continue;
		fprintf(stderr, "  %s", diagnostics->list[i].text);
		print_times(&diagnostics->list[i]);
	}
}

void cmd_begin_note(const char *label)
{
	struct err name = { 0 };

	if (label == NULL) {
		fputs("gpuflame: note: ", stderr);
		return;
	}
	err_set(&name, ERR_FORMAT, "%s", label); /* err_set() cleans it */
	fprintf(stderr, "gpuflame: note: '%s': ", name.msg);
}

void oddities_print(
	const struct oddities *odd, const struct diagnostics *diagnostics, const char *label)
{
	const struct {
		uint64_t count;
		const char *what;
	} lines[] = {
		{ odd->ranges_never_closed,
			"ranges were never closed; assumed to last until the end of the report" },
		{ odd->ranges_unnamed, "ranges have no name" },
		{ odd->ops_without_launch,
			"GPU operations have no launch record: launched before the profiler "
			"began, moved by unified memory, or lost" },
		{ odd->rows_without_time + odd->rows_backwards,
			"rows of GPU operations skipped: no valid time" },
		{ odd->range_rows_bad, "rows of ranges skipped: no valid time or thread" },
		{ odd->api_rows_bad, "rows of API calls skipped: no valid time or thread" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		char count[UNITS_SIZE];

		units_count(lines[i].count, count, sizeof(count));
		if (lines[i].count == 0)
			continue;
		cmd_begin_note(label);
		fprintf(stderr, "%s %s\n", count, lines[i].what);
	}
	diagnostics_print(diagnostics);
}

bool oddities_check(const struct oddities *odd, const struct diagnostics *diagnostics, bool strict,
	struct err *err)
{
	return !strict ||
	       (!oddities_any(odd) && !diagnostics_have_loss(diagnostics) &&
		       !diagnostics_have(diagnostics, DIAGNOSTIC_AGAIN)) ||
	       err_set(err, ERR_FORMAT,
		       "the input has anomalies or reports lost events, and --strict is on");
}

static void print_count(const char *what, uint64_t number)
{
	char count[UNITS_SIZE];

	units_count(number, count, sizeof(count));
	fprintf(stderr, "  %-15s %15s\n", what, count);
}

static void print_stacks(const struct collapse *collapse, const char *written_word)
{
	const struct fold_tree_counts *stacks = &collapse->stacks;
	char written[UNITS_SIZE], filtered[UNITS_SIZE], total[UNITS_SIZE];
	unsigned decimals = collapse->stacks_decimals;

	print_count("stacks", stacks->stacks);
	print_count("filtered out", stacks->stacks_filtered);
	folded_format_value(stacks->written, decimals, written, sizeof(written));
	folded_format_value(stacks->filtered, decimals, filtered, sizeof(filtered));
	folded_format_value(stacks->total, decimals, total, sizeof(total));
	fprintf(stderr, "  %s %s + filtered %s = %s in the stacks\n", written_word, written,
		filtered, total);
}

static void print_operations(
	const struct collapse *collapse, const char *unit, const char *written_word)
{
	static const char *const kinds[OP_KINDS] = { "kernels", "copies", "fills",
		"graph launches" };
	const struct fold_counts *counts = &collapse->counts;
	bool is_cut = counts->unselected_ns > 0 || counts->ops_unselected > 0;

	for (size_t kind = 0; kind < OP_KINDS; kind++) {
		char count[UNITS_SIZE], time[UNITS_SIZE];

		if (counts->kind_ops[kind] == 0)
			continue;
		units_count(counts->kind_ops[kind], count, sizeof(count));
		units_time(counts->kind_ns[kind], time, sizeof(time));
		fprintf(stderr, "  %-15s %15s  %10s\n", kinds[kind], count, time);
	}
	print_count("ranges", counts->ranges);
	print_count("filtered out", counts->ops_filtered);
	if (is_cut)
		print_count("cut away", counts->ops_unselected);
	fprintf(stderr, "  %s %" PRIu64 " %s + filtered %" PRIu64 " %s", written_word,
		counts->written_ns, unit, counts->filtered_ns, unit);
	if (is_cut)
		fprintf(stderr, " + cut %" PRIu64 " %s", counts->unselected_ns, unit);
	fprintf(stderr, " = %" PRIu64 " %s in the tables\n", counts->total_ns, unit);
}

bool collapse_validation(const struct collapse *collapse, const struct collapse_options *options,
	char *text, size_t size)
{
	const struct fold_tree_counts *stacks = &collapse->stacks;
	const char *unit = value_kind(options->plan.value)->unit;
	bool is_time = strcmp(unit, "ns") == 0, is_text = stacks->filtered > 0;
	uint64_t left_out = is_text ? stacks->filtered : collapse->counts.filtered_ns;
	uint64_t written = is_text ? stacks->written : collapse->counts.written_ns;
	char value[UNITS_SIZE];

	if (left_out == 0 || !ruleset_leaves_validation(&options->rules))
		return false;
	if (is_text)
		folded_format_value(left_out, collapse->stacks_decimals, value, sizeof(value));
	else
		(is_time ? units_time : units_count)(left_out, value, sizeof(value));
	snprintf(text, size, "%s%s%s, %.1f %%", value, is_text || is_time ? "" : " ",
		is_text || is_time ? "" : unit,
		100 * (double)left_out / ((double)left_out + (double)written));
	return true;
}

void collapse_print_format(const char *file, const struct input_format *format)
{
	char line[384];

	snprintf(line, sizeof(line), "%.255s: %s", file, format->text);
	err_defang(line);
	fprintf(stderr, "%s\n", line);
}

/* What was written, if that is not the sum of what was included. */
static void print_written(const struct collapse *collapse, const char *unit, const char *of_sum)
{
	char written[UNITS_SIZE];

	folded_format_value(
		collapse->tree.total, collapse->tree.decimals, written, sizeof(written));
	fprintf(stderr, "  written %s%s%s: %s\n", written, collapse->counts.ops > 0 ? " " : "",
		collapse->counts.ops > 0 ? unit : "", of_sum);
}

void collapse_print_summary(const struct collapse *collapse, const char *unit, const char *of_sum)
{
	const char *written_word = of_sum != NULL ? "included" : "written";

	if (collapse->counts.ops > 0 || collapse->stacks.stacks == 0)
		print_operations(collapse, unit, written_word);
	if (collapse->stacks.stacks > 0)
		print_stacks(collapse, written_word);
	if (of_sum != NULL)
		print_written(collapse, unit, of_sum);
	print_limits(&collapse->diagnostics);
}
