#ifndef CMD_SVG_OPTIONS_H
#define CMD_SVG_OPTIONS_H

#include "base/opt.h"
#include "svg/nameattr.h"
#include "svg/palette_map.h"
#include "svg/svg.h"

/*
 * The command line options of a picture, for every command that draws. Usage:
 * init, parse with `table` among the tables, finish, draw with `svg`, save,
 * release.
 */
struct svg_settings {
	struct svg_options svg; /* the result of finish() */

	/* Words that finish() combines. */
	const char *order; /* NULL: not given */
	bool has_unit;     /* --unit was given: countname NULL is no default */
	bool no_sort, truncate_right, hash, deterministic, random;
	bool cp;            /* keep colours in the file "palette.map" */
	const char *colors; /* NULL: not given */
	const char *nameattr_path;

	struct nameattr nameattr;
	struct palette_map palette_map;
	struct opt table[50];
};

void svg_settings_init(struct svg_settings *settings);

/* Check the options, and read the files that they name. ERR_USAGE, ERR_IO, ERR_FORMAT, ERR_NOMEM.
 */
bool svg_settings_finish(struct svg_settings *settings, struct err *err) MUST_CHECK;

/*
 * Whether `output` may be what `command` draws: a name of an SVG or of HTML, which is a page with
 * the picture in it, or one that says nothing. ERR_USAGE.
 */
bool svg_settings_name(struct svg_settings *settings, const char *command, const char *output,
	struct err *err) MUST_CHECK;

/*
 * out_check() for the files that options name. Call it before finish(), which
 * reads them. ERR_USAGE.
 */
bool svg_settings_check_output(
	const struct svg_settings *settings, const char *output, struct err *err) MUST_CHECK;

/*
 * For stacks with these names, once they have been read: those of a CPU profiler are samples, in
 * the colours that their users know, unless options say otherwise.
 */
void svg_settings_fit(struct svg_settings *settings, const struct names *names);

/* After drawing: save the palette (--cp). ERR_IO, ERR_NOMEM. */
bool svg_settings_save(struct svg_settings *settings, struct err *err) MUST_CHECK;

void svg_settings_release(struct svg_settings *settings);

#endif /* CMD_SVG_OPTIONS_H */
