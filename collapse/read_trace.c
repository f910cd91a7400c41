#include "collapse/read_trace.h"

#include "collapse/input/input.h"
#include "collapse/kineto/kineto_reader.h"
#include "collapse/nsys/nsys_reader.h"
#include "collapse/sums/capture_reader.h"
#include "collapse/sums/capture_sums.h"

static bool read_database(const struct database *db, const struct trace_want *want,
	struct progress *progress, struct trace *trace, struct err *err)
{
	bool is_folded;

	if (!capture_is_folded(db, &is_folded, err))
		return false;
	return is_folded ? capture_read_sums(db, want, trace, err)
			 : nsys_read(db, want, progress, trace, err);
}

static bool read_input(struct input *input, const struct trace_want *want,
	struct progress *progress, struct trace *trace, struct err *err)
{
	switch (input->kind) {
	case INPUT_SQLITE:
	case INPUT_NSYS_REPORT:
		return read_database(&input->database, want, progress, trace, err);
	case INPUT_JSON:
		return kineto_read(&input->bytes, want, progress, trace, err);
	case INPUT_XML:
	case INPUT_TEXT:
		break;
	}
	return err_set(err, ERR_FORMAT,
		"cannot read '%s': neither an nsys report nor a trace; folded stacks are read by "
		"gpuflame collapse, diff and svg",
		input->path);
}

bool read_trace(const char *path, const char *nsys, const struct trace_want *want,
	struct progress *progress, struct trace *trace, struct err *err)
{
	struct input input;
	bool ok;

	if (!input_open(&input, path, nsys, err))
		return false;
	ok = read_input(&input, want, progress, trace, err);
	input_close(&input);
	return ok;
}
