#include "collapse/input_reader.h"

#include <assert.h>

#include "collapse/input/rank_name.h"
#include "collapse/captures/capture_reader.h"
#include "collapse/kineto/kineto_reader.h"
#include "collapse/nsys/nsys_reader.h"
#include "collapse/rocprof/rocprof_reader.h"
#include "collapse/stacks/stacks_reader.h"
#include "collapse/xplane/xplane_reader.h"

static const struct input_reader readers[INPUT_KINDS] = {
	[INPUT_SQLITE] = { "an SQLite database", "'nsys profile -t cuda,nvtx ...'",
		.database = nsys_read },
	[INPUT_NSYS_REPORT] = { .what = "a report of nsys" }, /* input_load() exports it */
	[INPUT_JSON] = { "JSON, as traces of the PyTorch profiler are",
		"torch.profiler and ProfilerActivity.CUDA", .trace = kineto_read },
	[INPUT_ROCPROF] = { "JSON of rocprofv3",
		"rocprofv3 --kernel-trace --hip-trace --marker-trace", .trace = rocprof_read },
	[INPUT_ROCPD] = { "a database of rocprofv3",
		"rocprofv3 --kernel-trace --hip-trace --marker-trace", .database = rocpd_read },
	[INPUT_JAX_JSON] = { "a .trace.json of JAX", "jax.profiler.trace(FOLDER)",
		.trace = jax_json_read },
	[INPUT_UNITRACE] = { "JSON of unitrace",
		"unitrace --chrome-call-logging --chrome-kernel-logging --chrome-itt-logging",
		.trace = unitrace_read },
	[INPUT_XPLANE] = { "an .xplane.pb of JAX", "jax.profiler.trace(FOLDER)",
		.trace = xplane_read },
	[INPUT_XML] = { "a picture", .stacks = picture_read },
	[INPUT_PARTIAL] = { .what = "a partial result of reports" },
	[INPUT_TEXT] = { "text", .stacks = stacks_read },
};

const struct input_reader *input_reader_of(enum input_kind kind)
{
	return &readers[kind];
}

/* Items begin with so many times. */
static void move(void *items, size_t count, size_t size, size_t times, int64_t by)
{
	for (uint64_t *at = items; by > 0 && count > 0; count--, at += size / sizeof(*at)) {
		for (size_t i = 0; i < times; i++)
			at[i] -= (uint64_t)by;
	}
}

/* Count from the first event that was met, if one was. */
static void set_zero(struct trace *trace)
{
	if (trace->began < 0 || trace->began == INT64_MAX)
		trace->began = 0;
	move(trace->ops, trace->op_count, sizeof(*trace->ops), 4, trace->began);
	move(trace->ranges, trace->range_count, sizeof(*trace->ranges), 2, trace->began);
	move(trace->hints, trace->hint_count, sizeof(*trace->hints), 2, trace->began);
	move(trace->api_calls, trace->api_count, sizeof(*trace->api_calls), 2, trace->began);
	move(trace->samples, trace->sample_count, sizeof(*trace->samples), 2, trace->began);
	move(trace->autograd, trace->autograd_count, sizeof(*trace->autograd), 2, trace->began);
}

bool input_read_trace(struct input *input, uint64_t want, struct progress *progress,
	struct trace *trace, struct err *err)
{
	const struct input_reader *reader = input_reader_of(input->kind);
	bool is_folded = false, ok;

	if (input->kind == INPUT_SQLITE && !capture_is_folded(&input->database, &is_folded, err))
		return false;
	if (is_folded)
		ok = capture_read(&input->database, want, trace, err);
	else if (reader->database != NULL)
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
	set_zero(trace);
	trace->format.how_to_record = reader->how_to_record;
	assert(!ok || trace->op_end[OP_KINDS - 1] == trace->op_count);
	return ok;
}

/* The rank of the whole file: as it says itself, or as its name says. */
static void find_rank(const char *path, struct trace *trace)
{
	struct origin *origin = &trace->origin;
	char name[RANK_SIZE] = "";
	const char *own = trace->rank != NAME_NONE ? trace->names->list[trace->rank].text : name;

	origin->file = path;
	if (origin->has_rank || trace->has_many_ranks)
		return;
	if (trace->rank == NAME_NONE)
		(void)rank_of_path(path, name);
	origin->has_rank = rank_number(own, &origin->rank);
}

bool read_trace(struct input *input, uint64_t want, struct progress *progress, struct trace *trace,
	struct err *err)
{
	/* of captures of sums, the anomalies of other kinds are reported, too */
	if (!input_read_trace(input, want, progress, trace, err))
		return false;
	find_rank(input->path, trace);
	return true;
}
