#ifndef CMD_PLAN_OPTIONS_H
#define CMD_PLAN_OPTIONS_H

#include "base/opt.h"
#include "collapse/collapse_files.h"

/*
 * The options that choose the value, the operations, the frames, and how several
 * files are combined.
 */

/* Add the options that fill `options` and `files` to `table`. */
void plan_options_init(struct collapse_options *options, struct files_options *files,
	struct opt *table, size_t room);
void plan_options_release(struct collapse_options *options);

#endif /* CMD_PLAN_OPTIONS_H */
