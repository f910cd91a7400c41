#ifndef CMD_PLAN_OPTIONS_H
#define CMD_PLAN_OPTIONS_H

#include "base/opt.h"
#include "collapse/collapse_files.h"

/*
 * The options that say what counts, of which operations, under which frames, and
 * how several files come together.
 */

/* Adds the options that opt_parse() fills `options` and `files` by to `table`. */
void plan_options_init(struct collapse_options *options, struct files_options *files,
	struct opt *table, size_t room);
void plan_options_release(struct collapse_options *options);

#endif /* CMD_PLAN_OPTIONS_H */
