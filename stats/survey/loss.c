#include "stats/survey/loss.h"

#include <stdlib.h>

#include "base/mem.h"

void loss_init(struct lost *loss)
{
	*loss = (struct lost){ .step = NAME_NONE, .place = NAME_NONE, .open_step = NAME_NONE };
}

void loss_release(struct lost *loss)
{
	idmap_release(&loss->ranges.names);
	idmap_release(&loss->ops.names);
	free(loss->ranges.ns);
	free(loss->ops.ns);
	loss_init(loss);
}

static bool add_to(struct loss_ledger *ledger, uint32_t name, uint64_t ns, struct err *err)
{
	uint32_t index, had = ledger->names.count;

	if (name == NAME_NONE)
		return true;
	if (!mem_grow((void **)&ledger->ns, &ledger->cap, (size_t)had + 1, sizeof(*ledger->ns),
		    err) ||
		!idmap_add(&ledger->names, name, &index, err))
		return false;
	if (ledger->names.count > had)
		ledger->ns[index] = 0;
	ledger->ns[index] = loss_sum(ledger->ns[index], ns);
	return true;
}

bool loss_add(struct lost *loss, uint64_t ns, const struct loss_where *where, struct err *err)
{
	if (ns == 0)
		return true;
	loss->ns = loss_sum(loss->ns, ns);
	loss->count++;
	if (ns > loss->longest)
		loss->longest = ns;
	if (where->step != loss->open_step) {
		loss->open_step = where->step;
		loss->open_ns = 0;
	}
	loss->open_ns = loss_sum(loss->open_ns, ns);
	if (where->step != NAME_NONE && loss->open_ns > loss->step_ns) {
		loss->step = where->step;
		loss->step_ns = loss->open_ns;
	}
	return add_to(&loss->ranges, where->range, ns, err) &&
	       add_to(&loss->ops, where->op, ns, err);
}

bool loss_add_range(struct lost *loss, uint32_t range, uint64_t ns, struct err *err)
{
	return add_to(&loss->ranges, range, ns, err);
}

void loss_end_place(struct lost *loss, uint32_t place)
{
	uint64_t ns = loss->ns - loss->begun_ns;

	if (ns > loss->place_ns) {
		loss->place = place;
		loss->place_ns = ns;
	}
	loss->begun_ns = loss->ns;
	loss->open_step = NAME_NONE;
	loss->open_ns = 0;
}

uint32_t loss_top(const struct loss_ledger *ledger, uint64_t *ns)
{
	uint32_t top = NAME_NONE;

	*ns = 0;
	for (uint32_t i = 0; i < ledger->names.count; i++) {
		if (ledger->ns[i] > *ns) {
			*ns = ledger->ns[i];
			top = (uint32_t)ledger->names.keys[i];
		}
	}
	return top;
}
