#ifndef CMD_TORCH_FRAMES_H
#define CMD_TORCH_FRAMES_H

#include "base/err.h"

/* The option --torch-frames, which several commands have. */
#define TORCH_FRAMES_HELP                                                     \
	"events of PyTorch traces to show, annotations,modules,operators by " \
	"default, or python; shapes: add those of tensors to operators' names"

/* For OPT_CALL: `value` is a struct collapse_options. ERR_USAGE. */
bool torch_frames_set(void *value, const char *arg, struct err *err) MUST_CHECK;

#endif /* CMD_TORCH_FRAMES_H */
