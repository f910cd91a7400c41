#ifndef STATS_OVERVIEW_LEDGER_H
#define STATS_OVERVIEW_LEDGER_H

#include "base/idmap.h"

/* Time by name: of kernels, and of ranges. */
struct ledger_entry {
	uint64_t ns, count;
	bool is_open; /* a range of the name is around the current operation */
};

struct ledger {
	struct idmap names; /* by entry */
	struct ledger_entry *entries;
	size_t cap;
};

/* Begin with a zeroed struct. */
void ledger_release(struct ledger *ledger);

/* The entry of a name, made if it is missing. */
uint32_t ledger_find(struct ledger *ledger, uint32_t name);

/* Add operations, which are part of a sum that was checked. */
static inline void ledger_add_to(struct ledger_entry *entry, uint64_t ns, uint64_t count)
{
	entry->ns += ns;
	entry->count += count;
}

#endif /* STATS_OVERVIEW_LEDGER_H */
