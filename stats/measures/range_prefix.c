#include "stats/measures/range_prefix.h"

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

static uint32_t join(struct names *names, uint32_t range, uint32_t kernel)
{
	const struct name *first = &names->list[range], *second = &names->list[kernel];
	struct text text = { 0 };
	uint32_t joined;

	text_add(&text, first->text, first->len);
	text_add(&text, "/", 1);
	text_add(&text, second->text, second->len);
	joined = names_intern(names, text.bytes, text.len);
	text_release(&text);
	return joined;
}

static uint32_t find_joined(
	struct prefixed *prefixed, struct names *names, uint32_t range, uint32_t kernel)
{
	uint32_t had = prefixed->pairs.count;
	uint32_t index = idmap_add(&prefixed->pairs, (uint64_t)range << 32 | kernel);

	mem_need(prefixed->names, prefixed->cap, prefixed->pairs.count);
	if (prefixed->pairs.count > had)
		prefixed->names[index] = join(names, range, kernel);
	return prefixed->names[index];
}

void range_prefix_kernels(struct trace *trace)
{
	struct prefixed prefixed = { 0 };
	struct nest nest;

	nest_init_adopting(&nest, trace);
	while (nest_next(&nest)) {
		uint32_t *kernel = &trace->ops[nest.op].name, range;

		if (nest.op >= trace->op_end[OP_KERNEL] || nest.depth == 0)
			continue;
		range = trace->ranges[nest.ranges[nest.depth - 1]].name;
		if (range != NAME_NONE && *kernel != NAME_NONE)
			*kernel = find_joined(&prefixed, trace->names, range, *kernel);
	}
	nest_release(&nest);
	idmap_release(&prefixed.pairs);
	free(prefixed.names);
}
