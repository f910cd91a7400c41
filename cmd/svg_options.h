#ifndef CMD_SVG_OPTIONS_H
#define CMD_SVG_OPTIONS_H

#include "base/opt.h"
#include "svg/svg.h"

/*
 * The options of a picture as the command line has them, for every command that
 * draws. Usage: init, parse with `table` among the tables, finish, draw with
 * `svg`, save, release.
 */
struct svg_settings {
	struct svg_options svg; /* what finish() makes of it all */

	/* Words that finish() has to put together. */
	bool no_sort, hash, deterministic, random, no_javascript;
	bool cp;              /* keep colours in palette_path */
	const char *nameattr; /* path, or NULL */

	struct nameattr *nameattr_table;
	struct palette_map *palette_map;
	struct opt table[48];
};

void svg_settings_init(struct svg_settings *settings);

/* Check, and read the files that options name. ERR_USAGE, ERR_IO, ERR_FORMAT, ERR_NOMEM. */
bool svg_settings_finish(struct svg_settings *settings, struct err *err) MUST_CHECK;

/* After drawing: write what is to be kept (--cp). ERR_IO, ERR_NOMEM. */
bool svg_settings_save(struct svg_settings *settings, struct err *err) MUST_CHECK;

void svg_settings_release(struct svg_settings *settings);

#endif /* CMD_SVG_OPTIONS_H */
