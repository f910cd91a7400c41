#include "collapse/read_trace.h"

#include <string.h>

#include "base/opt.h"
#include "collapse/input/input.h"
#include "collapse/input/rank_name.h"
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

/* The rank of the whole file: as it says itself, or as its name says. */
static void find_rank(const char *path, struct trace *trace)
{
	struct origin *origin = &trace->origin;
	char name[RANK_SIZE] = "";
	const char *own = trace->rank != NAME_NONE ? trace->names->list[trace->rank].text : name;

	if (origin->has_rank || trace->has_many_ranks)
		return;
	if (trace->rank == NAME_NONE)
		(void)rank_of_path(path, name);
	if (strncmp(own, "rank ", strlen("rank ")) == 0)
		origin->has_rank = opt_parse_uint(own + strlen("rank "), &origin->rank);
}

static bool read_kind(struct input *input, const struct trace_want *want, struct progress *progress,
	struct trace *trace, struct err *err)
{
	switch (input->kind) {
	case INPUT_SQLITE:
	case INPUT_NSYS_REPORT:
		return read_database(&input->database, want, progress, trace, err);
	case INPUT_JSON:
		return kineto_read(&input->bytes, want, progress, trace, err);
	case INPUT_PARTIAL:
		return input_refuse_partial(input, err);
	case INPUT_XML:
	case INPUT_TEXT:
		break;
	}
	return err_set(err, ERR_FORMAT,
		"cannot read '%s': neither an nsys report nor a trace; folded stacks are read by "
		"gpuflame collapse, diff and svg",
		input->path);
}

bool read_trace(struct input *input, const struct trace_want *want, struct progress *progress,
	struct trace *trace, struct err *err)
{
	if (!read_kind(input, want, progress, trace, err))
		return false;
	find_rank(input->path, trace);
	return true;
}
