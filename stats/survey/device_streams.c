#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "stats/survey/device_walk.h"

/*
 * Streams that compute side by side, but with unequal amounts of work: n streams with W of work
 * in all could be done in W / n. Small kernels are left out, since they have a rule of their own.
 */
struct stream_work {
	uint64_t ns;
	bool overlaps; /* some kernel of it ran beside one of another stream */
};

struct stream_walk {
	struct device_walk *walk;
	struct stream_work *works; /* by stream of the trace */
	uint32_t *used;            /* streams of this device */
	size_t used_count;
	uint64_t ns; /* in which any ran */
	int64_t end;
	uint32_t last_stream; /* of the kernel that ends there */
	size_t span;          /* of the cover, by time */
};

/* A stream with less than this part of all work, or less overlap, has another purpose. */
enum { LEAST_PART = 10 };

static void close_device(struct stream_walk *streams)
{
	struct survey *survey = streams->walk->survey;
	const struct loss_where where = { NAME_NONE, NAME_NONE, NAME_NONE };
	uint64_t sum = 0, shared = 0, count = 0, most = 0, hidden;
	uint32_t busiest = 0;

	for (size_t i = 0; i < streams->used_count; i++)
		sum = loss_sum(sum, streams->works[streams->used[i]].ns);
	for (size_t i = 0; i < streams->used_count; i++) {
		const struct stream_work *work = &streams->works[streams->used[i]];

		if (!work->overlaps || work->ns < sum / LEAST_PART)
			continue;
		count++;
		shared = loss_sum(shared, work->ns);
		if (work->ns > most) {
			most = work->ns;
			busiest = streams->walk->trace->streams[streams->used[i]].id;
		}
	}
	hidden = sum > streams->ns ? sum - streams->ns : 0;
	if (count > 1 && hidden >= (shared - most) / LEAST_PART && most > shared / count) {
		uint64_t even = shared / count, all = streams->ns < most ? streams->ns : most;

		all = all > even ? all : even;
		survey_keep_stream(survey, busiest, all - even);
		loss_add(&survey->losses[LOSS_STREAMS], all - even, &where);
	}
	for (size_t i = 0; i < streams->used_count; i++)
		streams->works[streams->used[i]] = (struct stream_work){ 0 };
	streams->used_count = 0;
	streams->ns = 0;
}

/* Whether a kernel counts: whole, and in a typical step. */
static bool counts(struct stream_walk *streams, uint32_t index)
{
	const struct device_walk *walk = streams->walk;
	const struct cover *cover = &walk->cover;
	const struct op *op = &walk->trace->ops[index];
	uint32_t process = device_walk_stream(walk, index)->process;

	if (index >= walk->trace->op_end[OP_KERNEL] ||
		(walk->communicates != NULL && walk->communicates[index]) ||
		(uint64_t)op->end - (uint64_t)op->start < SMALL_KERNEL_NS)
		return false;
	while (streams->span < cover->count && cover->spans[streams->span].process == process &&
		cover->spans[streams->span].end <= op->start)
		streams->span++;
	return streams->span < cover->count && cover->spans[streams->span].process == process &&
	       cover->spans[streams->span].kind == COVER_TYPICAL &&
	       cover->spans[streams->span].start <= op->start;
}

static void add_kernel(struct stream_walk *streams, uint32_t index)
{
	const struct op *op = &streams->walk->trace->ops[index];
	uint64_t ns = (uint64_t)op->end - (uint64_t)op->start;
	struct stream_work *work = &streams->works[op->stream];
	int64_t from = op->start;

	if (work->ns == 0)
		streams->used[streams->used_count++] = op->stream;
	work->ns = loss_sum(work->ns, ns);
	if (from < streams->end) {
		if (streams->last_stream != op->stream) {
			work->overlaps = true;
			streams->works[streams->last_stream].overlaps = true;
		}
		from = streams->end;
	}
	if (op->end <= from)
		return;
	streams->ns = loss_sum(streams->ns, (uint64_t)op->end - (uint64_t)from);
	streams->end = op->end;
	streams->last_stream = op->stream;
}

static void walk_streams(struct stream_walk *streams)
{
	const struct device_walk *walk = streams->walk;
	const struct stream *last = NULL;

	for (size_t i = 0; i < walk->count; i++) {
		const struct stream *stream = device_walk_stream(walk, walk->order[i]);

		if (last == NULL || last->process != stream->process ||
			last->device != stream->device) {
			close_device(streams);
			streams->end = INT64_MIN;
			streams->span = cover_find(&walk->cover, stream->process, INT64_MIN);
		}
		last = stream;
		if (counts(streams, walk->order[i]))
			add_kernel(streams, walk->order[i]);
	}
	close_device(streams);
}

void device_walk_streams(struct device_walk *walk)
{
	size_t count = walk->trace->stream_ids.count;
	struct stream_walk streams = { .walk = walk };

	if (count < 2)
		return;
	streams.works = mem_zeroed(count, sizeof(*streams.works));
	streams.used = mem_zeroed(count, sizeof(*streams.used));
	walk_streams(&streams);
	free(streams.works);
	free(streams.used);
}
