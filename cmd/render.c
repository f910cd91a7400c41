#include "cmd/render.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/out.h"
#include "base/text.h"
#include "cmd/cmd.h"
#include "cmd/collapse_run.h"
#include "cmd/collapse_summary.h"
#include "cmd/picture_header.h"
#include "collapse/refusals.h"

static const char usage[] =
	"usage: gpuflame [options] FILE... -o flame.svg\n"
	"\n"
	"Collapse reports and render them at once. File types are detected by content;\n"
	"several files are added up; of a folder, such as a run's, all reports in it\n"
	"are read. The options are those of gpuflame collapse and gpuflame svg.\n";

/* --- the header: what the picture is of, in words -------------------------------- */

static bool has_stacks_only(const struct collapse *collapse)
{
	return collapse->stacks.stacks > 0 && collapse->counts.ops == 0;
}

/* "GPU time that nothing hides, per step, mean over ranks" */
static void name_width(
	const struct render_words *words, const struct collapse *collapse, char *text, size_t size)
{
	static const char *const aggregates[] = {
		[AGGREGATE_SUM] = "",
		[AGGREGATE_MEAN] = ", mean over ranks",
		[AGGREGATE_MIN] = ", least of each stack over ranks",
		[AGGREGATE_MAX] = ", most of each stack over ranks",
		[AGGREGATE_SPREAD] = ", difference between ranks",
	};
	const struct plan_options *plan = &words->collapse.options.plan;

	if (has_stacks_only(collapse))
		snprintf(text, size, "%s", aggregates[words->collapse.files.aggregate]);
	else
		snprintf(text, size, "%s%s%s%s", value_kind(plan->value)->width,
			plan->with_idle && plan->value != VALUE_IDLE ? " and idle" : "",
			plan->normalize_steps ? ", per step" : "",
			aggregates[words->collapse.files.aggregate]);
}

/* "47.9 ms GPU time, 8 files added up, 8 ranks, 3 steps, idle 4.2 %" */
static void describe(struct picture_header *header, const struct render_words *words,
	const struct file_list *files, const struct collapse *collapse,
	const struct picture_survey *survey)
{
	bool is_sum = words->collapse.files.aggregate == AGGREGATE_SUM;
	char width[128], left_out[64];

	name_width(words, collapse, width, sizeof(width));
	header_begin(header, files->paths, files->count);
	if (files->count > 1)
		header_name_job(header, &collapse->origins);
	header_add_width(header, width, words->picture.svg.countname, &collapse->tree);
	if (files->count > 1 && is_sum)
		header_add(header, ", %zu files added up", files->count);
	header_add_groups(header, &collapse->tree, collapse->steps, survey);
	if (collapse_validation(collapse, &words->collapse.options, left_out, sizeof(left_out)))
		header_add(header, ", without validation (%s)", left_out);
	if (diagnostics_have_loss(&collapse->diagnostics))
		header_add(header, ", not all was recorded");
	if (diagnostics_have(&collapse->diagnostics, DIAGNOSTIC_LATE))
		header_add(header, ", without ranges opened before the start");
}

void render_name_by_place(struct tree *tree)
{
	const struct names *names = tree->names;

	for (uint32_t node = 1; node < tree->count; node++) {
		const char *kernel = names->list[tree->frame[node]].text;
		uint32_t up = tree->parent[node];
		const char *range;
		char *name;

		if (strncmp(kernel, "nccl", 4) != 0 ||
			(strstr(kernel, "SendRecv") == NULL && strstr(kernel, "_Generic") == NULL))
			continue;
		while (up != TREE_ROOT &&
			strncmp(names->list[tree->frame[up]].text, "nccl:", 5) != 0)
			up = tree->parent[up];
		if (up == TREE_ROOT)
			continue;
		range = names->list[tree->frame[up]].text + 5;
		name = text_format("%s [%s]", kernel, range + strspn(range, "_"));
		tree->frame[node] = names_intern(tree->names, name, strlen(name));
		free(name);
	}
}

static bool draw(struct render_words *words, const struct collapse *collapse, struct err *err)
{
	struct out out;

	return out_open(&out, words->output, err) &&
	       out_end(&out,
		       svg_render(&collapse->tree, &words->picture.svg, out.file, err) ||
			       err_prefix(err, "cannot draw '%s'", out_name(&out)),
		       err);
}

void render_words_init(struct render_words *words)
{
	*words = (struct render_words){ 0 };
	collapse_words_init(&words->collapse);
	svg_settings_init(&words->picture);
}

void render_words_release(struct render_words *words)
{
	collapse_words_release(&words->collapse);
}

bool render_words_check(struct render_words *words, struct err *err)
{
	return svg_settings_name(&words->picture, "gpuflame FILE", words->output, err) &&
	       rule_options_check_output(&words->collapse.options.rules, words->output, err) &&
	       svg_options_check(&words->picture.svg, err) &&
	       collapse_words_check(&words->collapse, err);
}

/* So many ranks are kept apart by step unless that is asked for: their stacks need memory. */
enum { RANKS_OFFERED = 64 };

/* Where nothing else is asked for, a strip of steps and ranks: svg/cells.h. */
static void offer_cells(struct render_words *words, size_t files)
{
	struct plan_options *plan = &words->collapse.options.plan;
	struct svg_options *svg = &words->picture.svg;

	if (plan->grouping.count > 0 || plan->normalize_steps || svg->towers || svg->reverse ||
		words->collapse.files.aggregate != AGGREGATE_SUM || files > RANKS_OFFERED)
		return;
	grouping_offer_cells(&plan->grouping, files);
	svg->offered_cells = true;
}

bool render_files(struct render_words *words, const struct file_list *files, struct err *err)
{
	struct collapse collapse;
	enum value value = words->collapse.options.plan.value;
	struct svg_options *svg = &words->picture.svg;
	const struct svg_options given = *svg;
	struct picture_header header;
	struct picture_survey survey = { 0 };
	bool ok;

	/* The unit is known here: --unit is for text that comes through a pipe. */
	if (svg->countname == NULL && strcmp(value_kind(value)->unit, "ns") != 0)
		svg->countname = value_kind(value)->unit;
	offer_cells(words, files->count);
	words->collapse.options.plan.with_hidden =
		value == VALUE_GPU_TIME && !words->collapse.options.plan.whole_collectives;
	if (svg->subtitle == NULL)
		picture_survey_ask(&survey, files, &words->collapse.options);
	ok = collapse_run(&words->collapse, files, &collapse, err);
	picture_survey_end(&survey, files->count);
	words->collapse.options.look = NULL;
	if (!ok)
		return false;
	render_name_by_place(&collapse.tree);
	if (collapse.wall_ops == collapse.counts.ops && collapse.stacks.stacks == 0 &&
		collapse.wall.total > 0)
		svg->wall = &collapse.wall;
	/* what is not in it may be left out by a rule */
	if (files->count > 1 && svg->wall != NULL &&
		(collapse.wall_trimmed_ns == 0 || words->collapse.options.rules.word_count == 0))
		header_look_at_wall(&survey, svg->wall, collapse.wall_trimmed_ns);
	if (files->count == 1) {
		svg->slices_from = collapse.counts.slices_from;
		svg->slice_ns = collapse.counts.slice_ns;
		svg->slice_devices = survey.devices;
	}
	describe(&header, words, files, &collapse, &survey);
	if (svg->title == NULL)
		svg->title = header.title;
	if (svg->subtitle == NULL)
		svg->subtitle = header.words;
	svg->remark = survey.finding[0] != '\0' ? survey.finding : NULL;
	svg->remark_on = survey.finding_frame[0] != '\0' ? survey.finding_frame : NULL;
	svg->has_idle_bar = survey.is_done;
	svg->idle = survey.idle_percent;
	svg->communicates = fmin(survey.communication_percent, 100 - survey.idle_percent);
	svg->has_times = tree_order_by_start(&collapse.tree);
	if (svg->order == SVG_BY_DEFAULT)
		svg->order = svg->has_times ? SVG_BY_TIME : SVG_BY_WIDTH;
	if (!words->collapse.options.plan.normalize_steps)
		svg->steps = collapse.steps > 0 ? collapse.steps : survey.steps;
	ok = collapse.tree.total > 0 ? draw(words, &collapse, err) : empty_values(err);
	collapse_release(&collapse);
	*svg = given; /* what was added is of this function */
	return ok;
}

/* --- gpuflame FILE -o flame.svg --------------------------------------------------- */

/* A picture's name among the files that is none of them: -o was forgotten. */
static bool check_names(
	const struct render_words *words, const struct file_list *files, struct err *err)
{
	for (size_t i = 0; words->output == NULL && i < files->count; i++) {
		const char *end = strrchr(files->paths[i], '.');

		if (end != NULL && (strcmp(end, ".svg") == 0 || strcmp(end, ".html") == 0) &&
			access(files->paths[i], F_OK) != 0)
			return err_set(err, ERR_USAGE,
				"there is no file '%.200s'; to write it: -o %.200s",
				files->paths[i], files->paths[i]);
	}
	return true;
}

static bool run_words(struct render_words *words, const struct file_list *files, struct err *err)
{
	if (!check_names(words, files, err) ||
		!cmd_check_files("help render", files->paths, files->count, err) ||
		!out_check(words->output, files->paths, files->count, err))
		return false;
	if (words->output == NULL && isatty(STDOUT_FILENO) == 1)
		return err_set(
			err, ERR_USAGE, "refusing to write an SVG to a terminal; add -o flame.svg");
	return render_words_check(words, err) && render_files(words, files, err);
}

static int run(int argc, const char **argv)
{
	struct render_words words;
	const struct opt output[] = {
		OPT_HEADING("Output"),
		OPT_STRING('o', "output", &words.output, "FILE", "write to FILE instead of stdout"),
		OPT_HELP(&cmd_help),
		OPT_END(),
	};
	const struct opt *const tables[] = { output, words.collapse.table, words.picture.table,
		NULL };
	struct file_list files = { 0 };
	struct err err = { 0 };
	int count, status;

	render_words_init(&words);
	if (cmd_parse(usage, tables, false, argc, argv, &count, &status) &&
		(!file_list_add_all(&files, argv + 1, (size_t)count, &err) ||
			!run_words(&words, &files, &err)))
		status = cmd_fail(&err);
	file_list_release(&files);
	render_words_release(&words);
	return status;
}

const struct command command_render = {
	.name = "render",
	.summary = "collapse and render at once",
	.run = run,
};
