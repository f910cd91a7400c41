#include "cmd/render.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/out.h"
#include "base/units.h"
#include "cmd/cmd.h"

static void print_help(const struct opt *const *tables)
{
	fputs("usage: gpuflame [options] FILE... -o flame.svg\n"
	      "\n"
	      "Collapse reports and render them at once. File types are detected by content;\n"
	      "several files are added up; a folder, such as that of a run, stands for the\n"
	      "reports in it. The options are those of gpuflame collapse and gpuflame svg.\n",
		stdout);
	opt_print_help(tables, stdout);
}

/* --- the header: what the picture is of, in words -------------------------------- */

struct header {
	char title[256];
	char words[256];
};

static void append(char *text, size_t size, const char *format, ...) PRINTF_LIKE(3, 4);

/* Append to a text of `size` bytes, as far as there is room. */
static void append(char *text, size_t size, const char *format, ...)
{
	size_t used = strlen(text);
	va_list args;

	va_start(args, format);
	vsnprintf(text + used, size - used, format, args);
	va_end(args);
}

/* The value of all frames [GPU idle]. */
static uint64_t idle_value(const struct collapse *collapse)
{
	static const char idle[] = "[GPU idle]";
	const struct tree *tree = &collapse->tree;
	uint64_t sum = 0;
	uint32_t id;

	if (!names_find(tree->names, idle, strlen(idle), &id))
		return 0;
	for (uint32_t node = 1; node < tree->count; node++)
		sum += tree->frame[node] == id ? tree->self[node] : 0;
	return sum;
}

static bool has_stacks_only(const struct collapse *collapse)
{
	return collapse->stacks.stacks > 0 && collapse->counts.ops == 0;
}

/* "width is GPU time: 47.9 ms, 8 files added up, 3 steps, idle 4.2 %" */
static void describe(struct header *header, const struct render_words *words,
	const struct file_list *files, const struct collapse *collapse)
{
	enum value value = words->collapse.options.plan.value;
	const struct tree *tree = &collapse->tree;
	bool is_time = strcmp(value_unit(value), "ns") == 0;
	const char *unit = words->picture.svg.countname;
	const char *first = strcmp(files->paths[0], "-") != 0 ? files->paths[0] : "stdin";
	const char *slash = strrchr(first, '/');
	uint64_t idle = idle_value(collapse);
	char text[UNITS_SIZE];

	*header = (struct header){ 0 };
	if (files->count == 1)
		append(header->title, sizeof(header->title), "%s",
			slash != NULL && slash[1] != '\0' ? slash + 1 : first);
	else
		append(header->title, sizeof(header->title), "%zu files", files->count);
	append(header->words, sizeof(header->words), "width is %s",
		unit != NULL                ? unit
		: has_stacks_only(collapse) ? "time"
					    : value_title(value));
	if (is_time && unit == NULL)
		units_time(tree->total, text, sizeof(text));
	else
		units_count(tree->total, text, sizeof(text));
	if (tree->decimals == 0)
		append(header->words, sizeof(header->words), ": %s", text);
	if (files->count > 1)
		append(header->words, sizeof(header->words), ", %zu files added up", files->count);
	units_count(collapse->steps, text, sizeof(text));
	if (collapse->steps > 0)
		append(header->words, sizeof(header->words), ", %s step%s", text,
			collapse->steps == 1 ? "" : "s");
	if (idle > 0)
		append(header->words, sizeof(header->words), ", idle %.1f %%",
			100 * (double)idle / (double)tree->total);
	if (diagnostics_has(&collapse->diagnostics, DIAGNOSTIC_LOSS) ||
		diagnostics_has(&collapse->diagnostics, DIAGNOSTIC_MISSING))
		append(header->words, sizeof(header->words), ", not all was recorded");
}

static bool draw(struct render_words *words, const struct collapse *collapse, struct err *err)
{
	struct out out;

	if (!out_open(&out, words->output, err))
		return false;
	if (!svg_render(&collapse->tree, &words->picture.svg, out.file, err)) {
		err_prefix(err, "cannot draw '%s'", out_name(&out));
		out_abort(&out);
		return false;
	}
	return out_commit(&out, err) && svg_settings_save(&words->picture, err);
}

void render_words_init(struct render_words *words)
{
	*words = (struct render_words){ 0 };
	collapse_words_init(&words->collapse);
	svg_settings_init(&words->picture);
}

void render_words_release(struct render_words *words)
{
	svg_settings_release(&words->picture);
	collapse_words_release(&words->collapse);
}

bool render_words_check(struct render_words *words, struct err *err)
{
	return svg_settings_name(&words->picture, "gpuflame FILE", words->output, err) &&
	       rule_options_check_output(&words->collapse.options.rules, words->output, err) &&
	       svg_settings_check_output(&words->picture, words->output, err) &&
	       svg_settings_finish(&words->picture, err) &&
	       collapse_words_check(&words->collapse, err);
}

bool render_files(struct render_words *words, const struct file_list *files, struct err *err)
{
	struct collapse collapse;
	enum value value = words->collapse.options.plan.value;
	const char *title = words->picture.svg.title, *subtitle = words->picture.svg.subtitle;
	struct header header;
	bool ok;

	/* The unit is known here: --unit is for text that comes through a pipe. */
	if (words->picture.svg.countname == NULL && strcmp(value_unit(value), "ns") != 0)
		words->picture.svg.countname = value_unit(value);
	if (!collapse_run(&words->collapse, files, &collapse, err))
		return false;
	collapse_words_print_useless(&words->collapse, collapse.useful);
	if (has_stacks_only(&collapse))
		svg_settings_fit(&words->picture, &collapse.names);
	describe(&header, words, files, &collapse);
	if (title == NULL)
		words->picture.svg.title = header.title;
	if (subtitle == NULL)
		words->picture.svg.subtitle = header.words;
	ok = draw(words, &collapse, err);
	words->picture.svg.title = title;
	words->picture.svg.subtitle = subtitle;
	collapse_release(&collapse);
	return ok;
}

/* --- gpuflame FILE -o flame.svg --------------------------------------------------- */

static bool run_words(struct render_words *words, const struct file_list *files, struct err *err)
{
	if (files->count == 0)
		return err_set(err, ERR_USAGE, "no file given; see gpuflame help render");
	if (!cmd_check_stdin(files->paths, files->count, err) ||
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
	bool help = false;
	const struct opt output[] = {
		OPT_HEADING("Output"),
		OPT_STRING('o', "output", &words.output, "FILE", "write to FILE instead of stdout"),
		OPT_TRUE('h', "help", &help, "show this"),
		OPT_END(),
	};
	const struct opt *const tables[] = { output, words.collapse.table, words.picture.table,
		NULL };
	struct file_list files = { 0 };
	struct err err = { 0 };
	int count, status = EXIT_OK;

	render_words_init(&words);
	if (!opt_parse(tables, false, argc - 1, argv + 1, &count, &err))
		status = cmd_fail(&err);
	else if (help)
		print_help(tables);
	else if (!file_list_add_all(&files, argv + 1, (size_t)count, &err) ||
		 !run_words(&words, &files, &err))
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
