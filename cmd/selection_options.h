#ifndef CMD_SELECTION_OPTIONS_H
#define CMD_SELECTION_OPTIONS_H

#include "base/err.h"
#include "base/opt.h"
#include "base/text.h"
#include "collapse/plan/selection.h"

/* Of --adopt, which several commands have. */
#define SELECTION_ADOPT_HELP(default_)                                               \
	"whether what threads of PyTorch's autograd launch is in the ranges of the " \
	"thread that called backward: autograd, or none, as nsys does; default: " default_

/* Its function; `value` is a struct plan_options. */
bool selection_options_adopt(void *value, const char *arg, struct err *err) MUST_CHECK;

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

/* The option --torch-frames, which several commands have. */
#define TORCH_FRAMES_HELP                                                     \
	"events of PyTorch traces to show, annotations,modules,operators by " \
	"default, or python; shapes: add those of tensors to operators' names"

#define GRAPH_CAPTURES_HELP                                                           \
	"PyTorch traces, a file or a folder, in which the CUDA graphs were captured " \
	"(default: those of vLLM and SGLang beside the file)"

/* For OPT_CALL: `value` is a struct collapse_options. ERR_USAGE. */
bool torch_frames_set(void *value, const char *arg, struct err *err) MUST_CHECK;

#endif /* CMD_SELECTION_OPTIONS_H */
