#include "stats/measures/folded_names.h"

#include <stdlib.h>

#include "base/mem.h"

uint32_t folded_names_find(struct folded_names *folded, struct names *names, uint32_t name)
{
	uint32_t had = folded->keys.count, index = idmap_add(&folded->keys, name);

	mem_need(folded->list, folded->cap, folded->keys.count);
	if (folded->keys.count > had)
		folded->list[index] = names_masked(names, name);
	return folded->list[index];
}

void folded_names_release(struct folded_names *folded)
{
	idmap_release(&folded->keys);
	free(folded->list);
	*folded = (struct folded_names){ 0 };
}
