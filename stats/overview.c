#include "stats/overview.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/order.h"
#include "base/sum.h"
#include "base/text.h"
#include "base/units.h"
#include "base/utf8.h"
#include "collapse/fold/nest.h"
#include "stats/file_labels.h"
#include "stats/findings/finding_words.h"
#include "stats/parts/nest_sums.h"
#include "stats/survey/survey.h"

/* Time by name: of kernels, and of ranges. */
struct ledger_entry {
	uint64_t ns, count;
	bool is_open; /* a range of the name is around the current operation */
};

struct ledger {
	struct idmap names; /* by entry */
	struct ledger_entry *entries;
	size_t cap;
};

struct overview {
	size_t files; /* that were read */
	const struct overview_options *options;
	struct names names;
	struct trace_cutter cutter;
	struct ledger kernels, ranges;
	uint64_t kind_ns[OP_KINDS], kind_ops[OP_KINDS];
	uint64_t ns;         /* of all operations */
	uint64_t outside_ns; /* of operations in no range */
	uint64_t range_count;
	size_t sum_devices; /* of files that hold sums */
	size_t sum_files;   /* that hold sums: when a device was busy is unknown */
	struct input_format format;
	struct survey survey; /* of all others; the ranks are of all */
};

static bool find_entry(struct ledger *ledger, uint32_t name, uint32_t *index, struct err *err)
{
	uint32_t had = ledger->names.count;

	if (!mem_grow((void **)&ledger->entries, &ledger->cap, (size_t)had + 1,
		    sizeof(*ledger->entries), err) ||
		!idmap_add(&ledger->names, name, index, err))
		return false;
	if (ledger->names.count > had)
		ledger->entries[*index] = (struct ledger_entry){ 0 };
	return true;
}

static void add_to(struct ledger_entry *entry, uint64_t ns, uint64_t count)
{
	entry->ns += ns;
	entry->count += count;
}

/* --- reading ------------------------------------------------------------------------ */

static uint32_t shown_name(const uint32_t *shown, uint32_t name)
{
	return name != NAME_NONE ? shown[name] : NAME_NONE;
}

static bool add_ops(struct overview *overview, const struct trace *trace,
	const struct shown_names *shown, struct err *err)
{
	for (uint32_t i = 0; i < trace->op_count; i++) {
		const struct op *op = &trace->ops[i];
		enum op_kind kind = trace_op_kind(trace, i);
		uint64_t ns = (uint64_t)(op->end - op->start);
		uint32_t entry;

		if (!sum_add(&overview->ns, ns, err))
			return false;
		overview->kind_ns[kind] += ns;
		overview->kind_ops[kind] += trace_op_count(trace, i);
		if (op->thread == TRACE_NONE)
			overview->outside_ns += ns;
		if (kind != OP_KERNEL)
			continue;
		if (!find_entry(&overview->kernels, shown_name(shown->operations, op->name), &entry,
			    err))
			return false;
		add_to(&overview->kernels.entries[entry], ns, trace_op_count(trace, i));
	}
	return true;
}

/* A trace whose ranges are added. */
struct screen_walk {
	struct overview *overview;
	const struct trace *trace;
	const struct shown_names *shown;
	struct nest_sums ranges; /* by entry */
};

/* Leave all ranges but `same`; of nested ranges of one name, only the outermost counts. */
static bool leave_ranges(struct screen_walk *walk, size_t same, struct err *err)
{
	while (walk->ranges.depth > same) {
		struct ledger_entry *entry;
		struct nest_sum left;

		if (!nest_sums_leave(&walk->ranges, &left, err))
			return false;
		if (!left.is_first)
			continue;
		entry = &walk->overview->ranges.entries[left.place];
		entry->is_open = false;
		add_to(entry, left.ns, left.count);
	}
	return true;
}

static bool enter_range(struct screen_walk *walk, const struct range *range, struct err *err)
{
	struct ledger *ledger = &walk->overview->ranges;
	uint32_t index;
	bool is_first;

	if (!find_entry(ledger, shown_name(walk->shown->ranges, range->name), &index, err))
		return false;
	is_first = !ledger->entries[index].is_open;
	ledger->entries[index].is_open = true;
	return nest_sums_enter(&walk->ranges, index, is_first, err);
}

/* Add an operation to the ranges around its launch. */
static bool add_launch(void *context, const struct nest *nest, struct err *err)
{
	struct screen_walk *walk = context;
	const struct trace *trace = walk->trace;
	const struct op *op = &trace->ops[nest->op];
	uint64_t ns = (uint64_t)(op->end - op->start);
	bool ok = leave_ranges(walk, nest->same, err);

	if (nest->depth == 0)
		walk->overview->outside_ns += ns;
	while (ok && walk->ranges.depth < nest->depth)
		ok = enter_range(walk, &trace->ranges[nest->ranges[walk->ranges.depth]], err);
	return ok && nest_sums_add(&walk->ranges, ns, trace_op_count(trace, nest->op), err);
}

static bool add_sums(struct screen_walk *walk, struct err *err)
{
	struct nest nest;
	bool more, ok;

	if (!nest_init(&nest, walk->trace, err))
		return false;
	do
		ok = nest_next(&nest, &more, err) && (!more || add_launch(walk, &nest, err));
	while (ok && more);
	nest_release(&nest);
	return ok;
}

/* The sums of one process, with a stream for each of its devices. */
static bool add_sum_file(struct overview *overview, struct screen_walk *walk, const char *label,
	bool is_one, struct err *err)
{
	overview->sum_devices += walk->trace->stream_ids.count;
	overview->sum_files++;
	return add_sums(walk, err) &&
	       (is_one || rank_board_add(&overview->survey.ranks, walk->trace, label, err));
}

/* The ranges around launches are found once, for the ledger and the survey. */
static bool add_events(struct overview *overview, struct screen_walk *walk, struct trace *trace,
	const char *label, struct err *err)
{
	for (size_t i = 0; i < trace->range_count; i++)
		overview->range_count += !trace->ranges[i].out;
	overview->survey.watch = (struct cover_watch){ add_launch, walk };
	return survey_add(&overview->survey, trace, label, err);
}

static bool add_trace(struct overview *overview, struct trace *trace, const char *label,
	bool is_one, struct err *err)
{
	struct shown_names shown;
	struct screen_walk walk = { .overview = overview, .trace = trace, .shown = &shown };
	bool ok = trace_cutter_names(&overview->cutter, trace, &shown, err) &&
		  add_ops(overview, trace, &shown, err) &&
		  (trace->sums != NULL ? add_sum_file(overview, &walk, label, is_one, err)
				       : add_events(overview, &walk, trace, label, err)) &&
		  leave_ranges(&walk, 0, err);

	shown_names_release(&shown);
	nest_sums_release(&walk.ranges);
	overview->format = trace->format;
	return ok;
}

static bool add_files(struct overview *overview, const struct stats_input *input,
	const char *const *labels, struct stats_notes *notes, bool *is_partial, struct err *err)
{
	bool is_one = input->count == 1;
	struct trace_want want = survey_want(&overview->survey, &input->cut->plan.selection);

	trace_cutter_want(&overview->cutter, &want);
	for (size_t i = 0; i < input->count; i++) {
		struct trace trace;
		bool ok, was_read;

		trace_init(&trace, &overview->names);
		ok = stats_read(
			input, i, &overview->cutter, &want, &trace, &was_read, is_partial, err);
		if (ok && *is_partial)
			ok = err_set(err, ERR_FORMAT, "'%s' is a partial result", input->files[i]);
		ok = ok && (!was_read || (add_trace(overview, &trace, labels[i], is_one, err) &&
						 stats_notes_add(notes, &trace, err)));
		trace_release(&trace);
		if (!ok)
			return false;
	}
	return true;
}

static bool read_files(struct overview *overview, const struct stats_input *input,
	struct stats_notes *notes, bool *is_partial, struct err *err)
{
	const char **labels;
	bool ok = file_labels(input->files, input->count, &labels, err) &&
		  add_files(overview, input, labels, notes, is_partial, err) &&
		  survey_close(&overview->survey, err);

	free(labels);
	if (!ok)
		return false;
	overview->files = notes->files;
	return notes->files == 0 || overview->ns > 0 || overview->range_count > 0 ||
	       stats_refuse_empty(input, notes, &overview->cutter, err);
}

/* --- writing ------------------------------------------------------------------------ */

enum { BAR_COLUMNS = 12, NAME_MIN = 10 };

static bool print_bar(
	struct text *screen, const struct overview_options *options, double share, struct err *err)
{
	static const char *const eighths[] = { "", "\u258f", "\u258e", "\u258d", "\u258c", "\u258b",
		"\u258a", "\u2589" };
	int64_t parts = sink_scale(share * BAR_COLUMNS * 8, 0), columns = 0;
	bool ok;

	if (share > 0 && parts == 0)
		parts = 1;
	ok = text_add_string(screen, options->color ? "\033[33m" : "", err);
	for (; ok && parts >= 8 && columns < BAR_COLUMNS; columns++, parts -= 8)
		ok = text_add_string(screen, options->blocks ? "\u2588" : "#", err);
	if (ok && parts > 0 && columns < BAR_COLUMNS) {
		if (options->blocks || parts >= 4 || columns == 0) {
			ok = text_add_string(screen, options->blocks ? eighths[parts] : "#", err);
			columns++;
		}
	}
	ok = ok && text_add_string(screen, options->color ? "\033[0m" : "", err);
	for (; ok && columns < BAR_COLUMNS; columns++)
		ok = text_add(screen, " ", 1, err);
	return ok;
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
static bool print_name(
	struct text *screen, struct cell name, size_t alike, size_t width, struct err *err)
{
	enum { HEAD = 8, CONTEXT = 4 };
	const char *text = name.is.text;
	size_t head, from;

	if (alike < width / 2 || width < 4 * HEAD || utf8_columns(text, name.len) <= width)
		return text_add_fit(screen, text, name.len, width, err);
	head = whole_at(name, HEAD);
	from = whole_at(name, alike - CONTEXT);
	return text_add_clean(screen, text, head, 0, err) && text_add_string(screen, "...", err) &&
	       text_add_fit(screen, text + from, name.len - from,
		       width - utf8_columns(text, head) - 3, err);
}

/* "  19.2%  ####          730 us       6 x  name": `count` 0 is not shown. */
static bool print_share(struct text *screen, const struct overview_options *options, uint64_t ns,
	uint64_t whole, uint64_t count, struct cell name, size_t alike, struct err *err)
{
	double share = whole > 0 ? (double)ns / (double)whole : 0;
	int64_t tenths = sink_scale(share * 100, 1);
	char text[96], time[UNITS_SIZE], times[UNITS_SIZE] = "";
	size_t width = options->width > 48 + NAME_MIN ? options->width - 48 : NAME_MIN;

	units_time(ns, time, sizeof(time));
	snprintf(text, sizeof(text), "  %3d.%d%%  ", (int)(tenths / 10), (int)(tenths % 10));
	if (!text_add_string(screen, text, err) || !print_bar(screen, options, share, err))
		return false;
	if (count > 0)
		units_count(count, times, sizeof(times));
	snprintf(text, sizeof(text), "  %8s  %9s%s  ", time, times, count > 0 ? " x" : "  ");
	return text_add_string(screen, text, err) && print_name(screen, name, alike, width, err) &&
	       text_add(screen, "\n", 1, err);
}

static bool print_heading(struct text *screen, const struct overview_options *options,
	const char *text, struct err *err)
{
	return text_add_string(screen, options->color ? "\n\033[1m" : "\n", err) &&
	       text_add_string(screen, text, err) &&
	       text_add_string(screen, options->color ? "\033[0m\n" : "\n", err);
}

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

static bool print_ledger(struct text *screen, const struct overview *overview,
	const struct ledger *ledger, const char *heading, struct err *err)
{
	uint32_t count = ledger->names.count, *order = mem_zeroed(count, sizeof(*order), err);
	bool ok = order != NULL;

	for (uint32_t i = 0; ok && i < count; i++)
		order[i] = i;
	ok = ok && order_sort(order, count, compare_entries, ledger, err) &&
	     (count == 0 || print_heading(screen, overview->options, heading, err));
	if (count > overview->options->top)
		count = (uint32_t)overview->options->top;
	for (uint32_t i = 0; ok && i < count; i++) {
		const struct ledger_entry *entry = &ledger->entries[order[i]];

		ok = print_share(screen, overview->options, entry->ns, overview->ns, entry->count,
			entry_name(overview, ledger, order[i]),
			find_alike(overview, ledger, order, count, i), err);
	}
	free(order);
	return ok;
}

static bool has_ops(const struct overview *overview)
{
	uint64_t ops = 0;

	for (int kind = 0; kind < OP_KINDS; kind++)
		ops += overview->kind_ops[kind];
	return ops > 0;
}

static bool print_head(struct text *screen, const struct overview *overview,
	const struct stats_input *input, struct err *err)
{
	char text[160], files[32], span[UNITS_SIZE], count[UNITS_SIZE];
	size_t devices = overview->survey.devices + overview->sum_devices;
	size_t width = overview->options->width;
	size_t len = strlen(overview->format.text) + 2;
	bool ok;

	units_time(devices > 0 ? overview->survey.span_ns / devices : 0, span, sizeof(span));
	units_count(overview->range_count, count, sizeof(count));
	if (overview->sum_files > 0)
		snprintf(text, sizeof(text),
			"\n%zu device%s; sums, not single operations (gpuflame record "
			"--mode trace has those)\n",
			devices, devices == 1 ? "" : "s");
	else
		snprintf(text, sizeof(text), "\n%zu device%s, %s, %s %srange%s\n", devices,
			devices == 1 ? "" : "s", span, count,
			overview->format.is_torch ? "" : "NVTX ",
			overview->range_count == 1 ? "" : "s");
	if (input->count == 1)
		ok = text_add_fit(screen, input->files[0], strlen(input->files[0]),
			width > len + NAME_MIN ? width - len : NAME_MIN, err);
	else
		ok = text_add_string(screen,
			(snprintf(files, sizeof(files), "%zu file%s", overview->files,
				 overview->files == 1 ? "" : "s"),
				files),
			err);
	ok = ok && text_add_string(screen, ": ", err) &&
	     text_add_clean(screen, overview->format.text, strlen(overview->format.text), 0, err) &&
	     text_add_string(screen, text, err);
	if (!ok || has_ops(overview))
		return ok;
	return text_add_string(screen,
		       overview->cutter.selects ? "no kernel, copy or fill is selected\n"
						: "no kernel, copy or fill ran, or none was "
						  "recorded (nsys profile -t "
						  "cuda,nvtx)\n",
		       err) &&
	       text_add_string(screen, "--report nvtx_sum: the ranges' time on the CPU\n", err);
}

static bool print_devices(struct text *screen, const struct overview *overview, struct err *err)
{
	const struct overview_options *options = overview->options;
	const struct survey *survey = &overview->survey;
	uint64_t span = survey->span_ns, idle;

	/* Devices shared by two processes are busy for both: idle time may then be unknown. */
	idle = span > survey->busy_ns ? span - survey->busy_ns : 0;
	if (overview->ns == 0 || overview->sum_files > 0)
		return true;
	return print_heading(screen, options, "The devices' time", err) &&
	       print_share(screen, options, survey->kernel_ns, span, 0, cell_text("kernels ran"), 0,
		       err) &&
	       print_share(screen, options, survey->busy_ns - survey->kernel_ns, span, 0,
		       cell_text("copies, fills or graphs alone"), 0, err) &&
	       print_share(screen, options, idle, span, 0, cell_text("idle"), 0, err);
}

static bool print_kinds(struct text *screen, const struct overview *overview, struct err *err)
{
	static const char *const kinds[OP_KINDS] = { "kernels", "copies", "fills",
		"CUDA graphs traced as a whole" };

	if (overview->ns == 0)
		return true;
	if (!print_heading(
		    screen, overview->options, "What it ran (sums: overlaps count twice)", err))
		return false;
	for (int kind = 0; kind < OP_KINDS; kind++) {
		if (overview->kind_ops[kind] > 0 &&
			!print_share(screen, overview->options, overview->kind_ns[kind],
				overview->ns, overview->kind_ops[kind], cell_text(kinds[kind]), 0,
				err))
			return false;
	}
	return true;
}

/* Who is slow, if the files are ranks. */
static bool print_ranks(
	struct text *screen, const struct overview *overview, size_t files, struct err *err)
{
	const struct rank_board *board = &overview->survey.ranks;

	for (size_t i = 0; i < board->count; i++) {
		if (!board->entries[i].has_rank)
			return true;
	}
	if (files < 2 || board->count < 2)
		return true;
	return text_add_wrapped(
		       screen, overview->survey.verdict.bytes, overview->options->width, err) &&
	       text_add(screen, "\n", 1, err);
}

/* What leaves out part of a device's work makes idle time of it, which is no finding. */
static bool has_findings(const struct overview *overview)
{
	const struct selection *selection = &overview->cutter.options->plan.selection;

	return overview->sum_files == 0 && !overview->cutter.chooses && selection->range == NULL &&
	       selection->streams.count == 0;
}

static bool print_finding(struct text *screen, const struct findings *findings, size_t index,
	size_t width, struct err *err)
{
	const struct finding *finding = &findings->list[index];
	struct text line = { 0 };
	char head[160];
	bool ok;

	snprintf(head, sizeof(head), "  %zu. %s: at most ", index + 1, finding->rule->title);
	ok = text_add_string(&line, head, err) &&
	     words_of_share(findings, finding, NULL, &line, err) &&
	     text_add_fit(screen, line.bytes, line.len, width, err) &&
	     text_add(screen, "\n", 1, err);
	text_release(&line);
	return ok;
}

/* What costs most, a line each. */
static bool print_findings(struct text *screen, const struct overview *overview, struct err *err)
{
	enum { MOST = 3 };
	struct findings findings;

	if (!has_findings(overview))
		return true;
	findings_make(&findings, &overview->survey);
	if (findings.count > 0 && !print_heading(screen, overview->options,
					  "Look at first (gpuflame findings has more)", err))
		return false;
	for (size_t i = 0; i < findings.count && i < MOST; i++) {
		if (!print_finding(screen, &findings, i, overview->options->width, err))
			return false;
	}
	return true;
}

static bool print_all(struct text *screen, struct overview *overview,
	const struct stats_input *input, struct err *err)
{
	if (!print_head(screen, overview, input, err) ||
		!print_ranks(screen, overview, input->count, err) ||
		!print_findings(screen, overview, err) || !print_devices(screen, overview, err) ||
		!print_kinds(screen, overview, err) ||
		!print_ledger(screen, overview, &overview->kernels, "Top kernels", err) ||
		!print_ledger(screen, overview, &overview->ranges,
			"Top ranges (all that was launched in them)", err))
		return false;
	return overview->outside_ns == 0 || overview->ranges.names.count == 0 ||
	       print_share(screen, overview->options, overview->outside_ns, overview->ns, 0,
		       cell_text("in no range"), 0, err);
}

bool overview_print(const struct stats_input *input, const struct overview_options *options,
	FILE *out, struct stats_notes *notes, bool *is_partial, struct err *err)
{
	struct overview overview = { .options = options };
	struct text screen = { 0 };
	bool ok;

	*is_partial = false;
	names_init(&overview.names);
	survey_init(&overview.survey, &overview.names, input->count > 1);
	overview.survey.step_pattern = input->cut->plan.selection.steps.pattern;
	ok = trace_cutter_init(&overview.cutter, &overview.names, input->cut, err) &&
	     read_files(&overview, input, notes, is_partial, err) &&
	     trace_cutter_check(&overview.cutter, err);
	ok = stats_end_reading(input, notes, err) && ok;
	ok = ok && (notes->files == 0 || print_all(&screen, &overview, input, err));
	if (ok && screen.len > 0)
		fwrite(screen.bytes, 1, screen.len, out);
	text_release(&screen);
	idmap_release(&overview.kernels.names);
	idmap_release(&overview.ranges.names);
	free(overview.kernels.entries);
	free(overview.ranges.entries);
	survey_release(&overview.survey);
	trace_cutter_release(&overview.cutter);
	names_release(&overview.names);
	return ok;
}
