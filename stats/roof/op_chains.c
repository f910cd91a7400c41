#include "stats/roof/op_chains.h"

#include <stdlib.h>

#include "base/mem.h"
#include "collapse/fold/nest.h"

/* Each pair of an operation and a range takes time: refuse what may be quadratic. */
static bool check_pairs(uint64_t pairs, uint64_t ops, struct err *err)
{
	static const uint64_t most_more = 1 << 26, most_ranges = 256;

	return pairs <= most_more + ops * most_ranges ||
	       err_set(err, ERR_FORMAT, "too many operations in too many ranges, each in the next");
}

static bool add_chain(struct op_chains *chains, uint32_t range, uint32_t above, struct err *err)
{
	if (chains->count >= TRACE_NONE - 1)
		return err_set(err, ERR_FORMAT, "more than 2^32 ranges around operations");
	if (!mem_try_grow((void **)&chains->list, &chains->cap, chains->count + 1,
		    sizeof(*chains->list), err))
		return false;
	chains->list[chains->count++] = (struct op_chain){ range, above };
	return true;
}

/* `levels` has the chain of each level of the operation before, of which `same` still hold. */
static bool add_levels(struct op_chains *chains, const struct nest *nest, size_t same,
	uint32_t *levels, struct err *err)
{
	for (size_t i = same; i < nest->depth; i++) {
		if (!add_chain(chains, nest->ranges[i], i > 0 ? levels[i - 1] : 0, err))
			return false;
		levels[i] = (uint32_t)chains->count;
	}
	chains->of_op[nest->op] = nest->depth > 0 ? levels[nest->depth - 1] : 0;
	return true;
}

bool op_chains_init(struct op_chains *chains, const struct trace *trace, struct err *err)
{
	uint64_t pairs = 0, ops = 0;
	uint32_t *levels = NULL;
	size_t levels_cap = 0;
	struct nest nest;
	bool more, ok;

	*chains = (struct op_chains){ .of_op = mem_try_zeroed(
					      trace->op_count, sizeof(*chains->of_op), err) };
	if (chains->of_op == NULL)
		return false;
	if (!nest_init_adopting(&nest, trace, err)) {
		op_chains_release(chains);
		return false;
	}
	while ((ok = nest_next(&nest, &more, err)) && more) {
		pairs += nest.depth;
		ok = check_pairs(pairs, ++ops, err) &&
		     mem_try_grow(
			     (void **)&levels, &levels_cap, nest.depth, sizeof(*levels), err) &&
		     add_levels(chains, &nest, nest.same, levels, err);
		if (!ok)
			break;
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
