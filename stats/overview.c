#include "stats/overview.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/order.h"
#include "base/text.h"
#include "base/units.h"
#include "base/utf8.h"
#include "stats/findings/finding_words.h"
#include "stats/compare_ranks.h"
#include "stats/overview_gather.h"
#include "svg/kinds.h"

/* --- lines -------------------------------------------------------------------------- */

enum { BAR_COLUMNS = 12, NAME_MIN = 10 };

static void print_bar(struct text *screen, const struct overview_options *options, double share)
{
	static const char *const eighths[] = { "", "\u258f", "\u258e", "\u258d", "\u258c", "\u258b",
		"\u258a", "\u2589" };
	int64_t parts = sink_scale(share * BAR_COLUMNS * 8, 0), columns = 0;

	if (share > 0 && parts == 0)
		parts = 1;
	text_add_string(screen, options->color ? "\033[33m" : "");
	for (; parts >= 8 && columns < BAR_COLUMNS; columns++, parts -= 8)
		text_add_string(screen, options->blocks ? "\u2588" : "#");
	if (parts > 0 && columns < BAR_COLUMNS && (options->blocks || parts >= 4 || columns == 0)) {
		text_add_string(screen, options->blocks ? eighths[parts] : "#");
		columns++;
	}
	text_addf(
		screen, "%s%*s", options->color ? "\033[0m" : "", (int)(BAR_COLUMNS - columns), "");
}

/* The beginning of a code point, at `at` or before. */
static size_t whole_at(struct cell name, size_t at)
{
	while (at > 0 && ((unsigned char)name.is.text[at] & 0xc0) == 0x80)
		at--;
	return at;
}

/*
 * A name, truncated if too long. Its first `alike` bytes are shared with another name: what
 * follows distinguishes kernels of one template.
 */
static void print_name(struct text *screen, struct cell name, size_t alike, size_t width)
{
	enum { HEAD = 8, CONTEXT = 4 };
	const char *text = name.is.text;
	size_t head, from;

	if (alike < width / 2 || width < 4 * HEAD || utf8_columns(text, name.len) <= width) {
		text_add_fit(screen, text, name.len, width);
		return;
	}
	head = whole_at(name, HEAD);
	from = whole_at(name, alike - CONTEXT);
	text_add_clean(screen, text, head, 0);
	text_add_string(screen, "...");
	text_add_fit(screen, text + from, name.len - from, width - utf8_columns(text, head) - 3);
}

/* "  19.2%  ####          730 us       6 x  name": `count` 0 is not shown. */
static void print_share(struct text *screen, const struct overview_options *options, uint64_t ns,
	uint64_t whole, uint64_t count, struct cell name, size_t alike)
{
	double share = whole > 0 ? (double)ns / (double)whole : 0;
	int64_t tenths = sink_scale(share * 100, 1);
	char time[UNITS_SIZE], times[UNITS_SIZE] = "";
	size_t width = options->width > 48 + NAME_MIN ? options->width - 48 : NAME_MIN;

	text_addf(screen, "  %3d.%d%%  ", (int)(tenths / 10), (int)(tenths % 10));
	print_bar(screen, options, share);
	units_time(ns, time, sizeof(time));
	if (count > 0)
		units_count(count, times, sizeof(times));
	text_addf(screen, "  %8s  %9s%s  ", time, times, count > 0 ? " x" : "  ");
	print_name(screen, name, alike, width);
	text_add(screen, "\n", 1);
}

static void print_heading(
	struct text *screen, const struct overview_options *options, const char *text)
{
	text_addf(screen, options->color ? "\n\033[1m%s\033[0m\n" : "\n%s\n", text);
}

/* --- parts -------------------------------------------------------------------------- */

static int compare_entries(const void *context, uint32_t a, uint32_t b)
{
	const struct ledger *ledger = context;
	const struct ledger_entry *left = &ledger->entries[a], *right = &ledger->entries[b];

	return (left->ns < right->ns) - (left->ns > right->ns);
}

static struct cell entry_name(
	const struct overview *overview, const struct ledger *ledger, uint32_t entry)
{
	uint32_t name = (uint32_t)ledger->names.keys[entry];

	return name != NAME_NONE ? cell_name(&overview->names, name) : cell_text("[unnamed]");
}

/*
 * The longest prefix, in bytes, that the name of entry `which` of a list shares with another
 * one's.
 */
static size_t find_alike(const struct overview *overview, const struct ledger *ledger,
	const uint32_t *list, uint32_t count, uint32_t which)
{
	struct cell name = entry_name(overview, ledger, list[which]);
	size_t most = 0;

	for (uint32_t i = 0; i < count; i++) {
		struct cell other = entry_name(overview, ledger, list[i]);
		size_t same = 0;

		while (i != which && same < name.len && same < other.len &&
			name.is.text[same] == other.is.text[same])
			same++;
		if (same > most)
			most = same;
	}
	return most;
}

static void print_ledger(struct text *screen, const struct overview *overview,
	const struct ledger *ledger, const char *heading)
{
	uint32_t count = ledger->names.count, *order = mem_zeroed(count, sizeof(*order));

	for (uint32_t i = 0; i < count; i++)
		order[i] = i;
	order_by(order, count, compare_entries, ledger);
	if (count > 0)
		print_heading(screen, overview->options, heading);
	if (count > overview->options->top)
		count = (uint32_t)overview->options->top;
	for (uint32_t i = 0; i < count; i++) {
		const struct ledger_entry *entry = &ledger->entries[order[i]];

		print_share(screen, overview->options, entry->ns, overview->ns, entry->count,
			entry_name(overview, ledger, order[i]),
			find_alike(overview, ledger, order, count, i));
	}
	free(order);
}

/* Kernels by what they do, as pictures colour them. */
static void print_kernel_kinds(struct text *screen, const struct overview *overview)
{
	const struct ledger *kernels = &overview->kernels;
	struct ledger by_kind = { 0 };
	uint32_t count = 0, *name = mem_zeroed((size_t)kernels->names.count + 1, sizeof(*name));
	uint32_t *parent = mem_zeroed((size_t)kernels->names.count + 1, sizeof(*parent)), *order;
	char *kinds = mem_zeroed(overview->names.count, 1);

	for (uint32_t i = 0; i < kernels->names.count; i++) {
		if (kernels->names.keys[i] != NAME_NONE)
			name[++count] = (uint32_t)kernels->names.keys[i];
	}
	kinds_find(&overview->names, false, count + 1, name, parent, kinds);
	for (uint32_t i = 0; i < kernels->names.count; i++) {
		uint64_t key = kernels->names.keys[i];
		char kind = key != NAME_NONE ? kinds[key] : (char)KIND_OTHER;
		uint32_t entry = ledger_find(&by_kind, (unsigned char)kind);

		ledger_add_to(
			&by_kind.entries[entry], kernels->entries[i].ns, kernels->entries[i].count);
	}
	order = mem_zeroed(by_kind.names.count, sizeof(*order));
	for (uint32_t i = 0; i < by_kind.names.count; i++)
		order[i] = i;
	order_by(order, by_kind.names.count, compare_entries, &by_kind);
	if (by_kind.names.count > 1)
		print_heading(screen, overview->options, "Kernels by kind");
	for (uint32_t i = 0; by_kind.names.count > 1 && i < by_kind.names.count; i++) {
		const struct ledger_entry *entry = &by_kind.entries[order[i]];

		print_share(screen, overview->options, entry->ns, overview->ns, entry->count,
			cell_text(kind_label((char)by_kind.names.keys[order[i]])), 0);
	}
	ledger_release(&by_kind);
	free(order);
	free(kinds);
	free(parent);
	free(name);
}

static bool has_ops(const struct overview *overview)
{
	uint64_t ops = 0;

	for (int kind = 0; kind < OP_KINDS; kind++)
		ops += overview->kind_ops[kind];
	return ops > 0;
}

/* How they would be recorded depends on who wrote the file. */
static void print_no_ops(struct text *screen, const struct overview *overview)
{
	const struct input_format *format = &overview->format;
	const char *how = format->how_to_record;

	text_add_string(screen, overview->cutter.selects ? "no kernel, copy or fill is selected"
							 : "no kernel, copy or fill ran");
	if (!overview->cutter.selects && !format->is_capture)
		text_addf(screen, ", or none was recorded%s%s%s",
			how != NULL ? " (record with " : "", how != NULL ? how : "",
			how != NULL ? ")" : "");
	text_add_string(screen, "\n--report nvtx_sum: the ranges' time on the CPU\n");
}

static void print_head(
	struct text *screen, const struct overview *overview, const struct stats_input *input)
{
	char span[UNITS_SIZE], count[UNITS_SIZE];
	size_t devices = overview->survey.devices + overview->sum_devices;
	size_t width = overview->options->width;
	size_t len = strlen(overview->format.text) + 2;

	if (input->count == 1)
		text_add_fit(screen, input->files[0], strlen(input->files[0]),
			width > len + NAME_MIN ? width - len : NAME_MIN);
	else
		text_addf(screen, "%zu file%s", overview->files, overview->files == 1 ? "" : "s");
	text_add_string(screen, ": ");
	text_add_clean(screen, overview->format.text, strlen(overview->format.text), 0);
	text_addf(screen, "\n%zu device%s", devices, devices == 1 ? "" : "s");
	units_time(devices > 0 ? overview->survey.recorded_ns / devices : 0, span, sizeof(span));
	units_count(overview->range_count, count, sizeof(count));
	if (overview->sum_files > 0)
		text_add_string(screen,
			"; sums, not single operations (gpuflame record --mode trace has those)\n");
	else
		text_addf(screen, ", %s, %s %srange%s\n", span, count,
			overview->format.is_torch ? "" : "NVTX ",
			overview->range_count == 1 ? "" : "s");
	if (!has_ops(overview))
		print_no_ops(screen, overview);
}

/* What it is a share of, where that is not all of the recording. */
static void print_devices_heading(struct text *screen, const struct overview *overview)
{
	const struct survey *survey = &overview->survey;
	uint64_t steps = survey->steps + survey->outliers + survey->warm_ups;
	char number[UNITS_SIZE], time[UNITS_SIZE], heading[128] = "The devices' time";

	units_time(
		survey->span_ns / (survey->devices > 0 ? survey->devices : 1), time, sizeof(time));
	units_count(steps, number, sizeof(number));
	if (steps > 0)
		snprintf(heading, sizeof(heading), "The devices' time in %s step%s (%s)", number,
			steps == 1 ? "" : "s", time);
	else if (survey->span_ns < survey->recorded_ns)
		snprintf(heading, sizeof(heading),
			"The devices' time (%s, after work from before the recording)", time);
	print_heading(screen, overview->options, heading);
}

static void print_devices(struct text *screen, const struct overview *overview)
{
	const struct overview_options *options = overview->options;
	const struct survey *survey = &overview->survey;
	uint64_t span = survey->span_ns, idle;

	/* Devices shared by two processes are busy for both: idle time may then be unknown. */
	idle = span > survey->busy_ns ? span - survey->busy_ns : 0;
	if (overview->ns == 0 || overview->sum_files > 0)
		return;
	print_devices_heading(screen, overview);
	print_share(screen, options, survey->kernel_ns, span, 0, cell_text("kernels ran"), 0);
	print_share(screen, options, survey->busy_ns - survey->kernel_ns, span, 0,
		cell_text("copies, fills or graphs alone"), 0);
	print_share(screen, options, idle, span, 0, cell_text("idle"), 0);
}

static void print_kinds(struct text *screen, const struct overview *overview)
{
	static const char *const kinds[OP_KINDS] = { "kernels", "copies", "fills",
		"CUDA graphs traced as a whole" };

	if (overview->ns == 0)
		return;
	print_heading(screen, overview->options, "What it ran (sums: overlaps count twice)");
	for (int kind = 0; kind < OP_KINDS; kind++) {
		if (overview->kind_ops[kind] > 0)
			print_share(screen, overview->options, overview->kind_ns[kind],
				overview->ns, overview->kind_ops[kind], cell_text(kinds[kind]), 0);
	}
}

/* Who is slow, if the files are ranks. */
static void print_ranks(struct text *screen, const struct overview *overview)
{
	if (overview->files < 2 || overview->survey.verdict.len == 0)
		return;
	text_add_wrapped(screen, overview->survey.verdict.bytes, overview->options->width);
	text_add(screen, "\n", 1);
}

/* What costs most, a line each. */
static void print_findings(struct text *screen, const struct overview *overview)
{
	enum { MOST = 3 };
	struct text line = { 0 };
	struct findings findings;

	if (overview->sum_files > 0 || overview->cut_files > 0)
		return;
	findings_make(&findings, &overview->survey);
	if (findings.count > 0)
		print_heading(
			screen, overview->options, "Look at first (gpuflame findings has more)");
	for (size_t i = 0; i < findings.count && i < MOST; i++) {
		const struct finding *finding = &findings.list[i];

		line.len = 0;
		text_addf(&line, "  %zu. %s: at most ", i + 1, finding->rule->title);
		words_of_share(&findings, finding, &line);
		text_add_fit(screen, line.bytes, line.len, overview->options->width);
		text_add(screen, "\n", 1);
	}
	text_release(&line);
}

static void print_all(
	struct text *screen, const struct overview *overview, const struct stats_input *input)
{
	print_head(screen, overview, input);
	print_ranks(screen, overview);
	print_findings(screen, overview);
	print_devices(screen, overview);
	print_kinds(screen, overview);
	print_kernel_kinds(screen, overview);
	print_ledger(screen, overview, &overview->kernels, "Top kernels");
	print_ledger(
		screen, overview, &overview->ranges, "Top ranges (all that was launched in them)");
	if (overview->outside_ns > 0 && overview->ranges.names.count > 0)
		print_share(screen, overview->options, overview->outside_ns, overview->ns, 0,
			cell_text("in no range"), 0);
}

bool overview_print(const struct stats_input *input, const struct overview_options *options,
	FILE *out, struct stats_notes *notes, struct err *err)
{
	struct overview overview = { .options = options };
	struct text screen = { 0 };
	bool ok = overview_gather(&overview, input, notes, err);

	ok = ok && compare_ranks(&overview.survey, err);
	if (ok && notes->files > 0)
		print_all(&screen, &overview, input);
	if (screen.len > 0)
		fwrite(screen.bytes, 1, screen.len, out);
	text_release(&screen);
	overview_release(&overview);
	return ok;
}
