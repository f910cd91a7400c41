/*
 * Partial results of any content, read as `gpuflame stats` reads them: what is accepted can be
 * printed, and written again as a partial result that gives the same reports. The lowest bit of
 * the last four bytes has the first line added, so that most inputs get beyond it.
 */
#include "tests/fuzz/fold_input.h"

#include "stats/formats.h"
#include "stats/overview.h"
#include "stats/partial_file.h"
#include "stats/partial_text.h"
#include "stats/pool.h"
#include "stats/reports/registry.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { REPORTS_MAX = 64 };

static const struct collapse_options cut = { .nsys = "/nonexistent",
	.rules.strip_numbers = STRIP_NONE };

/*
 * All reports that partial results hold, as CSV; or with `partial`, as a partial result, together
 * with what the screen needs if that is asked for.
 */
static bool run_reports(
	const char *path, bool partial, bool with_screen, char **text, size_t *len, struct err *err)
{
	static const struct report_options report_options = { .chunks = 1 };
	const struct print_options options = { .format = print_formats[1], .many = true };
	struct stats_request requests[REPORTS_MAX];
	FILE *out = open_memstream(text, len);
	const struct stats_input screen = { .files = &path, .count = 1, .cut = &cut };
	const struct stats_input input = {
		.files = &path,
		.count = 1,
		.cut = &cut,
		.options = &report_options,
		.partial = partial ? out : NULL,
		.screen = with_screen ? &screen : NULL,
	};
	struct stats_notes notes = { 0 };
	struct printer printer;
	size_t count = 0;
	bool ok;

	if (out == NULL)
		abort();
	for (size_t i = 0; report_at(i) != NULL; i++) {
		input_must(count < REPORTS_MAX, "there is room for all reports");
		if (report_at(i)->partial != NULL)
			requests[count++] = (struct stats_request){ .report = report_at(i) };
	}
	printer_init(&printer, &options, out);
	ok = stats_run(&input, requests, count, NULL, &printer, &notes, err) &&
	     (partial || printer_close(&printer, err));
	printer_release(&printer);
	stats_notes_release(&notes);
	fclose(out);
	return ok;
}

/* The screen. */
static bool print_screen(const char *path, char **text, size_t *len)
{
	const struct stats_input input = { .files = &path, .count = 1, .cut = &cut };
	const struct overview_options options = { .width = 80, .top = 5 };
	FILE *out = open_memstream(text, len);
	struct stats_notes notes = { 0 };
	struct err err = { 0 };
	bool is_partial, ok;

	if (out == NULL)
		abort();
	ok = overview_print(&input, &options, out, &notes, &is_partial, &err);
	stats_notes_release(&notes);
	fclose(out);
	return ok && *len > 0;
}

static int open_input(const uint8_t *data, size_t size, bool with_start, char path[64])
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	int fd;

	if (out == NULL)
		abort();
	if (with_start)
		fputs(PARTIAL_FIRST_LINE, out);
	fwrite(data, 1, size, out);
	fclose(out);
	fd = input_file(text, len, path);
	free(text);
	return fd;
}

/* What was printed is printed again of what was written. */
static void check_again(const char *first, size_t first_len, const char *second, size_t second_len)
{
	input_must(first_len == second_len && memcmp(first, second, first_len) == 0,
		"what was written gives the same");
}

static void check_reports(const char *path)
{
	char *first = NULL, *part = NULL, *second = NULL, written[64];
	size_t first_len = 0, part_len = 0, second_len = 0;
	struct err err = { 0 };

	if (run_reports(path, false, false, &first, &first_len, &err)) {
		input_must(run_reports(path, true, false, &part, &part_len, &err),
			"it can be written again");
		if (part_len > 0) {
			int fd = input_file(part, part_len, written);

			input_must(run_reports(written, false, false, &second, &second_len, &err),
				"what was written can be read");
			input_close(fd);
			check_again(first, first_len, second, second_len);
		}
	}
	free(first);
	free(part);
	free(second);
}

static void check_screen(const char *path)
{
	char *first = NULL, *part = NULL, *second = NULL, written[64];
	size_t first_len = 0, part_len = 0, second_len = 0;
	struct err err = { 0 };

	if (print_screen(path, &first, &first_len) &&
		run_reports(path, true, true, &part, &part_len, &err)) {
		int fd = input_file(part, part_len, written);

		input_must(print_screen(written, &second, &second_len),
			"the screen that was written can be read");
		input_close(fd);
		check_again(first, first_len, second, second_len);
	}
	free(first);
	free(part);
	free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint32_t bits = input_bits(data, &size);
	static void (*const checks[])(const char *path) = { check_reports, check_screen };

	for (size_t i = 0; i < ARRAY_SIZE(checks); i++) {
		char path[64];
		int fd = open_input(data, size, bits & 1, path);
		struct err err = { 0 };
		struct bytes source;
		bool ok = bytes_open(&source, path, &err) && partial_check(&source, &err);

		bytes_close(&source);
		if (ok)
			checks[i](path);
		input_close(fd);
	}
	return 0;
}
