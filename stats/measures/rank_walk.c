#include "stats/measures/rank_walk.h"

#include "base/mem.h"

uint32_t rank_walk_place(const struct rank_walk *walk, size_t op)
{
	return walk->place_of[trace_op_process(walk->trace, op)];
}

bool rank_walk_counts(const struct rank_walk *walk, size_t op)
{
	return walk->trace->sums != NULL || op_steps_count(&walk->steps, walk->trace, op);
}

uint32_t rank_walk_add(struct rank_walk *walk, enum rank_fact_what what, uint32_t place)
{
	struct rank_facts *facts = walk->facts;

	mem_need(facts->list, facts->cap, facts->count + 1);
	facts->list[facts->count] = (struct rank_fact){
		.what = what, .place = place, .name = NAME_NONE, .step = RANK_UNKNOWN
	};
	return (uint32_t)facts->count++;
}

/* The fact of a place with such a key, below 2^34, and which one it is of its kind; new: zeroes. */
struct rank_fact *rank_walk_find(
	struct rank_walk *walk, enum rank_fact_what what, uint32_t place, uint64_t key)
{
	uint64_t wide = ((uint64_t)place * FACT_WHATS + what) << 34 | key;
	uint32_t had = walk->keys.count, index = idmap_add(&walk->keys, wide);

	mem_need(walk->fact_of_key, walk->fact_cap, walk->keys.count);
	if (index == had)
		walk->fact_of_key[index] = rank_walk_add(walk, what, place);
	return &walk->facts->list[walk->fact_of_key[index]];
}

struct rank_fact *rank_walk_time(
	struct rank_walk *walk, uint32_t place, enum rank_time_kind kind, uint32_t name)
{
	struct rank_fact *fact =
		rank_walk_find(walk, FACT_TIME, place, (uint64_t)kind << 32 | name);

	fact->kind = kind;
	fact->name = name;
	return fact;
}
