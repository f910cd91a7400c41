#include "collapse/stacks/stacks_reader.h"

#include <stdio.h>

#include "base/folded.h"

struct stacks_source {
	struct bytes *in;
	const struct tree *tree;
};

static bool get_bytes(void *from, char *bytes, size_t size, size_t *len, struct err *err)
{
	const struct stacks_source *source = from;
	uint64_t done, total;

	bytes_progress(source->in, &done, &total);
	if (!bytes_may_hold(total, source->tree->count, err))
		return err_prefix(err, "cannot read '%s'", source->in->path);
	return bytes_read(source->in, bytes, size, len, err);
}

bool stacks_read(struct bytes *in, struct tree *tree, struct input_format *format, struct err *err)
{
	struct stacks_source source = { in, tree };
	bool ok = folded_read(get_bytes, &source, in->path, tree, err);

	if (ok && tree->count == 1)
		return err_set(err, ERR_EMPTY, "'%s' holds no stack", in->path);
	if (!ok && err->code == ERR_FORMAT && tree->count == 1)
		return err_set(err, ERR_FORMAT,
			"cannot read '%s': not a report of nsys, a capture, a trace of PyTorch, "
			"JAX or rocprofv3, or a flame graph, and its first line is not a folded "
			"stack ('frame;frame value')",
			in->path);
	snprintf(format->text, sizeof(format->text), "folded stacks");
	return ok;
}
