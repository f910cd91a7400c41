#include "collapse/read_trace.h"

#include <string.h>

#include "base/opt.h"
#include "collapse/input/rank_name.h"
#include "collapse/input_reader.h"
#include "collapse/sums/capture_reader.h"
#include "collapse/sums/capture_sums.h"

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

static bool read_kind(struct input *input, uint64_t want, struct progress *progress,
	struct trace *trace, struct err *err)
{
	bool is_folded = false;

	if (input->kind == INPUT_SQLITE && !capture_is_folded(&input->database, &is_folded, err))
		return false;
	return is_folded ? capture_read_sums(&input->database, want, trace, err)
			 : input_read_trace(input, want, progress, trace, err);
}

bool read_trace(struct input *input, uint64_t want, struct progress *progress, struct trace *trace,
	struct err *err)
{
	if (!read_kind(input, want, progress, trace, err))
		return false;
	find_rank(input->path, trace);
	return true;
}
