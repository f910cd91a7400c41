#include "collapse/plan/arrivals.h"

#include <inttypes.h>

#include "base/text.h"
#include "base/units.h"
#include "collapse/model/device_order.h"
#include "collapse/model/payload_number.h"
#include "collapse/plan/collectives.h"

void arrivals_release(struct arrivals *arrivals)
{
	for (uint32_t i = 0; i < arrivals->rank_ids.count; i++)
		free(arrivals->ranks[i].name);
	free(arrivals->list);
	free(arrivals->of_groups);
	free(arrivals->ranks);
	idmap_release(&arrivals->keys);
	idmap_release(&arrivals->groups);
	idmap_release(&arrivals->members);
	idmap_release(&arrivals->rank_ids);
	*arrivals = (struct arrivals){ 0 };
}

/* --- the table ------------------------------------------------------------------------- */

static uint32_t add_rank(struct arrivals *arrivals, const char *name)
{
	uint32_t had = arrivals->rank_ids.count;
	uint32_t index = idmap_add(&arrivals->rank_ids, mem_hash(name, strlen(name), 0));

	if (index < had)
		return index;
	mem_need(arrivals->ranks, arrivals->ranks_cap, (size_t)had + 1);
	arrivals->ranks[index] = (struct arrival_rank){ .name = text_format("%s", name) };
	return index;
}

static uint32_t add_group(struct arrivals *arrivals, uint64_t communicator)
{
	uint32_t had = arrivals->groups.count;
	uint32_t index = idmap_add(&arrivals->groups, communicator);

	if (index == had) {
		mem_need(arrivals->of_groups, arrivals->groups_cap, (size_t)had + 1);
		arrivals->of_groups[index] = (struct arrival_group){ 0 };
	}
	return index;
}

static void add_member(struct arrivals *arrivals, uint32_t group, uint32_t rank)
{
	uint32_t had = arrivals->members.count;

	idmap_add(&arrivals->members, (uint64_t)group << 32 | rank);
	arrivals->of_groups[group].members += arrivals->members.count > had;
}

static void set_size(struct arrivals *arrivals, uint32_t group, uint64_t size)
{
	if (size > arrivals->of_groups[group].size)
		arrivals->of_groups[group].size = size;
}

static void add_arrival(struct arrivals *arrivals, uint64_t key, const struct arrival *more)
{
	uint32_t had = arrivals->keys.count, index = idmap_add(&arrivals->keys, key);
	struct arrival *sum;

	mem_need(arrivals->list, arrivals->cap, arrivals->keys.count);
	sum = &arrivals->list[index];
	if (index == had) {
		*sum = *more;
		return;
	}
	sum->count += more->count;
	if (__builtin_add_overflow(sum->sum_ns, more->sum_ns, &sum->sum_ns))
		sum->sum_ns = UINT64_MAX;
	if (more->least_ns < sum->least_ns) {
		sum->least_ns = more->least_ns;
		sum->last = more->last;
	}
}

void arrivals_take(struct arrivals *arrivals, struct arrivals *from)
{
	uint32_t *ranks = mem_zeroed(from->rank_ids.count, sizeof(*ranks));
	uint32_t *groups = mem_zeroed(from->groups.count, sizeof(*groups));

	for (uint32_t i = 0; i < from->rank_ids.count; i++)
		ranks[i] = add_rank(arrivals, from->ranks[i].name);
	for (uint32_t i = 0; i < from->groups.count; i++) {
		groups[i] = add_group(arrivals, from->groups.keys[i]);
		set_size(arrivals, groups[i], from->of_groups[i].size);
	}
	for (uint32_t i = 0; i < from->members.count; i++)
		add_member(arrivals, groups[from->members.keys[i] >> 32],
			ranks[(uint32_t)from->members.keys[i]]);
	for (uint32_t i = 0; i < from->keys.count; i++) {
		from->list[i].last = ranks[from->list[i].last];
		from->list[i].group = groups[from->list[i].group];
		add_arrival(arrivals, from->keys.keys[i], &from->list[i]);
	}
	free(ranks);
	free(groups);
	arrivals->unread += from->unread;
	arrivals->reports += from->reports;
	arrivals->sums += from->sums;
	arrivals_release(from);
}

/* --- a trace ---------------------------------------------------------------------------- */

/* Its collectives, by place: a process, if these have ranks of their own, or the whole. */
static bool find_collectives(const struct trace *trace, struct collectives *found, struct err *err)
{
	uint32_t *place_of = mem_zeroed(trace->processes.count, sizeof(*place_of));
	struct buckets order;
	struct op_steps steps;
	bool ok;

	for (uint32_t i = 0; trace->has_many_ranks && i < trace->processes.count; i++)
		place_of[i] = i;
	device_order(&order, trace);
	ok = op_steps_init(
		&steps, trace, order.items, trace->op_count, place_of, trace->processes.count, err);
	if (ok) {
		collectives_find(found, trace, &steps, order.items, trace->op_count);
		op_steps_release(&steps);
	}
	buckets_release(&order);
	free(place_of);
	return ok;
}

/* The same for that collective in all files. */
static uint64_t key_of(const struct trace *trace, const struct collective *one)
{
	uint32_t name = trace->ops[one->op].name;
	const char *text = name != NAME_NONE ? trace->names->list[name].text : "";
	const uint64_t numbers[] = { one->communicator, (uint64_t)one->step, one->ordinal,
		one->number };

	return mem_hash(numbers, sizeof(numbers), mem_hash(text, collective_name_length(text), 0));
}

/* What payloads of ncclCommInitRank say of the sizes of communicators. */
static void find_sizes(struct arrivals *arrivals, const struct trace *trace)
{
	for (size_t i = 0; i < trace->payload_count; i++) {
		uint32_t json = trace->payloads[i].json;
		const char *text = json != NAME_NONE ? trace->names->list[json].text : "";
		uint64_t communicator, size;

		if (payload_number(text, "\"No. of ranks\"", &size) &&
			payload_number(text, "\"NCCL communicator ID\"", &communicator))
			set_size(arrivals, add_group(arrivals, communicator), size);
	}
}

bool arrivals_add(
	struct arrivals *arrivals, const struct trace *trace, const char *rank, struct err *err)
{
	struct collectives found;

	if (!find_collectives(trace, &found, err))
		return false;
	find_sizes(arrivals, trace);
	for (size_t i = 0; i < found.count; i++) {
		const struct collective *one = &found.list[i];
		const struct op *op = &trace->ops[one->op];
		uint32_t name = NAME_NONE;
		struct arrival arrival = { .count = 1, .is_pair = one->is_pair && !one->has_ends };

		if (trace->has_many_ranks)
			name = trace->process_ranks[trace_op_process(trace, one->op)];
		arrival.last = add_rank(
			arrivals, name != NAME_NONE ? trace->names->list[name].text : rank);
		arrival.group = add_group(arrivals, one->communicator);
		set_size(arrivals, arrival.group, one->has_ends ? 2 : 0);
		add_member(arrivals, arrival.group, arrival.last);
		arrival.least_ns = arrival.sum_ns = (uint64_t)op->end - (uint64_t)op->start;
		add_arrival(arrivals, key_of(trace, one), &arrival);
	}
	free(found.list);
	return true;
}

/* --- the whole -------------------------------------------------------------------------- */

static bool is_split(const struct arrivals *arrivals, const struct arrival *arrival)
{
	const struct arrival_group *group = &arrivals->of_groups[arrival->group];

	return group->is_whole && arrival->count == group->members &&
	       (!arrival->is_pair || group->members == 2);
}

static void report(const struct arrivals *arrivals, struct diagnostics *diagnostics)
{
	uint64_t left = arrivals->unknown + arrivals->missing;
	char text[256], some[UNITS_SIZE], all[UNITS_SIZE];

	if (arrivals->reports > 0)
		diagnostics_add(diagnostics, DIAGNOSTIC_NOTICE,
			"collectives are not split into waits and transfer: nsys exports its "
			"reports for one reading; for more, export them first");
	if (arrivals->pairs > 0)
		diagnostics_add(diagnostics, DIAGNOSTIC_NOTICE,
			"sends and receives of more than two ranks are not split into waits and "
			"transfer: the report does not say who sent to whom");
	if (left == 0)
		return;
	units_count(left, some, sizeof(some));
	units_count(left + arrivals->whole, all, sizeof(all));
	snprintf(text, sizeof(text),
		"%s of %s kernels of collectives are not split into waits and transfer: %s", some,
		all,
		arrivals->missing > 0 ? "not all of their ranks were found in the files"
				      : "the report does not say which ranks they connect (newer "
					"NCCL and PyTorch do)");
	diagnostics_add(diagnostics, DIAGNOSTIC_NOTICE, text);
}

void arrivals_finish(struct arrivals *arrivals, bool is_whole, struct diagnostics *diagnostics)
{
	is_whole &= arrivals->unread + arrivals->reports + arrivals->sums == 0;
	for (uint32_t i = 0; i < arrivals->groups.count; i++) {
		struct arrival_group *group = &arrivals->of_groups[i];

		group->is_whole = arrivals->groups.keys[i] != 0 && group->members > 1 &&
				  (group->size > 0 ? group->size == group->members : is_whole);
	}
	for (uint32_t i = 0; i < arrivals->keys.count; i++) {
		const struct arrival *arrival = &arrivals->list[i];
		const struct arrival_group *group = &arrivals->of_groups[arrival->group];
		uint64_t waits = arrival->sum_ns - arrival->count * arrival->least_ns;

		if (is_split(arrivals, arrival)) {
			arrivals->whole += arrival->count;
			arrivals->ranks[arrival->last].caused_ns += waits;
			arrivals->caused_ns += waits;
		} else if (arrival->is_pair) {
			arrivals->pairs += group->members > 1 ? arrival->count : 0;
		} else if (arrivals->groups.keys[arrival->group] == 0) {
			arrivals->unknown += group->members > 1 ? arrival->count : 0;
		} else if (group->size != 1) {
			arrivals->missing += arrival->count;
		}
	}
	report(arrivals, diagnostics);
}

/* Those who cause little are not named: each frame would be there for each of a thousand. */
static uint32_t name_wait(const struct arrivals *arrivals, uint32_t index, struct names *names)
{
	const struct arrival_rank *rank = &arrivals->ranks[index];
	const char *file = strrchr(rank->name, '/');
	char *text;
	uint32_t name;

	if (rank->caused_ns >= arrivals->caused_ns / 100)
		text = text_format("[waits for %s]", file != NULL ? file + 1 : rank->name);
	else
		text = text_format("[waits for other ranks]");
	name = names_intern(names, text, strlen(text));
	free(text);
	return name;
}

bool arrivals_split(const struct arrivals *arrivals, const struct trace *trace, int64_t **until,
	uint32_t **waiting, struct err *err)
{
	struct collectives found;

	if (!find_collectives(trace, &found, err))
		return false;
	*until = mem_zeroed(trace->op_count, sizeof(**until));
	*waiting = mem_nones(trace->op_count);
	for (size_t i = 0; i < found.count; i++) {
		const struct collective *one = &found.list[i];
		uint32_t at = idmap_find(&arrivals->keys, key_of(trace, one));
		const struct arrival *arrival = at != IDMAP_NONE ? &arrivals->list[at] : NULL;

		if (arrival == NULL || !is_split(arrivals, arrival))
			continue;
		(*until)[one->op] =
			(int64_t)((uint64_t)trace->ops[one->op].end - arrival->least_ns);
		(*waiting)[one->op] = name_wait(arrivals, arrival->last, trace->names);
	}
	free(found.list);
	return true;
}
