#include "stats/reports/reports.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/order.h"
#include "stats/domains.h"
#include "stats/projection.h"
#include "stats/sums.h"

/*
 * Collectives by what they are and how large. The size is that of NCCL's NVTX
 * payload ("Message size [bytes]" of its schemas, or the bare number of older
 * ones); bandwidths are those of nccl-tests (its doc/PERFORMANCE.md).
 */
struct group {
	uint64_t bytes, ranks; /* 0: not known */
};

struct state {
	struct idmap sizes;  /* bytes, by index */
	struct idmap counts; /* ranks */
	struct idmap shapes; /* size << 32 | ranks, indices of these two */
	struct sums sums;    /* shape << 32 | name */
};

/* The number behind a key of a flat JSON object, which may be in quotes. */
static bool find_number(const char *json, const char *key, uint64_t *number)
{
	const char *at = strstr(json, key);
	uint64_t value = 0;
	bool any = false;

	if (at == NULL)
		return false;
	at += strlen(key);
	while (*at != '\0' && *at != ':')
		at++;
	at += strspn(at, ": \"");
	for (; *at >= '0' && *at <= '9'; at++) {
		if (__builtin_mul_overflow(value, 10u, &value) ||
			__builtin_add_overflow(value, (uint64_t)(*at - '0'), &value))
			return false;
		any = true;
	}
	*number = value;
	return any;
}

static const char *json_of(const struct trace *trace, size_t range)
{
	uint32_t json = trace->payloads[range].json;

	return json != NAME_NONE ? trace->names->list[json].text : "";
}

static bool size_of(const struct trace *trace, size_t range, uint64_t *bytes)
{
	const struct payload *payload = &trace->payloads[range];

	if (find_number(json_of(trace, range), "\"Message size", bytes) ||
		find_number(json_of(trace, range), "\"Bytes", bytes))
		return true;
	*bytes = payload->kind == PAYLOAD_UNSIGNED ? payload->number.as_unsigned
		 : payload->kind == PAYLOAD_SIGNED && payload->number.as_signed > 0
			 ? (uint64_t)payload->number.as_signed
			 : 0;
	return *bytes > 0;
}

/* The ranks that a communicator was made of: the largest that any of the ranges says. */
static uint64_t ranks_of(const struct trace *trace)
{
	uint64_t most = 0, ranks;

	for (size_t i = 0; i < trace->range_count; i++) {
		const char *json = json_of(trace, i);

		if (domain_is(trace, &trace->ranges[i], "NCCL") &&
			(find_number(json, "\"No. of ranks", &ranks) ||
				find_number(json, "\"nranks", &ranks)) &&
			ranks > most)
			most = ranks;
	}
	return most;
}

static bool add_range(struct state *state, const struct range *range, uint64_t bytes,
	uint64_t ranks, uint64_t ns, struct err *err)
{
	uint32_t size, count, shape;

	return idmap_add(&state->sizes, bytes, &size, err) &&
	       idmap_add(&state->counts, ranks, &count, err) &&
	       idmap_add(&state->shapes, sums_pair(size, count), &shape, err) &&
	       sums_add(&state->sums, sums_pair(shape, range->name), ns, err);
}

static bool add(struct report_run *run, const struct trace *trace, struct err *err)
{
	struct projected *projected = mem_zeroed(trace->range_count, sizeof(*projected), err);
	uint64_t ranks = ranks_of(trace), bytes;
	bool ok = projected != NULL && project_ranges(trace, PROJECT_ALL, projected, err);

	for (size_t i = 0; ok && i < trace->range_count; i++) {
		const struct range *range = &trace->ranges[i];

		if (projected[i].launches > 0 && domain_is(trace, range, "NCCL") &&
			size_of(trace, i, &bytes))
			ok = add_range(run->state, range, bytes, ranks,
				(uint64_t)projected[i].end - (uint64_t)projected[i].start, err);
	}
	free(projected);
	return ok;
}

static struct group group_of(const struct state *state, uint64_t key)
{
	uint64_t shape = state->shapes.keys[key >> 32];

	return (struct group){
		.bytes = state->sizes.keys[shape >> 32],
		.ranks = state->counts.keys[shape & UINT32_MAX],
	};
}

/* nccl-tests: what the busiest link carries, as a multiple of the message; 0: not known. */
static double bus_factor(const char *name, uint64_t ranks)
{
	double n = (double)ranks;

	if (ranks == 0)
		return 0;
	if (strstr(name, "AllReduce") != NULL)
		return 2 * (n - 1) / n;
	if (strstr(name, "AllGather") != NULL || strstr(name, "ReduceScatter") != NULL ||
		strstr(name, "AlltoAll") != NULL || strstr(name, "AllToAll") != NULL)
		return (n - 1) / n;
	return 1; /* broadcast, reduce, send, receive */
}

static int compare(const void *context, uint32_t a, uint32_t b)
{
	const struct report_run *run = context;
	const struct state *state = run->state;
	uint64_t left = state->sums.keys.keys[a], right = state->sums.keys.keys[b];
	struct group left_group = group_of(state, left), right_group = group_of(state, right);
	int order = sums_compare_names(run->names, (uint32_t)left, (uint32_t)right);

	if (order != 0)
		return order;
	if (left_group.bytes != right_group.bytes)
		return left_group.bytes < right_group.bytes ? -1 : 1;
	return (left_group.ranks > right_group.ranks) - (left_group.ranks < right_group.ranks);
}

static bool give_row(struct report_run *run, uint32_t index, struct sink *sink, struct err *err)
{
	struct state *state = run->state;
	uint64_t key = state->sums.keys.keys[index];
	struct group group = group_of(state, key);
	uint32_t name = (uint32_t)key;
	double rate, factor = bus_factor(
			     name != NAME_NONE ? run->names->list[name].text : "", group.ranks);
	struct cell cells[12] = { 0 };
	struct spread spread;

	tally_spread(&state->sums.tally, index, &spread);
	rate = spread.total > 0 ? (double)group.bytes * (double)spread.count / (double)spread.total
				: 0;
	cells[0] = cell_name(run->names, name);
	cells[1] = cell_integer((int64_t)(group.bytes <= INT64_MAX ? group.bytes : INT64_MAX));
	if (group.ranks > 0)
		cells[2] = cell_integer((int64_t)group.ranks);
	cells[3] = cell_integer((int64_t)spread.count);
	cells[4] = cell_integer(spread.total);
	sums_spread_cells(&spread, 1, cells + 5);
	if (spread.total > 0) {
		cells[10] = cell_real(rate);
		if (factor > 0)
			cells[11] = cell_real(rate * factor);
	}
	return sink->row(sink, cells, err);
}

static bool finish(struct report_run *run, struct sink *sink, struct err *err)
{
	struct state *state = run->state;
	uint32_t count = state->sums.keys.count, *order = mem_zeroed(count, sizeof(*order), err);
	bool ok = order != NULL && tally_close(&state->sums.tally, count, err);

	for (uint32_t i = 0; ok && i < count; i++)
		order[i] = i;
	ok = ok && order_sort(order, count, compare, run, err);
	for (uint32_t i = 0; ok && i < count; i++)
		ok = give_row(run, order[i], sink, err);
	free(order);
	return ok;
}

static void release(struct report_run *run)
{
	struct state *state = run->state;

	idmap_release(&state->sizes);
	idmap_release(&state->counts);
	idmap_release(&state->shapes);
	sums_release(&state->sums);
}

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

const struct report report_nccl_size_sum = {
	.name = "nccl_size_sum",
	.title = "NCCL calls by message size",
	.doc = "Collectives by name and message size, as NCCL's NVTX payloads tell it, projected to"
	       " the GPU: Alg BW is bytes by time; Bus BW what the busiest link carries, by the"
	       " factors of nccl-tests, where the number of ranks is known.",
	.columns = columns,
	.column_count = ARRAY_SIZE(columns),
	.want = { .payloads = true },
	.needs = NEED_NCCL | NEED_OPS,
	.state_size = sizeof(struct state),
	.add = add,
	.finish = finish,
	.release = release,
};
