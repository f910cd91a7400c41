#ifndef TESTS_UNIT_MADE_TRACE_H
#define TESTS_UNIT_MADE_TRACE_H

#include "collapse/model/trace.h"
#include "tests/unit/test.h"

/* A hand-made trace: ranges and launches of numbered threads. */
struct made {
	struct names names;
	struct trace trace;
};

static inline void made_init(struct made *made)
{
	names_init(&made->names);
	trace_init(&made->trace, &made->names);
}

static inline void made_release(struct made *made)
{
	trace_release(&made->trace);
	names_release(&made->names);
}

static inline void made_range(struct made *made, uint64_t thread, int64_t start, int64_t end)
{
	struct range *range = trace_add_range(&made->trace);

	assert_non_null(range);
	*range = (struct range){ .start = start, .end = end, .name = NAME_NONE };
	range->thread = trace_add_thread(&made->trace, thread, 0);
}

static inline void made_op(struct made *made, uint64_t thread, const struct op *op)
{
	struct op *added = trace_add_op(&made->trace);

	assert_non_null(added);
	*added = *op;
	added->thread = trace_add_thread(&made->trace, thread, 0);
}

#endif /* TESTS_UNIT_MADE_TRACE_H */
