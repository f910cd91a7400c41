#include "cmd/svg_options.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/out.h"
#include "svg/cpu_stacks.h"
#include "svg/palette.h"
#include "cmd/output_format.h"

static bool parse_minwidth(void *value, const char *arg, struct err *err)
{
	struct svg_options *options = value;
	char *end;
	double number = strtod(arg, &end);

	if (end == arg || !isfinite(number) || number < 0 ||
		(end[0] != '\0' && strcmp(end, "%") != 0))
		return err_set(err, ERR_USAGE, "takes pixels or a percentage, not '%s'", arg);
	options->minwidth = number;
	options->minwidth_is_percent = end[0] == '%';
	return true;
}

static bool set_order(void *value, const char *arg, struct err *err)
{
	struct svg_settings *settings = value;

	(void)err;
	settings->order = arg;
	settings->svg.order = (enum svg_order)word_find(svg_order_word, arg);
	return true;
}

static bool set_colors(void *value, const char *arg, struct err *err)
{
	const char **colors = value;

	(void)err;
	*colors = arg;
	return true;
}

/* Times in ns are the default. */
static bool parse_unit(void *value, const char *arg, struct err *err)
{
	struct svg_settings *settings = value;

	if (arg[0] == '\0')
		return err_set(err, ERR_USAGE, "takes a unit, such as ns, bytes or operations");
	settings->svg.countname = strcmp(arg, "ns") == 0 ? NULL : arg;
	settings->has_unit = true;
	return true;
}

void svg_settings_init(struct svg_settings *settings)
{
	struct svg_options *svg = &settings->svg;
	const struct opt table[] = {
		OPT_HEADING("Text"),
		OPT_STRING(0, "title", &svg->title, "TEXT", "the title"),
		OPT_STRING(0, "subtitle", &svg->subtitle, "TEXT", "a second line below it"),
		OPT_CALL(0, "unit", settings, "UNIT",
			"the unit of values: ns (the default), bytes, operations, ...", parse_unit),
		OPT_STRING(0, "countname", &svg->countname, "TEXT",
			"what is counted, such as \"samples\" (default: time in ns; samples "
			"if the stacks are those of a CPU profiler)"),
		OPT_STRING(0, "nametype", &svg->nametype, "TEXT",
			"text before a name in the details line (default: \"Function:\"; none in "
			"pictures of GPU work)"),
		OPT_NUMBER(0, "factor", &svg->factor, "NUMBER", "multiply values by NUMBER"),
		OPT_NUMBER(0, "total", &svg->total, "VALUE",
			"value of the full width, if more than the sum"),
		OPT_STRING(0, "notes", &svg->notes, "TEXT", "a note to keep in the file"),
		OPT_HEADING("Orientation and order"),
		OPT_TRUE('i', "inverted", &svg->inverted, "icicle graph: the root at the top"),
		OPT_TRUE(0, "reverse", &svg->reverse,
			"reverse stacks: kernels first, then their callers"),
		OPT_WORD_CALL(0, "order", settings, "ORDER", svg_order_word, "order of siblings",
			set_order),
		OPT_TRUE(0, "no-sort", &settings->no_sort,
			"keep siblings in input order, same as --order time"),
		OPT_HEADING("Size and fonts"),
		OPT_UINT(0, "width", &svg->width, "PX",
			"the picture's width (default: 1200, or as wide as its window)"),
		OPT_UINT(0, "height", &svg->frame_height, "PX",
			"the height of a frame (default: 16; in browsers 14 to 24, by the window)"),
		OPT_CALL(0, "minwidth", svg, "PX|N%",
			"draw narrower frames as one with their neighbours (default: 0.1)",
			parse_minwidth),
		OPT_STRING(0, "fonttype", &svg->fonttype, "NAMES",
			"font families, in order of preference"),
		OPT_NUMBER(0, "fontsize", &svg->fontsize, "PX", "font size (default: 12)"),
		OPT_NUMBER(0, "fontwidth", &svg->fontwidth, "SHARE",
			"mean width of a character relative to the font size (default: 0.59)"),
		OPT_TRUE(0, "full-names", &svg->full_names,
			"label kernels with their full names, not with readable short ones"),
		OPT_TRUE(0, "truncate-text-right", &settings->truncate_right,
			"no effect, for inferno's sake: long names are always cut at their end"),
		OPT_HEADING("Colours"),
		OPT_WORD_CALL('c', "colors", &settings->colors, "PALETTE", palette_word,
			"by kind of range and kernel, light and dark, or a palette of "
			"flamegraph.pl",
			set_colors),
		OPT_WORD_CALL(
			0, "color", &settings->colors, "PALETTE", palette_word, NULL, set_colors),
		OPT_STRING(0, "bgcolors", &svg->bgcolors, "COLOUR",
			"background: yellow, blue, green, grey or #rrggbb"),
		OPT_TRUE(0, "hash", &settings->hash,
			"similar colours for names with a common prefix"),
		OPT_TRUE(0, "deterministic", &settings->deterministic,
			"give a name the same colour in every picture (the default)"),
		OPT_TRUE(0, "random", &settings->random,
			"give a name a different colour in every picture"),
		OPT_TRUE(0, "cp", &settings->cp,
			"keep the colours of names across pictures, in the file palette.map"),
		OPT_TRUE(0, "colordiffusion", &svg->colordiffusion,
			"colour frames by their share of the whole"),
		OPT_WORD(0, "change-colors", &svg->change, "WHAT", svg_change_word,
			"colour a difference by the change of values (amount) or of their shares"),
		OPT_NUMBER(0, "change-threshold", &svg->change_threshold, "PERCENT",
			"changes below this percentage are grey (default: 0.5)"),
		OPT_STRING(0, "search-color", &svg->search_color, "#RRGGBB",
			"colour of search matches"),
		OPT_STRING(0, "highlight", &svg->highlight, "TEXT",
			"search for TEXT, words or a /regular expression/, as the picture opens"),
		OPT_STRING(0, "stroke-color", &svg->stroke_color, "#RRGGBB",
			"outline of frames (default: none)"),
		OPT_STRING(0, "uicolor", &svg->uicolor, "#RRGGBB", "colour of buttons"),
		OPT_HEADING("File"),
		OPT_STRING(0, "nameattr", &settings->nameattr_path, "FILE",
			"links and attributes by name, in the format of flamegraph.pl"),
		OPT_FALSE(0, "no-javascript", &svg->javascript,
			"a static picture: no script and no data for it"),
		OPT_TRUE(0, "pretty-xml", &svg->pretty,
			"each element on a line of its own, indented"),
		OPT_STRING(0, "encoding", &svg->encoding, "NAME",
			"character encoding of the file (default: UTF-8)"),
		OPT_END(),
	};

	static_assert(sizeof(table) <= sizeof(settings->table), "the table has outgrown its room");
	*settings = (struct svg_settings){ 0 };
	svg_options_init(svg);
	nameattr_init(&settings->nameattr);
	palette_map_init(&settings->palette_map);
	memcpy(settings->table, table, sizeof(table));
}

/* Two options that cannot be combined. */
static bool fail_both(const char *a, const char *b, struct err *err)
{
	return err_set(err, ERR_USAGE, "options '--%s' and '--%s' cannot be combined", a, b);
}

/* The palette, and how names map to it. */
static bool finish_colors(struct svg_settings *settings, struct err *err)
{
	struct svg_options *svg = &settings->svg;
	const char *by_name = settings->hash            ? "hash"
			      : settings->deterministic ? "deterministic"
			      : settings->random        ? "random"
			      : settings->cp            ? "cp"
							: NULL;

	if (settings->hash && settings->deterministic)
		return fail_both("hash", "deterministic", err);
	if (settings->random && (settings->hash || settings->deterministic))
		return fail_both("random", by_name, err);
	if (svg->colordiffusion && (settings->colors != NULL || by_name != NULL))
		return fail_both(
			"colordiffusion", settings->colors != NULL ? "colors" : by_name, err);
	if (settings->hash)
		svg->hash = SVG_HASH_BEGIN;
	if (settings->random)
		svg->hash = SVG_HASH_RANDOM;
	if (settings->colors != NULL)
		svg->colors = settings->colors;
	else if (by_name != NULL)
		svg->colors = "hot"; /* as in flamegraph.pl */
	if (by_name != NULL && strcmp(svg->colors, "kind") == 0)
		return err_set(err, ERR_USAGE,
			"option '--%s' applies to palettes whose colours come from names, not to "
			"--colors kind",
			by_name);
	return true;
}

static bool read_nameattr(struct svg_settings *settings, struct err *err)
{
	FILE *in;
	bool ok;

	if (settings->nameattr_path == NULL)
		return true;
	in = fopen(settings->nameattr_path, "re");
	if (in == NULL)
		return err_set_errno(err, errno, "cannot open '%s'", settings->nameattr_path);
	ok = nameattr_read(&settings->nameattr, in, settings->nameattr_path, err);
	fclose(in);
	settings->svg.nameattr = &settings->nameattr;
	return ok;
}

/* The file of --cp: the one that flamegraph.pl and inferno use, too. */
static const char palette_path[] = "palette.map";

static bool read_palette_map(struct svg_settings *settings, struct err *err)
{
	FILE *in;
	bool ok = true;

	if (!settings->cp)
		return true;
	in = fopen(palette_path, "re");
	if (in == NULL && errno != ENOENT)
		return err_set_errno(err, errno, "cannot open '%s'", palette_path);
	if (in != NULL) {
		ok = palette_map_read(&settings->palette_map, in, palette_path, err);
		fclose(in);
	}
	settings->svg.palette_map = &settings->palette_map;
	return ok;
}

bool svg_settings_name(
	struct svg_settings *settings, const char *command, const char *output, struct err *err)
{
	static const struct output_format formats[] = {
		{ "svg", ".svg", NULL },
		{ "html", ".html .htm", NULL },
		{ NULL, NULL, NULL },
	};
	const char *format;

	if (!output_format_find(formats, command, output, NULL, &format, err))
		return false;
	settings->svg.page = strcmp(format, "html") == 0;
	return true;
}

bool svg_settings_check_output(
	const struct svg_settings *settings, const char *output, struct err *err)
{
	const char *const inputs[] = { settings->nameattr_path, palette_path };

	return (inputs[0] == NULL || out_check(output, &inputs[0], 1, err)) &&
	       (!settings->cp || out_check(output, &inputs[1], 1, err));
}

bool svg_settings_finish(struct svg_settings *settings, struct err *err)
{
	struct svg_options *svg = &settings->svg;

	if (settings->no_sort && settings->order != NULL && svg->order != SVG_BY_TIME)
		return err_set(err, ERR_USAGE,
			"options '--no-sort' and '--order %s' cannot be combined", settings->order);
	if (settings->no_sort)
		svg->order = SVG_BY_TIME;
	return finish_colors(settings, err) && svg_options_check(svg, err) &&
	       read_nameattr(settings, err) && read_palette_map(settings, err);
}

void svg_settings_fit(struct svg_settings *settings, const struct names *names)
{
	struct svg_options *svg = &settings->svg;
	const char *palette = NULL;

	if (svg->countname == NULL && !settings->has_unit)
		palette = cpu_stacks_palette(names);
	if (palette == NULL)
		return;
	svg->countname = "samples";
	if (palette_is_themed(svg->colors) && settings->colors == NULL && !svg->colordiffusion)
		svg->colors = palette;
}

bool svg_settings_save(struct svg_settings *settings, struct err *err)
{
	struct out out;

	if (!settings->cp || !settings->palette_map.changed)
		return true;
	if (!out_open(&out, palette_path, err))
		return false;
	if (!palette_map_write(&settings->palette_map, out.file, err)) {
		out_abort(&out);
		return err_prefix(err, "%s", palette_path);
	}
	return out_commit(&out, err);
}

void svg_settings_release(struct svg_settings *settings)
{
	nameattr_release(&settings->nameattr);
	palette_map_release(&settings->palette_map);
	*settings = (struct svg_settings){ 0 };
}
