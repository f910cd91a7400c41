#include "stats/measures/folded_names.h"

#include <stdlib.h>

#include "base/mem.h"

static uint32_t fold(struct names *names, uint32_t name)
{
	const struct name *from = &names->list[name];
	char *text = mem_zeroed((size_t)from->len + 1, 1);
	uint32_t folded =
		names_intern(names, text, names_mask_numbers(from->text, from->len, text));

	free(text);
	return folded;
}

uint32_t folded_names_find(struct folded_names *folded, struct names *names, uint32_t name)
{
	uint32_t had = folded->keys.count, index = idmap_add(&folded->keys, name);

	mem_need(folded->list, folded->cap, folded->keys.count);
	if (folded->keys.count > had)
		folded->list[index] = fold(names, name);
	return folded->list[index];
}

void folded_names_release(struct folded_names *folded)
{
	idmap_release(&folded->keys);
	free(folded->list);
	*folded = (struct folded_names){ 0 };
}
