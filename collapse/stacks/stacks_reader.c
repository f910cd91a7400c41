#include "collapse/stacks/stacks_reader.h"

#include <stdio.h>

#include "base/folded.h"

bool stacks_read(struct bytes *in, struct tree *tree, struct input_format *format, struct err *err)
{
	bool ok = folded_read(bytes_get, in, in->path, tree, err);

	if (ok && tree->count == 1)
		return err_set(err, ERR_EMPTY, "'%s' holds no stack", in->path);
	if (!ok && err->code == ERR_FORMAT && tree->count == 1)
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': not an nsys report, a PyTorch trace or a flame graph,"
			" and its first line is not a folded stack ('frame;frame value')",
			in->path);
	snprintf(format->text, sizeof(format->text), "folded stacks");
	return ok;
}
