#include "stats/overview_ledger.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sum.h"

void ledger_release(struct ledger *ledger)
{
	idmap_release(&ledger->names);
	free(ledger->entries);
}

uint32_t ledger_find(struct ledger *ledger, uint32_t name)
{
	uint32_t had = ledger->names.count, index = idmap_add(&ledger->names, name);

	mem_need(ledger->entries, ledger->cap, ledger->names.count);
	if (ledger->names.count > had)
		ledger->entries[index] = (struct ledger_entry){ 0 };
	return index;
}
