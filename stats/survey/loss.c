#include "stats/survey/loss.h"

#include "base/text.h"

void loss_init(struct lost *loss, const struct names *names)
{
	*loss = (struct lost){
		.names = names, .step = NAME_NONE, .place = NAME_NONE, .open_step = NAME_NONE
	};
}

void ledger_release(struct ledger *ledger)
{
	idmap_release(&ledger->names);
	free(ledger->entries);
}

uint32_t ledger_find(struct ledger *ledger, uint64_t name)
{
	uint32_t had = ledger->names.count, index = idmap_add(&ledger->names, name);

	mem_need(ledger->entries, ledger->cap, ledger->names.count);
	if (ledger->names.count > had)
		ledger->entries[index] = (struct ledger_entry){ 0 };
	return index;
}

void ledger_add(struct ledger *ledger, uint64_t name, uint64_t ns)
{
	uint32_t index = ledger_find(ledger, name);

	ledger->entries[index].ns = loss_sum(ledger->entries[index].ns, ns);
}

/* Keep the step or place with the most, so that the order of files does not matter. */
static void keep(
	const struct names *names, uint32_t name, uint64_t ns, uint32_t *kept, uint64_t *kept_ns)
{
	if (name == NAME_NONE || ns == 0 || ns < *kept_ns)
		return;
	if (ns == *kept_ns &&
		text_compare_numbers(names->list[name].text, names->list[*kept].text) >= 0)
		return;
	*kept = name;
	*kept_ns = ns;
}

void loss_add(struct lost *loss, uint64_t ns, const struct loss_where *where)
{
	uint64_t longest;

	if (ns == 0)
		return;
	loss->ns = loss_sum(loss->ns, ns);
	loss->count += where->count > 0 ? where->count : 1;
	longest = where->count > 0 ? where->longest : ns;
	if (longest > loss->longest)
		loss->longest = longest;
	if (where->step != loss->open_step) {
		loss->open_step = where->step;
		loss->open_ns = 0;
	}
	loss->open_ns = loss_sum(loss->open_ns, ns);
	keep(loss->names, where->step, loss->open_ns, &loss->step, &loss->step_ns);
	ledger_add(&loss->places, loss_place(where->range, where->op), ns);
}

void loss_end_place(struct lost *loss, uint32_t place)
{
	keep(loss->names, place, loss->ns - loss->begun_ns, &loss->place, &loss->place_ns);
	loss->begun_ns = loss->ns;
	loss->open_step = NAME_NONE;
	loss->open_ns = 0;
}

uint32_t loss_top(const struct names *names, const struct ledger *ledger, uint64_t *ns)
{
	uint32_t top = NAME_NONE;

	*ns = 0;
	for (uint32_t i = 0; i < ledger->names.count; i++) {
		uint32_t name = (uint32_t)ledger->names.keys[i];
		uint64_t has = ledger->entries[i].ns;
		bool is_equal = has == *ns && top != NAME_NONE && name != NAME_NONE;

		if (has > *ns || (is_equal && names_compare(names, name, top) < 0)) {
			*ns = has;
			top = name;
		}
	}
	return top;
}

struct loss_top loss_find_top(const struct lost *loss)
{
	const struct ledger *places = &loss->places;
	struct ledger ranges = { 0 }, ops = { 0 };
	struct loss_top top;
	enum { LEAST_PART = 10 }; /* less of it is no place */

	for (uint32_t i = 0; i < places->names.count; i++) {
		if (places->names.keys[i] >> 32 != NAME_NONE)
			ledger_add(&ranges, places->names.keys[i] >> 32, places->entries[i].ns);
	}
	top.range = loss_top(loss->names, &ranges, &top.range_ns);
	if (top.range_ns < loss->ns / LEAST_PART)
		top.range = NAME_NONE;
	for (uint32_t i = 0; i < places->names.count; i++) {
		if (top.range == NAME_NONE || places->names.keys[i] >> 32 == top.range)
			ledger_add(&ops, (uint32_t)places->names.keys[i], places->entries[i].ns);
	}
	top.op = loss_top(loss->names, &ops, &top.op_ns);
	ledger_release(&ranges);
	ledger_release(&ops);
	return top;
}
