#ifndef STATS_ROOFLINE_OP_CHAINS_H
#define STATS_ROOFLINE_OP_CHAINS_H

#include "collapse/model/trace.h"

/*
 * The ranges around each operation, so that operations can be visited in another order than that
 * of their launches: chains from the innermost to the outermost, which share their outer parts.
 */
struct op_chain {
	uint32_t range, above; /* above: index + 1 of the next one; 0: none */
};

struct op_chains {
	struct op_chain *list; /* each after the one above it */
	size_t count, cap;
	uint32_t *of_op; /* by op: index + 1 of its innermost; 0: in no range */
};

/*
 * As nest_init_adopting(). ERR_NOMEM; ERR_FORMAT where operations are in so many ranges, each in
 * the next, that visiting all would take too long.
 */
bool op_chains_init(
	struct op_chains *chains, const struct trace *trace, struct err *err) MUST_CHECK;
void op_chains_release(struct op_chains *chains);

#endif /* STATS_ROOFLINE_OP_CHAINS_H */
