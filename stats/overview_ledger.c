#include "stats/overview_ledger.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sum.h"

void ledger_release(struct ledger *ledger)
{
	idmap_release(&ledger->names);
	free(ledger->entries);
}

bool ledger_find(struct ledger *ledger, uint32_t name, uint32_t *index, struct err *err)
{
	uint32_t had = ledger->names.count;

	if (!mem_try_grow((void **)&ledger->entries, &ledger->cap, (size_t)had + 1,
		    sizeof(*ledger->entries), err) ||
		!idmap_try_add(&ledger->names, name, index, err))
		return false;
	if (ledger->names.count > had)
		ledger->entries[*index] = (struct ledger_entry){ 0 };
	return true;
}

bool ledger_add(struct ledger *ledger, uint32_t name, uint64_t ns, uint64_t count, struct err *err)
{
	uint32_t index;

	return ledger_find(ledger, name, &index, err) &&
	       sum_add(&ledger->entries[index].ns, ns, err) &&
	       sum_add(&ledger->entries[index].count, count, err);
}
