#include "stats/parts/range_prefix.h"

#include <stdlib.h>

#include "base/idmap.h"
#include "base/mem.h"
#include "base/text.h"
#include "collapse/fold/nest.h"

/* Names by the pair of names that they were made of. */
struct prefixed {
	struct idmap pairs;
	uint32_t *names; /* by pair */
	size_t cap;
};

static bool join(
	struct names *names, uint32_t range, uint32_t kernel, uint32_t *joined, struct err *err)
{
	const struct name *first = &names->list[range], *second = &names->list[kernel];
	struct text text = { 0 };
	bool ok = text_try_add(&text, first->text, first->len, err) &&
		  text_try_add(&text, "/", 1, err) &&
		  text_try_add(&text, second->text, second->len, err) &&
		  names_try_intern(names, text.bytes, text.len, joined, err);

	text_release(&text);
	return ok;
}

static bool find_joined(struct prefixed *prefixed, struct names *names, uint32_t range,
	uint32_t kernel, uint32_t *joined, struct err *err)
{
	uint32_t index, had = prefixed->pairs.count;

	if (!mem_try_grow((void **)&prefixed->names, &prefixed->cap, (size_t)had + 1,
		    sizeof(*prefixed->names), err) ||
		!idmap_try_add(&prefixed->pairs, (uint64_t)range << 32 | kernel, &index, err))
		return false;
	if (index == had && !join(names, range, kernel, &prefixed->names[index], err))
		return false;
	*joined = prefixed->names[index];
	return true;
}

bool range_prefix_kernels(struct trace *trace, struct err *err)
{
	struct prefixed prefixed = { 0 };
	struct nest nest;
	bool ok = true;

	nest_init_adopting(&nest, trace);
	while (nest_next(&nest)) {
		uint32_t *kernel = &trace->ops[nest.op].name, range;

		if (nest.op >= trace->op_end[OP_KERNEL] || nest.depth == 0)
			continue;
		range = trace->ranges[nest.ranges[nest.depth - 1]].name;
		if (range == NAME_NONE || *kernel == NAME_NONE)
			continue;
		ok = find_joined(&prefixed, trace->names, range, *kernel, kernel, err);
		if (!ok)
			break;
	}
	nest_release(&nest);
	idmap_release(&prefixed.pairs);
	free(prefixed.names);
	return ok;
}
