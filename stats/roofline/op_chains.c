#include "stats/roofline/op_chains.h"

#include <stdlib.h>

#include "base/die.h"
#include "base/mem.h"
#include "collapse/fold/nest.h"

/* Each pair of an operation and a range takes time: refuse what may be quadratic. */
static bool check_pairs(uint64_t pairs, uint64_t ops, struct err *err)
{
	static const uint64_t most_more = 1 << 26, most_ranges = 256;

	return pairs <= most_more + ops * most_ranges ||
	       err_set(err, ERR_FORMAT, "too many operations in too many ranges, each in the next");
}

/* `levels` has the chain of each level of the operation before, of which `same` still hold. */
static void add_levels(
	struct op_chains *chains, const struct nest *nest, size_t same, uint32_t *levels)
{
	for (size_t i = same; i < nest->depth; i++) {
		if (chains->count >= TRACE_NONE - 1)
			die("there are more than 2^32 ranges around operations");
		mem_need(chains->list, chains->cap, chains->count + 1);
		chains->list[chains->count++] =
			(struct op_chain){ nest->ranges[i], i > 0 ? levels[i - 1] : 0 };
		levels[i] = (uint32_t)chains->count;
	}
	chains->of_op[nest->op] = nest->depth > 0 ? levels[nest->depth - 1] : 0;
}

bool op_chains_init(struct op_chains *chains, const struct trace *trace, struct err *err)
{
	uint64_t pairs = 0, ops = 0;
	uint32_t *levels = NULL;
	size_t levels_cap = 0;
	struct nest nest;
	bool ok = true;

	*chains = (struct op_chains){ 0 };
	nest_init_adopting(&nest, trace);
	chains->of_op = mem_zeroed(trace->op_count, sizeof(*chains->of_op));
	while (nest_next(&nest)) {
		pairs += nest.depth;
		ok = check_pairs(pairs, ++ops, err);
		if (!ok)
			break;
		mem_need(levels, levels_cap, nest.depth);
		add_levels(chains, &nest, nest.same, levels);
	}
	nest_release(&nest);
	free(levels);
	if (!ok)
		op_chains_release(chains);
	return ok;
}

void op_chains_release(struct op_chains *chains)
{
	free(chains->list);
	free(chains->of_op);
	*chains = (struct op_chains){ 0 };
}
