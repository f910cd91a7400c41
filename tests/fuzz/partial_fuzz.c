/*
 * Partial results of any content, read as `gpuflame stats` reads them: what is accepted can be
 * printed, and written again as a partial result that gives the same reports. The lowest bit of
 * the last four bytes has the first line added, so that most inputs get beyond it.
 */
#include "tests/fuzz/fold_input.h"

#include "stats/formats.h"
#include "stats/partial_file.h"
#include "stats/partial_text.h"
#include "stats/pool.h"
#include "stats/reports/registry.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { REPORTS_MAX = 64 };

/* All reports that partial results hold, as CSV or, with `partial`, as a partial result. */
static bool run_reports(const char *path, bool partial, char **text, size_t *len, struct err *err)
{
	static const struct report_options report_options = { .chunks = 1 };
	static const struct collapse_options cut = { .nsys = "/nonexistent",
		.rules.strip_numbers = STRIP_NONE };
	const struct print_options options = { .format = print_formats[1], .many = true };
	struct stats_request requests[REPORTS_MAX];
	FILE *out = open_memstream(text, len);
	const struct stats_input input = {
		.files = &path,
		.count = 1,
		.cut = &cut,
		.options = &report_options,
		.partial = partial ? out : NULL,
	};
	struct stats_notes notes = { 0 };
	struct printer printer;
	size_t count = 0;
	bool ok;

	if (out == NULL)
		abort();
	for (size_t i = 0; report_registry[i] != NULL; i++) {
		input_must(count < REPORTS_MAX, "there is room for all reports");
		if (report_registry[i]->partial != NULL)
			requests[count++] = (struct stats_request){ .report = report_registry[i] };
	}
	printer_init(&printer, &options, out);
	ok = stats_run(&input, requests, count, NULL, &printer, &notes, err) &&
	     (partial || printer_close(&printer, err));
	printer_release(&printer);
	stats_notes_release(&notes);
	fclose(out);
	return ok;
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint32_t bits = input_bits(data, &size);
	char path[64], *first = NULL, *part = NULL, *second = NULL;
	size_t first_len = 0, part_len = 0, second_len = 0;
	int fd = open_input(data, size, bits & 1, path);
	struct err err = { 0 };

	if (partial_is(path) && run_reports(path, false, &first, &first_len, &err)) {
		input_must(
			run_reports(path, true, &part, &part_len, &err), "it can be written again");
		input_close(fd);
		fd = input_file(part, part_len, path);
		input_must(part_len == 0 || run_reports(path, false, &second, &second_len, &err),
			"what was written can be read");
		input_must(part_len == 0 || (first_len == second_len &&
						    memcmp(first, second, first_len) == 0),
			"the reports are the same");
	}
	free(first);
	free(part);
	free(second);
	input_close(fd);
	return 0;
}
