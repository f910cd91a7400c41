#include "collapse/plan/collectives.h"

#include "collapse/fold/nest.h"
#include "collapse/model/payload_number.h"

bool op_steps_init(struct op_steps *steps, const struct trace *trace, const uint32_t *order,
	size_t count, const uint32_t *place_of, size_t place_count, struct err *err)
{
	const struct step_selection all = { 0 };
	uint32_t last = STEP_NONE;

	*steps = (struct op_steps){ .place_of = place_of };
	if (!train_steps_init(&steps->steps, trace, &all, err))
		return false;
	steps->of_op = mem_zeroed(trace->op_count, sizeof(*steps->of_op));
	steps->in_place = mem_zeroed(place_count, sizeof(*steps->in_place));
	for (size_t i = 0; i < count; i++) {
		const struct op *op = &trace->ops[order[i]];

		if (op->thread != TRACE_NONE)
			last = train_steps_find(&steps->steps, trace, op->thread, op->api_start);
		steps->of_op[order[i]] = last;
		if (last != STEP_NONE)
			steps->in_place[place_of[trace_op_process(trace, order[i])]] = true;
	}
	return true;
}

void op_steps_release(struct op_steps *steps)
{
	train_steps_release(&steps->steps);
	free(steps->of_op);
	free(steps->in_place);
	*steps = (struct op_steps){ 0 };
}

size_t collective_name_length(const char *name)
{
	return strcspn(name, "(");
}

enum collective_kind { COLLECTIVE_NONE, COLLECTIVE_ALL, COLLECTIVE_PAIR, COLLECTIVE_ENDS };

/* What kernels of that name are of. */
static enum collective_kind kind_of(const struct names *names, uint32_t name)
{
	static const char *const kinds[] = { "AllReduce", "AllGather", "ReduceScatter" };
	const char *text = name != NAME_NONE ? names->list[name].text : "";

	if (strncmp(text, "nccl", 4) != 0 && strncmp(text, "void nccl", 9) != 0)
		return COLLECTIVE_NONE;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (strstr(text, kinds[i]) != NULL)
			return COLLECTIVE_ALL;
	}
	return strstr(text, "SendRecv") != NULL ? COLLECTIVE_PAIR : COLLECTIVE_NONE;
}

bool collectives_any(const struct names *names)
{
	for (uint32_t i = 0; i < names->count; i++) {
		if (kind_of(names, i) == COLLECTIVE_ALL)
			return true;
	}
	return false;
}

uint64_t collectives_world(const struct trace *trace)
{
	uint64_t size, most = 0;

	for (size_t i = 0; i < trace->payload_count; i++) {
		uint32_t json = trace->payloads[i].json;

		if (json != NAME_NONE &&
			payload_number(trace->names->list[json].text, "\"No. of ranks\"", &size) &&
			size > most)
			most = size;
	}
	return most;
}

/* By operation: enum collective_kind. */
static uint8_t *find_kinds(const struct trace *trace)
{
	uint8_t *kinds = mem_zeroed(trace->op_count, sizeof(*kinds));
	uint8_t *known = mem_zeroed((size_t)trace->names->count + 1, sizeof(*known));

	for (size_t i = 0; i < trace->op_end[OP_KERNEL]; i++) {
		uint8_t *kind = &known[(uint32_t)(trace->ops[i].name + 1)];

		if (*kind == 0)
			*kind = (uint8_t)(1 + kind_of(trace->names, trace->ops[i].name));
		kinds[i] = *kind - 1;
	}
	free(known);
	return kinds;
}

/* Which rank it is in each communicator, as ncclCommInitRank says. */
struct own_ranks {
	struct idmap communicators;
	uint64_t *ranks; /* and 1; UINT64_MAX: it is several, of several GPUs */
};

/* Processes of one file have ranks of their own, and payloads do not say whose they are. */
static void find_own_ranks(struct own_ranks *own, const struct trace *trace)
{
	*own = (struct own_ranks){ .ranks = mem_zeroed(trace->payload_count, sizeof(*own->ranks)) };
	for (size_t i = 0; i < trace->payload_count && !trace->has_many_ranks; i++) {
		uint32_t json = trace->payloads[i].json;
		const char *text = json != NAME_NONE ? trace->names->list[json].text : "";
		uint64_t size, rank, communicator, *known;

		if (!payload_number(text, "\"No. of ranks\"", &size) ||
			!payload_number(text, "\"Rank\"", &rank) ||
			!payload_number(text, "\"NCCL communicator ID\"", &communicator))
			continue;
		known = &own->ranks[idmap_add(&own->communicators, communicator)];
		*known = *known == 0 || *known == rank + 1 ? rank + 1 : UINT64_MAX;
	}
}

/* From whom to whom, by the payload of ncclSend or ncclRecv. */
static bool find_peer(const struct own_ranks *own, uint64_t communicator, const char *json,
	const char *name, uint64_t ends[2])
{
	uint32_t index = idmap_find(&own->communicators, communicator);
	bool receives = strstr(name, "ncclRecv") != NULL;

	if (index == IDMAP_NONE || own->ranks[index] == UINT64_MAX ||
		(!receives && strstr(name, "ncclSend") == NULL))
		return false;
	ends[receives] = own->ranks[index] - 1;
	return payload_number(json, "\"Peer rank\"", &ends[!receives]);
}

/* PyTorch says who sends to whom in a communicator: "nccl:send 0->1", "nccl:recv 1<-0". */
static bool find_ends(const char *text, uint64_t ends[2])
{
	bool receives = strncmp(text, "nccl:recv ", 10) == 0;
	const char *arrow = strstr(text, receives ? "<-" : "->");

	if (arrow == NULL || (!receives && strncmp(text, "nccl:send ", 10) != 0))
		return false;
	ends[receives] = mem_hash(text + 10, (size_t)(arrow - text) - 10, 0);
	ends[!receives] = mem_hash(arrow + 2, strlen(arrow + 2), 0);
	return true;
}

/*
 * Two ranks that send one to the other are one of their own. NCCL makes an all-to-all of sends and
 * receives, in one kernel for all ranks.
 */
static uint64_t communicator_of(const struct trace *trace, const struct nest *nest,
	const struct own_ranks *own, uint8_t *kind)
{
	static const char *const all[] = { "all_to_all", "alltoall", "AlltoAll", "AllToAll" };
	uint64_t key[3] = { 0 };

	for (size_t i = nest->depth; i > 0; i--) {
		uint32_t range = nest->ranges[i - 1], name = trace->ranges[range].name;
		const struct payload *payload = trace_payload(trace, range);
		const char *text = name != NAME_NONE ? trace->names->list[name].text : "";
		const char *json = payload != NULL && payload->json != NAME_NONE
					   ? trace->names->list[payload->json].text
					   : "";

		if (key[0] == 0 && payload_number(json, "\"NCCL communicator ID\"", &key[0]) &&
			*kind == COLLECTIVE_PAIR && find_peer(own, key[0], json, text, key + 1))
			*kind = COLLECTIVE_ENDS;
		for (size_t j = 0; *kind == COLLECTIVE_PAIR && j < ARRAY_SIZE(all); j++) {
			if (strstr(text, all[j]) != NULL)
				*kind = COLLECTIVE_ALL;
		}
		if (*kind >= COLLECTIVE_PAIR && find_ends(text, key + 1))
			*kind = COLLECTIVE_ENDS;
	}
	return *kind == COLLECTIVE_ENDS && key[0] != 0 ? mem_hash(key, sizeof(key), 0) : key[0];
}

/* By operation, of those that have a kind; 0: unknown. */
static uint64_t *find_communicators(const struct trace *trace, uint8_t *kinds)
{
	uint64_t *list = mem_zeroed(trace->op_count, sizeof(*list));
	struct own_ranks own;
	struct nest nest;

	if (trace->payload_count == 0)
		return list;
	find_own_ranks(&own, trace);
	nest_init(&nest, trace);
	while (nest_next(&nest)) {
		if (kinds[nest.op])
			list[nest.op] = communicator_of(trace, &nest, &own, &kinds[nest.op]);
	}
	nest_release(&nest);
	idmap_release(&own.communicators);
	free(own.ranks);
	return list;
}

/* How many there were of each step, communicator and name, by place. */
struct ordinals {
	struct idmap keys;
	uint32_t *counts; /* by index of keys */
	size_t cap;
};

static uint32_t next_ordinal(struct ordinals *ordinals, const struct collective *one, uint32_t name,
	uint32_t place, uint32_t *key)
{
	const uint64_t of[] = { one->communicator, (uint64_t)one->step, name, place };
	uint32_t had = ordinals->keys.count;

	*key = idmap_add(&ordinals->keys, mem_hash(of, sizeof(of), 0));
	mem_need(ordinals->counts, ordinals->cap, ordinals->keys.count);
	if (*key == had)
		ordinals->counts[*key] = 0;
	return ordinals->counts[*key]++;
}

void collectives_find(struct collectives *found, const struct trace *trace,
	const struct op_steps *steps, const uint32_t *order, size_t count)
{
	uint8_t *kinds = find_kinds(trace);
	uint64_t *communicators = find_communicators(trace, kinds);
	struct ordinals ordinals = { 0 };

	*found = (struct collectives){ 0 };
	for (size_t i = 0; i < count; i++) {
		uint32_t op = order[i], place = steps->place_of[trace_op_process(trace, op)];
		struct collective *one;

		if (!kinds[op] || !op_steps_count(steps, trace, op))
			continue;
		one = mem_next(found->list, found->cap, found->count);
		*one = (struct collective){ .op = op,
			.step = op_steps_number(steps, op),
			.communicator = communicators[op],
			.is_pair = kinds[op] >= COLLECTIVE_PAIR,
			.has_ends = kinds[op] == COLLECTIVE_ENDS };
		one->ordinal =
			next_ordinal(&ordinals, one, trace->ops[op].name, place, &one->number);
	}
	for (size_t i = 0; i < found->count; i++)
		found->list[i].number = ordinals.counts[found->list[i].number];
	idmap_release(&ordinals.keys);
	free(ordinals.counts);
	free(communicators);
	free(kinds);
}
