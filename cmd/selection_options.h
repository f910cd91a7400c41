#ifndef CMD_SELECTION_OPTIONS_H
#define CMD_SELECTION_OPTIONS_H

#include "base/opt.h"
#include "collapse/plan/selection.h"

/* The options that select operations: the same in all commands that read reports. */

/* Add the options that fill `selection`, and the pattern of ranks in file names, to `table`. */
void selection_options_init(
	struct selection *selection, const char **rank_pattern, struct opt *table, size_t room);
void selection_options_release(struct selection *selection);

#endif /* CMD_SELECTION_OPTIONS_H */
