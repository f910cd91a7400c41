#include "cmd/svg_options.h"

#include <math.h>
#include <stdio.h>

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

/* Times in ns are the default. */
static bool parse_unit(void *value, const char *arg, struct err *err)
{
	struct svg_options *options = value;

	if (arg[0] == '\0')
		return err_set(err, ERR_USAGE, "takes a unit, such as ns, bytes or operations");
	options->countname = strcmp(arg, "ns") == 0 ? NULL : arg;
	return true;
}

/*
 * Options of flamegraph.pl and of earlier versions, which are accepted so that scripts go on
 * working. They are not in help.
 */
struct gone_option {
	char letter; /* 0: it has none */
	const char *name;
	const char *arg;  /* NULL: takes no value */
	const char *note; /* what holds without it */
};

static const char colours_note[] = "colours are by kind of range and kernel";
static const char theme_note[] = "these colours are the theme's, light and dark";
static const char font_note[] = "labels have the font of the viewer's system";
static const char names_note[] = "a name has the same colour in every picture";

static const struct gone_option gone[] = {
	{ 'c', "colors", "PALETTE", colours_note },
	{ 0, "color", "PALETTE", colours_note },
	{ 0, "colordiffusion", NULL, colours_note },
	{ 0, "bgcolors", "COLOUR", theme_note },
	{ 0, "search-color", "COLOUR", theme_note },
	{ 0, "stroke-color", "COLOUR", theme_note },
	{ 0, "uicolor", "COLOUR", theme_note },
	{ 0, "hash", NULL, names_note },
	{ 0, "deterministic", NULL, names_note },
	{ 0, "random", NULL, names_note },
	{ 0, "cp", NULL, names_note },
	{ 0, "negate", NULL, "what grew is red" },
	{ 0, "fonttype", "NAMES", font_note },
	{ 0, "fontwidth", "SHARE", font_note },
	{ 0, "truncate-text-right", NULL, "long names are cut at their end" },
	{ 0, "nametype", "TEXT", "the line of details begins with the name" },
	{ 0, "nameattr", "FILE", "frames have no links or attributes of their own" },
	{ 0, "encoding", "NAME", "the file is in UTF-8" },
	{ 0, "pretty-xml", NULL, "xmllint --format spreads the file out" },
	{ 0, "flamechart", NULL, "siblings are in the order of time where that is known" },
	{ 0, "base", "NAME", "--root REGEX makes a frame the first of its stacks" },
};

static bool note(void *value, UNUSED const char *arg, UNUSED struct err *err)
{
	const struct gone_option *option = value;

	fprintf(stderr, "gpuflame: note: option '--%s' has no effect any more: %s\n", option->name,
		option->note);
	return true;
}

static void add_gone(struct opt *table, size_t room)
{
	struct opt entries[] = { OPT_CALL(0, NULL, NULL, NULL, NULL, note), OPT_END() };

	for (size_t i = 0; i < ARRAY_SIZE(gone); i++) {
		entries[0].letter = gone[i].letter;
		entries[0].name = gone[i].name;
		entries[0].arg = gone[i].arg;
		entries[0].value = (void *)(uintptr_t)&gone[i]; /* only read */
		opt_append(table, room, entries);
	}
}

void svg_settings_init(struct svg_settings *settings)
{
	struct svg_options *svg = &settings->svg;

	*settings = (struct svg_settings){ 0 };
	svg_options_init(svg);

	const struct opt table[] = {
		OPT_HEADING("Text"),
		OPT_STRING(0, "title", &svg->title, "TEXT", "the title"),
		OPT_STRING(0, "subtitle", &svg->subtitle, "TEXT", "a second line below it"),
		OPT_CALL(0, "unit", svg, "UNIT",
			"the unit of values: ns (the default), bytes, operations, ...", parse_unit),
		OPT_STRING(0, "countname", &svg->countname, "TEXT",
			"what is counted, such as \"samples\" (default: time in ns)"),
		OPT_NUMBER(0, "factor", &svg->factor, "NUMBER", "multiply values by NUMBER"),
		OPT_NUMBER(0, "total", &svg->total, "VALUE",
			"value of the full width, if more than the sum"),
		OPT_STRING(0, "notes", &svg->notes, "TEXT", "a note to keep in the file"),
		OPT_HEADING("Orientation and order"),
		OPT_TRUE('i', "inverted", &svg->inverted, "icicle graph: the root at the top"),
		OPT_TRUE(0, "reverse", &svg->reverse,
			"reverse stacks: kernels first, then their callers"),
		OPT_WORD(0, "order", &svg->order, "ORDER", svg_order_word, "order of siblings"),
		OPT_TRUE(0, "towers", &svg->towers,
			"frames \"rank 5\" and \"step 3\" as towers, not as a strip of cells"),
		OPT_HEADING("Size and fonts"),
		OPT_UINT(0, "width", &svg->width, "PX",
			"the picture's width (default: 1200, or as wide as its window)"),
		OPT_UINT(0, "height", &svg->frame_height, "PX",
			"the height of a frame (default: 16; in browsers 14 to 32, by the window)"),
		OPT_CALL(0, "minwidth", svg, "PX|N%",
			"draw narrower frames as one with their neighbours (default: 0.1)",
			parse_minwidth),
		OPT_NUMBER(0, "fontsize", &svg->fontsize, "PX", "font size (default: 12)"),
		OPT_TRUE(0, "full-names", &svg->full_names,
			"label kernels with their full names, not with readable short ones"),
		OPT_HEADING("Colours"),
		OPT_WORD(0, "change-colors", &svg->change, "WHAT", svg_change_word,
			"colour a difference by the change of values (amount) or of their shares"),
		OPT_NUMBER(0, "change-threshold", &svg->change_threshold, "PERCENT",
			"changes below this percentage are grey (default: 0.5)"),
		OPT_STRING(0, "highlight", &svg->highlight, "TEXT",
			"search for TEXT, words or a /regular expression/, as the picture opens"),
		OPT_HEADING("File"),
		OPT_FALSE(0, "no-javascript", &svg->javascript,
			"a static picture: no script and no data for it"),
		OPT_UINT(0, "cells-bytes", &svg->cells_bytes, "BYTES",
			"what the values of steps and ranks may take (default: 262144)"),
		OPT_END(),
	};

	opt_append(settings->table, ARRAY_SIZE(settings->table), table);
	add_gone(settings->table, ARRAY_SIZE(settings->table));
}

bool svg_settings_name(
	struct svg_settings *settings, const char *command, const char *output, struct err *err)
{
	static const struct output_format formats[] = {
		{ "svg", ".svg", NULL },
		{ "html", ".html .htm", NULL },
		{ NULL, NULL, NULL },
	};
	size_t format;

	if (!output_format_find(formats, command, output, NULL, &format, err))
		return false;
	settings->svg.page = format == 1;
	return true;
}
