#include "stats/overview_gather.h"

#include "stats/table/print.h"

/* The first screen for programs: docs/gpuflame.schema.json, "screen". */

enum { END_BYTES = 160 }; /* of what is after rows: ends, and how many were cut */

struct screen_json {
	struct json_write json;
	const struct overview *overview;
	size_t most; /* bytes */
	uint64_t rows_cut;
};

static void put_row(struct screen_json *screen, const struct overview_row *row)
{
	struct json_write *json = &screen->json;
	const struct text *label = &row->label;
	double of = screen->overview->ns > 0 ? (double)screen->overview->ns : 1;

	jw_line(json, "\n  ");
	jw_object(json, NULL);
	jw_bytes(json, "name", label->bytes, label->len);
	if (row->name != NAME_NONE) {
		const struct name *whole = &screen->overview->names.list[row->name];

		if (whole->len != label->len || memcmp(whole->text, label->bytes, label->len) != 0)
			jw_bytes(json, "full_name", whole->text, whole->len);
	}
	jw_uint(json, "ns", row->ns);
	jw_raw(json, "percent", "%.1f", 100 * (double)row->ns / of);
	jw_uint(json, "count", row->count);
	jw_end(json);
}

/* Whether what was written since `before` fits; else it is taken back, and counted. */
static bool keep(
	struct screen_json *screen, const struct json_write *before, size_t len, size_t most)
{
	if (screen->json.text->len + END_BYTES <= most)
		return true;
	jw_take_back(&screen->json, before, len);
	screen->rows_cut++;
	return false;
}

/* Rows as long as they fit: the text may then have `most` bytes. */
static void put_rows(
	struct screen_json *screen, const char *key, struct overview_rows rows, size_t most)
{
	struct json_write *json = &screen->json;
	bool fits = true;

	jw_line(json, "\n");
	jw_array(json, key);
	for (size_t i = 0; i < rows.count; i++) {
		const struct json_write before = *json;
		const struct overview_row *row = &rows.list[i];
		size_t len = json->text->len;

		if (!fits) {
			screen->rows_cut++;
			continue;
		}
		put_row(screen, row);
		fits = keep(screen, &before, len, most);
	}
	jw_end(json);
	screen->rows_cut += rows.more;
	overview_rows_release(&rows);
}

static void put_findings(struct screen_json *screen)
{
	const struct overview *overview = screen->overview;
	struct json_write *json = &screen->json;
	struct findings findings;

	if (!overview_has_findings(overview))
		return;
	findings_make(&findings, &overview->survey);
	jw_line(json, "\n");
	jw_array(json, "findings");
	for (size_t i = 0; i < findings.count && i < OVERVIEW_FINDINGS; i++) {
		const struct json_write before = *json;
		size_t len = json->text->len;

		jw_line(json, "\n  ");
		findings_put_json(json, &findings, &findings.list[i]);
		jw_string(json, "try", findings.list[i].advice);
		jw_end(json);
		keep(screen, &before, len, screen->most);
	}
	jw_end(json);
}

static void put_devices(struct screen_json *screen)
{
	const struct survey *survey = &screen->overview->survey;
	struct json_write *json = &screen->json;

	if (screen->overview->ns == 0 || screen->overview->sum_files > 0)
		return;
	jw_object(json, "device_time");
	jw_uint(json, "ns", survey->span_ns);
	jw_uint(json, "kernels_ns", survey->kernel_ns);
	jw_uint(json, "other_ns", survey->busy_ns - survey->kernel_ns);
	jw_uint(json, "idle_ns", overview_idle_ns(survey));
	jw_uint(json, "steps", survey->steps + survey->outliers + survey->warm_ups);
	jw_end(json);
}

static void put_ranks(struct screen_json *screen)
{
	const struct overview *overview = screen->overview;
	const struct json_write before = screen->json;
	size_t len = screen->json.text->len;

	if (overview->files < 2 || overview->survey.verdict.len == 0)
		return;
	jw_string(&screen->json, "ranks", overview->survey.verdict.bytes);
	keep(screen, &before, len, screen->most);
}

void overview_put_json(
	const struct overview *overview, const struct stats_input *input, struct text *out)
{
	const size_t budget = overview->options->budget, top = overview->options->top;
	struct screen_json screen = {
		.json = { .text = out },
		.overview = overview,
		.most = budget > 0 ? budget : SIZE_MAX,
	};
	struct json_write *json = &screen.json;

	envelope_begin(json, "stats", input->files, input->count, budget / 4);
	jw_line(json, "\n");
	jw_object(json, "screen");
	jw_string(json, "format", overview->format.text);
	jw_uint(json, "devices", overview->survey.devices);
	jw_uint(json, "ranges", overview->range_count);
	put_devices(&screen);
	jw_uint(json, "operations_ns", overview->ns);
	jw_uint(json, "no_range_ns", overview->outside_ns);
	jw_uint(json, "validation_left_out_ns", overview->validation_ns);
	put_ranks(&screen);
	put_findings(&screen);
	put_rows(&screen, "kinds", overview_kinds(overview), screen.most);
	/* of what is left, names of kernels may take half */
	put_rows(&screen, "operations", overview_operations(overview, top),
		screen.most / 2 + out->len / 2);
	put_rows(&screen, "in_ranges", overview_ranges(overview, top), screen.most);
	if (screen.rows_cut > 0)
		jw_uint(json, "rows_cut", screen.rows_cut);
	jw_end(json);
	jw_end(json);
	text_add(out, "\n", 1);
}
