#include "stats/parts/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "collapse/model/payload_number.h"
#include "stats/parts/domains.h"
#include "stats/parts/projection.h"
#include "stats/parts/rows.h"
#include "stats/parts/sums.h"

/*
 * Collectives by type and size. The size is that of NCCL's NVTX payload ("Message size
 * [bytes]" of its schemas, or the bare number of older ones); bandwidths are those of
 * nccl-tests (its doc/PERFORMANCE.md).
 */
struct nccl_size_group {
	uint64_t bytes, ranks; /* 0: unknown */
};

struct nccl_size_state {
	struct sums sums;    /* first; by shape << 32 | name */
	struct idmap sizes;  /* bytes, by index */
	struct idmap counts; /* ranks */
	struct idmap shapes; /* size << 32 | ranks, indices of these two */
};

static const char *json_of(const struct trace *trace, size_t range)
{
	const struct payload *payload = trace_payload(trace, (uint32_t)range);

	return payload != NULL && payload->json != NAME_NONE
		       ? trace->names->list[payload->json].text
		       : "";
}

static bool size_of(const struct trace *trace, size_t range, uint64_t *bytes)
{
	const struct payload *payload = trace_payload(trace, (uint32_t)range);

	if (payload == NULL)
		return false;
	if (payload_number(json_of(trace, range), "\"Message size", bytes) ||
		payload_number(json_of(trace, range), "\"Bytes", bytes))
		return true;
	*bytes = payload->kind == PAYLOAD_UNSIGNED ? payload->number.as_unsigned
		 : payload->kind == PAYLOAD_SIGNED && payload->number.as_signed > 0
			 ? (uint64_t)payload->number.as_signed
			 : 0;
	return *bytes > 0;
}

/* The number of ranks of communicators, from the calls that created them. */
struct communicators {
	struct idmap ids; /* of those that have one: NCCL 2.24 or later */
	uint64_t *ranks;  /* by index of ids */
	size_t cap;
	uint64_t most; /* the maximum: used for calls that do not name their communicator */
};

static const char communicator_key[] = "\"NCCL communicator ID\"";

static bool add_communicator(
	struct communicators *communicators, const char *json, uint64_t ranks, struct err *err)
{
	uint64_t id;
	uint32_t index;

	if (ranks > communicators->most)
		communicators->most = ranks;
	if (!payload_number(json, communicator_key, &id))
		return true;
	if (!idmap_try_add(&communicators->ids, id, &index, err) ||
		!mem_try_grow((void **)&communicators->ranks, &communicators->cap,
			communicators->ids.count, sizeof(*communicators->ranks), err))
		return false;
	communicators->ranks[index] = ranks;
	return true;
}

static bool find_communicators(
	const struct trace *trace, struct communicators *communicators, struct err *err)
{
	uint64_t ranks;

	for (size_t i = 0; i < trace->range_count; i++) {
		const char *json = json_of(trace, i);

		if (json[0] != '\0' && domain_is(trace, &trace->ranges[i], "NCCL") &&
			(payload_number(json, "\"No. of ranks", &ranks) ||
				payload_number(json, "\"nranks", &ranks)) &&
			!add_communicator(communicators, json, ranks, err))
			return false;
	}
	return true;
}

static uint64_t ranks_of(
	const struct communicators *communicators, const struct trace *trace, size_t range)
{
	uint64_t id;
	uint32_t index;

	if (!payload_number(json_of(trace, range), communicator_key, &id))
		return communicators->most;
	index = idmap_find(&communicators->ids, id);
	return index < communicators->ids.count && communicators->ranks != NULL
		       ? communicators->ranks[index]
		       : 0;
}

static bool find_group(struct nccl_size_state *state, uint32_t name,
	const struct nccl_size_group *group, uint32_t *index, struct err *err)
{
	uint32_t size, count, shape;

	return idmap_try_add(&state->sizes, group->bytes, &size, err) &&
	       idmap_try_add(&state->counts, group->ranks, &count, err) &&
	       idmap_try_add(&state->shapes, sums_pair(size, count), &shape, err) &&
	       sums_group(&state->sums, sums_pair(shape, name), index, err);
}

static bool add_range(struct nccl_size_state *state, const struct range *range, uint64_t bytes,
	uint64_t ranks, uint64_t ns, struct err *err)
{
	const struct nccl_size_group group = { .bytes = bytes, .ranks = ranks };
	uint32_t index;

	return find_group(state, range->name, &group, &index, err) &&
	       tally_add(&state->sums.tally, index, ns, err);
}

static bool add_ranges(struct nccl_size_state *state, const struct trace *trace,
	const struct communicators *communicators, const struct projected *projected,
	struct err *err)
{
	uint64_t bytes;

	for (size_t i = 0; i < trace->range_count; i++) {
		const struct range *range = &trace->ranges[i];

		if (projected[i].launches > 0 && domain_is(trace, range, "NCCL") &&
			size_of(trace, i, &bytes) &&
			!add_range(state, range, bytes, ranks_of(communicators, trace, i),
				(uint64_t)projected[i].end - (uint64_t)projected[i].start, err))
			return false;
	}
	return true;
}

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct projected *projected = mem_try_zeroed(trace->range_count, sizeof(*projected), err);
	struct communicators communicators = { 0 };
	bool ok = projected != NULL && project_ranges(trace, PROJECT_ALL, projected, err) &&
		  find_communicators(trace, &communicators, err) &&
		  add_ranges(run->state, trace, &communicators, projected, err);

	idmap_release(&communicators.ids);
	free(communicators.ranks);
	free(projected);
	return ok;
}

static struct nccl_size_group group_of(const struct nccl_size_state *state, uint64_t key)
{
	uint64_t shape = state->shapes.keys[key >> 32];

	return (struct nccl_size_group){
		.bytes = state->sizes.keys[shape >> 32],
		.ranks = state->counts.keys[shape & UINT32_MAX],
	};
}

/*
 * How nccl-tests ("GetBw" of each) use a message's size: the multiple of it that algorithm
 * bandwidth counts, and the fraction of that on the busiest link. Where each rank has its own
 * part, NCCL reports the size of one part.
 */
struct rates {
	double whole, link; /* 0: unknown */
};

static struct rates rates_of(const char *name, uint64_t ranks)
{
	double n = (double)ranks;

	if (strstr(name, "AllReduce") != NULL)
		return (struct rates){ 1, ranks > 0 ? 2 * (n - 1) / n : 0 };
	if (strstr(name, "Gather") != NULL || strstr(name, "Scatter") != NULL ||
		strstr(name, "AlltoAll") != NULL || strstr(name, "AllToAll") != NULL)
		return (struct rates){ n, ranks > 0 ? (n - 1) / n : 0 };
	return (struct rates){ 1, ranks > 0 ? 1 : 0 }; /* broadcast, reduce, send, receive */
}

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct report_run *run = context;
	const struct nccl_size_state *state = run->state;
	uint64_t left = state->sums.keys.keys[a], right = state->sums.keys.keys[b];
	struct nccl_size_group left_group = group_of(state, left),
			       right_group = group_of(state, right);
	int order = sums_compare_names(run->names, (uint32_t)left, (uint32_t)right);

	if (order != 0)
		return order;
	if (left_group.bytes != right_group.bytes)
		return left_group.bytes < right_group.bytes ? -1 : 1;
	return (left_group.ranks > right_group.ranks) - (left_group.ranks < right_group.ranks);
}

static bool give_row(void *context, uint32_t index, struct sink *sink, struct err *err)
{
	const struct report_run *run = context;
	struct nccl_size_state *state = run->state;
	uint64_t key = state->sums.keys.keys[index];
	struct nccl_size_group group = group_of(state, key);
	uint32_t name = (uint32_t)key;
	struct rates rates =
		rates_of(name != NAME_NONE ? run->names->list[name].text : "", group.ranks);
	double rate;
	struct cell cells[12] = { 0 };
	struct spread spread;

	tally_spread(&state->sums.tally, index, &spread);
	rate = spread.total > 0 ? (double)group.bytes * rates.whole * (double)spread.count /
					  (double)spread.total
				: 0;
	cells[0] = cell_name(run->names, name);
	cells[1] = cell_integer((int64_t)(group.bytes <= INT64_MAX ? group.bytes : INT64_MAX));
	if (group.ranks > 0)
		cells[2] = cell_integer((int64_t)group.ranks);
	cells[3] = cell_integer((int64_t)spread.count);
	cells[4] = cell_integer(spread.total);
	sums_spread_cells(&spread, 0, cells + 5);
	if (spread.total > 0 && rates.whole > 0)
		cells[10] = cell_real(rate);
	if (spread.total > 0 && rates.link > 0)
		cells[11] = cell_real(rate * rates.link);
	return sink_row(sink, cells, ARRAY_SIZE(cells), err);
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	struct nccl_size_state *state = run->state;
	uint32_t count = state->sums.keys.count;
	const struct rows rows = { .count = count, .compare = compare, .give = give_row };

	return tally_close(&state->sums.tally, count, err) && rows_give(&rows, run, sink, err);
}

static void release(struct report_run *run)
{
	struct nccl_size_state *state = run->state;

	idmap_release(&state->sizes);
	idmap_release(&state->counts);
	idmap_release(&state->shapes);
	sums_release(run);
}

static void get_group(const struct report_run *run, uint32_t index, struct partial_group *group)
{
	const struct nccl_size_state *state = run->state;
	uint64_t key = state->sums.keys.keys[index];
	struct nccl_size_group from = group_of(state, key);

	group->labels[0] = (uint32_t)key;
	group->labels[1] = from.bytes;
	group->labels[2] = from.ranks;
}

static bool put_group(
	struct report_run *run, const struct partial_group *group, uint32_t *index, struct err *err)
{
	const struct nccl_size_group to = { .bytes = group->labels[1], .ranks = group->labels[2] };

	return find_group(run->state, (uint32_t)group->labels[0], &to, index, err);
}

static const struct report_partial partial = {
	.labels = "nww",
	.tallies = 1,
	.count = sums_partial_count,
	.get = get_group,
	.put = put_group,
	.tally = sums_partial_tally,
};

static const struct column columns[] = {
	{ "Name", COLUMN_TEXT, 0, 0 },
	{ "Bytes", COLUMN_COUNT, 0, 0 },
	{ "Ranks", COLUMN_COUNT, 0, 3 },
	{ "Count", COLUMN_COUNT, 0, 0 },
	{ "Total Time", COLUMN_TIME, 0, 1 },
	SUMS_SPREAD_COLUMNS(""),
	{ "Alg BW", COLUMN_GB_RATE, 3, 0 },
	{ "Bus BW", COLUMN_GB_RATE, 3, 0 },
};

static const char shape[] = "points log; x: Bytes; value: Med; low: Min; high: Max; series: Name, "
			    "Ranks; more: Count, Bus BW";

const struct report report_nccl_size_sum = {
	.name = "nccl_size_sum",
	.title = "NCCL calls by message size",
	.doc = "Collectives by name and message size, from NCCL's NVTX payloads, projected to"
	       " the GPU: Alg BW is bytes per time (of all ranks together where each has its own"
	       " part: gathers, scatters, all-to-all); Bus BW is what the busiest link carries, by "
	       "the"
	       " factors of nccl-tests, where the number of ranks is known. --format svg plots the"
	       " time of a call over the message size, both logarithmic.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = WANT_OTHER_OPS | WANT_RANGES | WANT_PAYLOADS,
	.needs = NEED_NCCL | NEED_OPS,
	.state_size = sizeof(struct nccl_size_state),
	.chart = shape,
	.add = add,
	.finish = finish,
	.release = release,
	.partial = &partial,
};
