#include "stats/overview.h"

#include <inttypes.h>

#include "base/text.h"
#include "base/units.h"
#include "stats/overview_gather.h"

/* --- lines -------------------------------------------------------------------------- */

enum { BAR_COLUMNS = 12, NAME_MIN = 10 };

/* Narrow screens need the columns for names. */
static bool has_bars(const struct overview_options *options)
{
	return options->width >= 70;
}

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
	text_addf(screen, "%s%*s", options->color ? "\033[0m" : "",
		(int)(BAR_COLUMNS + 2 - columns), "");
}

/* "  19.2%  ####          730 us       6 x  name": `count` 0 is not shown. */
static void print_share(struct text *screen, const struct overview_options *options, uint64_t ns,
	uint64_t whole, uint64_t count, const struct text *label)
{
	double share = whole > 0 ? (double)ns / (double)whole : 0;
	int64_t tenths = sink_scale(share * 100, 1);
	char time[UNITS_SIZE], times[UNITS_SIZE] = "";

	text_addf(screen, "  %3d.%d%%  ", (int)(tenths / 10), (int)(tenths % 10));
	if (has_bars(options))
		print_bar(screen, options, share);
	units_time(ns, time, sizeof(time));
	if (count > 0)
		units_count(count, times, sizeof(times));
	text_addf(screen, "%8s  %9s%s  ", time, times, count > 0 ? " x" : "  ");
	text_add(screen, label->bytes, label->len);
	text_add(screen, "\n", 1);
}

static void print_part(struct text *screen, const struct overview_options *options, uint64_t ns,
	uint64_t whole, const char *label)
{
	struct text text = { 0 };

	text_add_string(&text, label);
	print_share(screen, options, ns, whole, 0, &text);
	text_release(&text);
}

static void print_heading(
	struct text *screen, const struct overview_options *options, const char *text)
{
	text_addf(screen, options->color ? "\n\033[1m%s\033[0m\n" : "\n%s\n", text);
}

/* --- parts -------------------------------------------------------------------------- */

/* Labels as long as there is room; those that would be cut alike stay whole. */
static void cut_labels(struct overview_rows *rows, size_t width)
{
	uint32_t *cuts = mem_zeroed(rows->count, sizeof(*cuts));
	uint32_t *uses = mem_zeroed(rows->count, sizeof(*uses));
	struct names names;

	names_init(&names);
	for (size_t i = 0; i < rows->count; i++) {
		struct text cut = { 0 };

		text_add_fit(&cut, rows->list[i].label.bytes, rows->list[i].label.len, width);
		cuts[i] = names_intern(&names, cut.bytes, cut.len);
		uses[cuts[i]]++;
		text_release(&cut);
	}
	for (size_t i = 0; i < rows->count; i++) {
		struct text *label = &rows->list[i].label;
		struct text whole = *label;
		bool is_cut = uses[cuts[i]] == 1;

		*label = (struct text){ 0 };
		text_add_fit(label, whole.bytes, whole.len, is_cut ? width : SIZE_MAX);
		text_release(&whole);
	}
	names_release(&names);
	free(uses);
	free(cuts);
}

static void print_rows(struct text *screen, const struct overview *overview,
	struct overview_rows rows, const char *heading)
{
	const struct overview_options *options = overview->options;
	size_t column = has_bars(options) ? 48 : 48 - BAR_COLUMNS - 2;

	if (rows.count > 0)
		print_heading(screen, options, heading);
	cut_labels(&rows, options->width > column + NAME_MIN ? options->width - column : NAME_MIN);
	for (size_t i = 0; i < rows.count; i++)
		print_share(screen, options, rows.list[i].ns, overview->ns, rows.list[i].count,
			&rows.list[i].label);
	overview_rows_release(&rows);
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
	size_t devices = overview->survey.devices;
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
		text_add_string(screen, "; totals only: record with --mode trace for idle time\n");
	else
		text_addf(screen, ", %s, %s %srange%s\n", span, count,
			overview->format.is_torch || overview->range_count == 0 ? "" : "NVTX ",
			overview->range_count == 1 ? "" : "s");
	if (overview->operations.names.count == 0)
		print_no_ops(screen, overview);
}

/* What it is a share of, where that is not all of the recording. */
static void print_devices_heading(struct text *screen, const struct overview *overview)
{
	const struct survey *survey = &overview->survey;
	uint64_t steps = survey->steps + survey->outliers + survey->warm_ups;
	const char *each = survey->devices > 1 ? " a device" : "";
	char number[UNITS_SIZE], time[UNITS_SIZE], warm_up[UNITS_SIZE];
	const char *late = survey->begins_late ? ", after work from before the recording" : "";
	char heading[256] = "The devices' time";

	units_time(
		survey->span_ns / (survey->devices > 0 ? survey->devices : 1), time, sizeof(time));
	units_count(steps, number, sizeof(number));
	units_time(survey->warm_up_ns, warm_up, sizeof(warm_up));
	if (steps > 0)
		snprintf(heading, sizeof(heading), "The devices' time in %s step%s (%s%s%s%s%s)",
			number, steps == 1 ? "" : "s", time, each, late,
			survey->warm_ups > 0 ? ", with warm-up of " : "",
			survey->warm_ups > 0 ? warm_up : "");
	else if (survey->begins_late)
		snprintf(heading, sizeof(heading), "The devices' time (%s%s%s)", time, each, late);
	print_heading(screen, overview->options, heading);
}

static void print_devices(struct text *screen, const struct overview *overview)
{
	const struct overview_options *options = overview->options;
	const struct survey *survey = &overview->survey;
	uint64_t span = survey->span_ns;

	if (overview->ns == 0 || overview->sum_files > 0)
		return;
	print_devices_heading(screen, overview);
	print_part(screen, options, survey->kernel_ns, span, "kernels ran");
	print_part(screen, options, survey->busy_ns - survey->kernel_ns, span,
		"only copies, fills, graphs");
	print_part(screen, options, overview_idle_ns(survey), span, "idle");
}

static void print_validation(struct text *screen, const struct overview *overview)
{
	double whole = (double)overview->ns + (double)overview->validation_ns;
	char time[UNITS_SIZE];

	units_time(overview->validation_ns, time, sizeof(time));
	if (overview->validation_ns > 0)
		text_addf(screen,
			"\nBelow, validation is left out: %s, %.1f %% (--no-default-rules has "
			"it)\n",
			time, 100 * (double)overview->validation_ns / whole);
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
	struct text line = { 0 };
	struct findings findings;

	if (!overview_has_findings(overview))
		return;
	findings_make(&findings, &overview->survey);
	if (findings.count > 0)
		print_heading(screen, overview->options, "Start here (more: gpuflame findings)");
	for (size_t i = 0; i < findings.count && i < OVERVIEW_FINDINGS; i++) {
		const struct finding *finding = &findings.list[i];

		line.len = 0;
		text_addf(&line, "  %zu. %s: at most ", i + 1, finding->title);
		words_of_share(&findings, finding, &line);
		text_add_fit(screen, line.bytes, line.len, overview->options->width);
		text_add(screen, "\n", 1);
	}
	text_release(&line);
}

static void print_all(
	struct text *screen, const struct overview *overview, const struct stats_input *input)
{
	const struct overview_options *options = overview->options;

	print_head(screen, overview, input);
	print_ranks(screen, overview);
	print_findings(screen, overview);
	print_devices(screen, overview);
	print_validation(screen, overview);
	print_rows(screen, overview, overview_kinds(overview),
		"What ran, by kind (total time; concurrent ones both count)");
	print_rows(screen, overview, overview_operations(overview, options->top),
		"Top kernels, copies and fills");
	print_rows(screen, overview, overview_ranges(overview, options->top),
		"Top ranges (time, number of all launched in them)");
	if (overview->outside_ns > 0 && overview->ranges.names.count > 0)
		print_part(screen, options, overview->outside_ns, overview->ns, "in no range");
}

bool overview_print(const struct stats_input *input, const struct overview_options *options,
	FILE *out, struct stats_notes *notes, struct err *err)
{
	struct overview overview = { .options = options };
	struct text screen = { 0 };
	bool ok = overview_gather(&overview, input, notes, err);

	ok = ok && compare_ranks(&overview.survey, err);
	if (ok && notes->files > 0 && options->json)
		overview_put_json(&overview, input, &screen);
	else if (ok && notes->files > 0)
		print_all(&screen, &overview, input);
	if (screen.len > 0)
		fwrite(screen.bytes, 1, screen.len, out);
	text_release(&screen);
	overview_release(&overview);
	return ok;
}
