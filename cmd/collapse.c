#include <stdio.h>
#include <strings.h>
#include <unistd.h>

#include "base/out.h"
#include "cmd/cmd.h"
#include "cmd/collapse_run.h"
#include "cmd/long_table.h"
#include "collapse/refusals.h"
#include "cmd/output_format.h"
#include "export/export.h"

static const struct output_format formats[] = {
	{ "folded", ".folded .stacks .collapsed .txt", NULL },
	{ "speedscope", ".speedscope.json", ".json" },
	{ "pprof", ".pb.gz .pprof", NULL },
	{ "table", ".tsv .csv", ".txt" }, /* each file is written when it has been read */
	{ NULL, NULL, NULL },
};

typedef bool write_fn(const struct export *export, FILE *out, struct err *err);

/* NULL: a table */
static write_fn *const writers[] = { write_folded, write_speedscope, write_pprof, NULL };

static const char *format_word(size_t index)
{
	return formats[index].name;
}

struct collapse_args {
	struct collapse_words collapse;
	const char *format_word; /* NULL: not given */
	size_t format;
	const char *output;
	const char *print_preset;
	bool any_size;
	bool list_presets;
};

static const char usage[] =
	"usage: gpuflame collapse [options] FILE...\n"
	"\n"
	"Fold nsys reports (SQLite exports; .nsys-rep and .qdrep if nsys is installed),\n"
	"captures of gpuflame and PyTorch profiler traces (JSON) into stacks: ranges\n"
	"from the outermost in, then the GPU operation, then its time in nanoseconds.\n"
	"Folded stacks and flame graphs (SVG) pass through the same rules. Several\n"
	"files are added up; a folder is the reports in it, and \"-\" is stdin.\n"
	"Any of them may be compressed by gzip or zstd.\n";

/* The machine that all files name, or NULL. */
static const char *host_of(const struct origins *origins, size_t files)
{
	const char *node = origins->count > 0 ? origins->list[0].node : "";

	if (origins->count < files)
		return NULL;
	for (size_t i = 1; i < origins->count; i++) {
		if (strcmp(origins->list[i].node, node) != 0)
			return NULL;
	}
	return node[0] != '\0' ? node : NULL;
}

/* From the first file's beginning to the last one's end, if all files say when they were recorded.
 */
static void find_times(const struct origins *origins, size_t files, struct export *export)
{
	uint64_t start = UINT64_MAX, end = 0;

	for (size_t i = 0; i < origins->count; i++) {
		const struct origin *origin = &origins->list[i];

		if (origin->start_ns == 0 || origin->end_ns < origin->start_ns)
			return;
		start = origin->start_ns < start ? origin->start_ns : start;
		end = origin->end_ns > end ? origin->end_ns : end;
	}
	if (end == 0 || origins->count < files || end > INT64_MAX)
		return;
	export->start_ns = start;
	export->duration_ns = end - start;
}

static bool write_output(const struct collapse_args *words, const struct collapse *collapse,
	size_t files, struct err *err)
{
	struct export export = {
		.tree = &collapse->tree,
		.root_name = "[unattributed]",
		.unit = value_kind(words->collapse.options.plan.value)->unit,
		.title = value_kind(words->collapse.options.plan.value)->title,
		.label_count = words->collapse.options.plan.grouping.count,
		.host = host_of(&collapse->origins, files),
	};
	struct out out;

	find_times(&collapse->origins, files, &export);
	return (words->any_size || export_check(&collapse->tree, err)) &&
	       out_open(&out, words->output, err) &&
	       out_end(&out,
		       writers[words->format](&export, out.file, err) ||
			       err_prefix(err, "'%s'", out_name(&out)),
		       err);
}

/* Check before hours of reading, not after. */
static bool check_output(const struct collapse_args *words, struct err *err)
{
	bool to_stdout = words->output == NULL || strcmp(words->output, "-") == 0;

	if (writers[words->format] == write_pprof && to_stdout && isatty(STDOUT_FILENO) == 1)
		return err_set(err, ERR_USAGE,
			"refusing to write --format pprof to a terminal; add -o FILE");
	return true;
}

/* Its columns are what would be in front of stacks, in ns; ranks are rows of their own. */
static bool check_table(const struct collapse_words *words, struct err *err)
{
	const struct plan_options *plan = &words->options.plan;
	const char *option = plan->grouping.count > 0                  ? "--by"
			     : plan->value != VALUE_GPU_TIME           ? "--value"
			     : plan->normalize_steps                   ? "--normalize"
			     : words->files.aggregate != AGGREGATE_SUM ? "--aggregate"
								       : NULL;

	return option == NULL || err_set(err, ERR_USAGE,
					 "--format table has a row for each rank, device, step and "
					 "phase, in ns: it takes no %s",
					 option);
}

static bool write_table(struct collapse_args *words, const struct file_list *files, struct err *err)
{
	size_t len = words->output != NULL ? strlen(words->output) : 0;
	bool is_csv = len > 4 && strcasecmp(words->output + len - 4, ".csv") == 0;
	struct collapse collapse;
	struct long_table *table;
	struct out out;
	bool ok;

	if (!check_table(&words->collapse, err) || !out_open(&out, words->output, err))
		return false;
	table = long_table_new(out.file, is_csv, words->any_size);
	long_table_group(&words->collapse.options.plan);
	words->collapse.files.take = long_table_take;
	words->collapse.files.context = table;
	ok = collapse_run(&words->collapse, files, &collapse, err);
	long_table_free(table);
	if (ok) {
		ok = collapse.counts.written_ns + collapse.stacks.written > 0 || empty_values(err);
		collapse_release(&collapse);
	}
	return out_end(&out, ok, err);
}

static bool run_words(struct collapse_args *words, const struct file_list *files, struct err *err)
{
	struct collapse collapse;
	bool ok;

	if (!cmd_check_files("collapse --help", files->paths, files->count, err) ||
		!output_format_find(formats, "gpuflame collapse", words->output, words->format_word,
			&words->format, err) ||
		!check_output(words, err) ||
		!out_check(words->output, files->paths, files->count, err) ||
		!rule_options_check_output(&words->collapse.options.rules, words->output, err))
		return false;
	if (writers[words->format] == NULL)
		return write_table(words, files, err);
	if (!collapse_run(&words->collapse, files, &collapse, err))
		return false;
	if (collapse.tree.total > 0)
		ok = write_output(words, &collapse, files->count, err);
	else
		ok = empty_values(err);
	collapse_release(&collapse);
	return ok;
}

static int run(int argc, const char **argv)
{
	struct collapse_args words = { 0 };
	const struct opt output[] = {
		OPT_HEADING("Output"),
		OPT_WORD_CALL(0, "format", &words.format_word, "NAME", format_word,
			"output format, else that of the suffix of -o FILE", output_format_set),
		OPT_STRING('o', "output", &words.output, "FILE", "write to FILE instead of stdout"),
		OPT_TRUE(0, "any-size", &words.any_size,
			"write stacks even if they take more than 4 GiB"),
		OPT_TRUE(0, "list-presets", &words.list_presets, "list the presets of --preset"),
		OPT_STRING(
			0, "print-preset", &words.print_preset, "NAME", "print a preset's rules"),
		OPT_HELP(&cmd_help),
		OPT_END(),
	};
	const struct opt *const tables[] = { words.collapse.table, output, NULL };
	struct file_list files = { 0 };
	struct err err = { 0 };
	int count, status;

	collapse_words_init(&words.collapse);
	if (!cmd_parse(usage, tables, false, argc, argv, &count, &status))
		; /* done */
	else if (words.list_presets)
		rule_options_list_presets();
	else if (words.print_preset != NULL)
		status = rule_options_print_preset(words.print_preset, &err) ? EXIT_OK
									     : cmd_fail(&err);
	else if (!file_list_add_all(&files, argv + 1, (size_t)count, &err) ||
		 !run_words(&words, &files, &err))
		status = cmd_fail(&err);
	file_list_release(&files);
	collapse_words_release(&words.collapse);
	return status;
}

const struct command command_collapse = {
	.name = "collapse",
	.summary = "fold reports, captures and traces into stacks",
	.run = run,
};
