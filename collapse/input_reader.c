#include "collapse/input_reader.h"

#include <assert.h>

#include "collapse/kineto/kineto_reader.h"
#include "collapse/nsys/nsys_reader.h"
#include "collapse/stacks/picture_reader.h"
#include "collapse/stacks/stacks_reader.h"

static const struct input_reader readers[INPUT_KINDS] = {
	[INPUT_SQLITE] = { "an SQLite database", "'nsys profile -t cuda,nvtx ...'",
		.database = nsys_read },
	[INPUT_NSYS_REPORT] = { .what = "a report of nsys" }, /* input_load() exports it */
	[INPUT_JSON] = { "JSON, as traces of the PyTorch profiler are",
		"torch.profiler and ProfilerActivity.CUDA", .trace = kineto_read },
	[INPUT_XML] = { "a picture", .stacks = picture_read },
	[INPUT_PARTIAL] = { .what = "a partial result of reports" },
	[INPUT_TEXT] = { "text", .stacks = stacks_read },
};

const struct input_reader *input_reader_of(enum input_kind kind)
{
	return &readers[kind];
}

bool input_read_trace(struct input *input, uint64_t want, struct progress *progress,
	struct trace *trace, struct err *err)
{
	const struct input_reader *reader = input_reader_of(input->kind);
	bool ok;

	if (reader->database != NULL)
		ok = reader->database(&input->database, want, progress, trace, err);
	else if (reader->trace != NULL)
		ok = reader->trace(&input->bytes, want, progress, trace, err);
	else if (reader->stacks != NULL)
		ok = err_set(err, ERR_FORMAT,
			"cannot read '%s': neither an nsys report nor a trace; folded stacks are "
			"read by gpuflame collapse, diff and svg",
			input->path);
	else
		ok = err_set(err, ERR_FORMAT, "cannot read '%s': %s; 'gpuflame stats' reads it",
			input->path, reader->what);
	trace->format.how_to_record = reader->how_to_record;
	assert(!ok || trace->op_end[OP_KINDS - 1] == trace->op_count);
	return ok;
}
