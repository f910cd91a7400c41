#ifndef CMD_SELECTION_OPTIONS_H
#define CMD_SELECTION_OPTIONS_H

#include "base/opt.h"
#include "base/text.h"
#include "collapse/plan/selection.h"

/* Of --adopt, which several commands have. */
#define SELECTION_ADOPT_HELP                                                                \
	"put work of helper threads under the ranges of the thread that waits for it, and " \
	"backward operators of PyTorch traces under their forward operators"

/* The options that select operations: the same in all commands that read reports. */

/* Add the options that fill `selection`, and the pattern of ranks in file names, to `table`. */
void selection_options_init(
	struct selection *selection, const char **rank_pattern, struct opt *table, size_t room);
void selection_options_release(struct selection *selection);

/* Append the options that select the same, but for devices: " --steps 2-5". */
void selection_options_words(
	const struct selection *selection, const char *rank_pattern, struct text *out);

/* " --device 0,1", or nothing. */
void selection_options_devices(const struct selection *selection, struct text *out);

#endif /* CMD_SELECTION_OPTIONS_H */
