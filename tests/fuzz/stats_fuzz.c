/*
 * Reports of any content, through any report of `gpuflame stats` and any format.
 * The input is an SQLite file, or SQL text that makes one; its last four bytes
 * choose the report, the format, the names of kernels and the options. A first
 * line "-- REPORT FORMAT" names both, which numbers do only until one is added.
 */
#include "tests/fuzz/fold_input.h"

#include "base/utf8.h"
#include "stats/overview.h"
#include "stats/stats_run.h"
#include "stats/reports/registry.h"
#include "stats/roofline/roofline.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { REPORTS_MAX = 64 };

/* What a run prints; NULL: chosen by bits. */
struct named {
	const struct report *report;
	const struct print_format *format;
};

/* The output is UTF-8 without control characters. */
static void check_text(const char *text, size_t len)
{
	for (size_t at = 0; at < len;) {
		size_t used;

		must(utf8_next(text + at, len - at, &used) != UTF8_INVALID, "the output is UTF-8");
		must(used > 1 || text[at] == '\n' || text[at] == '\t' ||
				((unsigned char)text[at] >= ' ' && text[at] != '\x7f'),
			"no control characters in the output");
		at += used;
	}
}

static struct named named_in(const uint8_t *data, size_t size)
{
	char line[64] = "", report[64], format[64];
	struct named named = { 0 };

	if (size == 0)
		return named;
	memcpy(line, data, size < sizeof(line) ? size : sizeof(line) - 1);
	if (sscanf(line, "-- %63s %63s", report, format) == 2) {
		named.report = report_find(report, strlen(report));
		named.format = print_format_named(format);
	}
	return named;
}

/* The lowest byte: 0 for the overview, 1 for all reports, then one each. */
static size_t choose_reports(
	uint32_t bits, const struct report *named, struct stats_request *requests)
{
	size_t known = 0, count = 0, chosen;

	while (report_at(known) != NULL)
		known++;
	must(known <= REPORTS_MAX, "there is room for all reports");
	chosen = (bits & 255) % (known + 2);
	for (size_t i = 0; i < known; i++) {
		const struct report *report = report_at(i);

		if (named != NULL ? report != named : chosen != 1 && chosen != i + 2)
			continue;
		requests[count] = (struct stats_request){
			.report = report,
			.naming = report->names_kernels
					  ? (enum kernel_naming)((bits >> 8) % KERNEL_NAMINGS)
					  : KERNELS_DEMANGLED,
		};
		if (strcmp(report->name, "gpu_gaps") == 0 && (bits >> 15 & 1) != 0)
			strcpy(requests[count].arguments, "gap=100");
		if (strstr(report->name, "_pace") != NULL && (bits >> 17 & 1) != 0)
			strcpy(requests[count].arguments, "name=forward");
		if (strcmp(report->name, "duration_histogram") == 0 && (bits >> 18 & 1) != 0)
			strcpy(requests[count].arguments, "name=forward");
		count++;
	}
	return count;
}

static const struct print_format *choose_format(uint32_t bits)
{
	size_t known = 0;

	while (print_formats[known] != NULL)
		known++;
	return print_formats[bits % known];
}

static bool print_findings(const struct stats_input *input, uint32_t bits, FILE *out,
	struct stats_notes *notes, struct err *err)
{
	static findings_print_fn *const formats[] = { findings_print_text, findings_print_markdown,
		findings_print_json };
	const struct findings_print print = {
		.files = input->files,
		.file_count = input->count,
		.operands = input->files,
		.operand_count = input->count,
		.options = " --steps 2",
		.width = 80,
	};

	return findings_files(input, &print, formats[(bits >> 11) % 3], out, notes, err);
}

static bool print(const struct stats_input *input, const struct named *named, uint32_t bits,
	FILE *out, struct err *err)
{
	static const size_t widths[] = { 0, 20, 80, 200 };
	struct stats_request requests[REPORTS_MAX];
	size_t count = choose_reports(bits, named->report, requests);
	struct print_options options = {
		.format = named->format != NULL ? named->format : choose_format(bits >> 10),
		.width = widths[bits >> 13 & 3],
	};
	const struct overview_options overview = { .width = 80, .blocks = true, .top = 5 };
	struct stats_notes notes = { 0 };
	struct printer printer;
	bool ok;

	if (count == 0 && (bits >> 10 & 1) != 0) {
		ok = print_findings(input, bits, out, &notes, err);
		stats_notes_release(&notes);
		return ok;
	}
	if (count == 0) {
		ok = overview_print(input, &overview, out, &notes, err);
		stats_notes_release(&notes);
		return ok;
	}
	if (options.format->is_picture && (count > 1 || requests[0].report->chart == NULL))
		options.format = print_formats[0];
	for (size_t i = 0; options.format->is_timeline && i < count; i++) {
		if (requests[i].report != report_find("timeline", strlen("timeline")))
			options.format = print_formats[0];
	}
	printer_init(&printer, &options, out);
	ok = stats_run(input, requests, count, NULL, &printer, &notes, err);
	if (ok)
		printer_close(&printer);
	printer_release(&printer);
	stats_notes_release(&notes);
	return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint32_t bits = input_bits(data, &size);
	char path[64];
	const char *const files[] = { path, path };
	struct stated_works stated = { 0 };
	static const struct gpu_peak peak = { { [NUMBER_FP32] = 1e12 }, 1e9 };
	const struct report_options options = {
		.stated = bits >> 21 & 1 ? &stated : NULL,
		.peak = bits >> 21 & 1 ? &peak : NULL,
	};
	struct input_options chosen;
	const struct stats_input input = {
		.files = files,
		.count = 1 + (bits >> 19 & 1),
		.cut = &chosen.options,
		.options = &options,
	};
	const struct named named = named_in(data, size);
	int fd = input_database(data, size, path);
	struct err err = { 0 };
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	/* most runs select nothing: see input_choose() */
	input_choose(&chosen, bits >> 20 & 1 ? bits : bits & UINT32_C(0xff));

	if (out == NULL || !stated_works_add(&stated, "forward=1e9", &err))
		abort();
	if (!print(&input, &named, bits, out, &err)) {
		must(err.code != ERR_NONE && err.msg[0] != '\0', "an error has a message");
		must(strstr(err.msg, "unable to open") == NULL, err.msg);
	}
	fclose(out);
	check_text(text, len);
	free(text);
	stated_works_release(&stated);
	input_close(fd);
	return 0;
}
