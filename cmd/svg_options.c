#include "cmd/svg_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/gone_options.h"
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

/* The colours of flamegraph.pl's option of this name. */
static bool set_diffusion(void *value, const char *arg, struct err *err)
{
	struct svg_options *options = value;

	(void)arg;
	(void)err;
	options->colors = SVG_COLORS_DIFFUSION;
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
		OPT_HEADING("Size and fonts"),
		OPT_UINT(0, "width", &svg->width, "PX",
			"the picture's width (default: 1200, or as wide as its window)"),
		OPT_UINT(0, "height", &svg->frame_height, "PX",
			"the height of a frame (default: 16; in browsers 14 to 24, by the window)"),
		OPT_CALL(0, "minwidth", svg, "PX|N%",
			"draw narrower frames as one with their neighbours (default: 0.1)",
			parse_minwidth),
		OPT_NUMBER(0, "fontsize", &svg->fontsize, "PX", "font size (default: 12)"),
		OPT_TRUE(0, "full-names", &svg->full_names,
			"label kernels with their full names, not with readable short ones"),
		OPT_HEADING("Colours"),
		OPT_WORD('c', "colors", &svg->colors, "COLOURS", svg_colors_word,
			"by kind of range and kernel, light and dark; by name, as flamegraph.pl "
			"does; by the share of the whole"),
		OPT_WORD(0, "color", &svg->colors, "COLOURS", svg_colors_word, NULL),
		OPT_CALL(0, "colordiffusion", svg, NULL, NULL, set_diffusion),
		OPT_WORD(0, "change-colors", &svg->change, "WHAT", svg_change_word,
			"colour a difference by the change of values (amount) or of their shares"),
		OPT_NUMBER(0, "change-threshold", &svg->change_threshold, "PERCENT",
			"changes below this percentage are grey (default: 0.5)"),
		OPT_STRING(0, "highlight", &svg->highlight, "TEXT",
			"search for TEXT, words or a /regular expression/, as the picture opens"),
		OPT_HEADING("File"),
		OPT_FALSE(0, "no-javascript", &svg->javascript,
			"a static picture: no script and no data for it"),
		OPT_END(),
	};

	opt_append(settings->table, ARRAY_SIZE(settings->table), table);
	gone_options_add(settings->table, ARRAY_SIZE(settings->table));
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
