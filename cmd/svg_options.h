#ifndef CMD_SVG_OPTIONS_H
#define CMD_SVG_OPTIONS_H

#include "base/opt.h"
#include "svg/svg.h"

/*
 * The command line options of a picture, for every command that draws: init, parse with `table`
 * among the tables, svg_options_check(), draw.
 */
struct svg_settings {
	struct svg_options svg;
	struct opt table[60];
};

void svg_settings_init(struct svg_settings *settings);

/*
 * Whether `output` may be what `command` draws: a name of an SVG or of HTML, which is a page with
 * the picture in it, or one that says nothing. ERR_USAGE.
 */
bool svg_settings_name(struct svg_settings *settings, const char *command, const char *output,
	struct err *err) MUST_CHECK;

#endif /* CMD_SVG_OPTIONS_H */
