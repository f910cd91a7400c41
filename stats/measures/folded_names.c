#include "stats/measures/folded_names.h"

#include "base/text.h"

uint32_t folded_names_readable(struct rules *rules, uint32_t name)
{
	struct text path = { 0 };
	struct verdict verdict;
	struct err err = { 0 }; /* a name that takes too long stays */

	if (!rules_apply(rules, FRAME_RANGE, name, &verdict, &err) || verdict.drop)
		return name;
	text_add_string(&path, rules->names->list[verdict.frame].text);
	for (char *at = path.bytes; (at = strchr(at, ';')) != NULL;)
		*at = '/';
	name = names_intern(rules->names, path.bytes, path.len);
	text_release(&path);
	return name;
}

uint32_t folded_names_find(struct folded_names *folded, struct names *names, uint32_t name)
{
	uint32_t had = folded->keys.count, index = idmap_add(&folded->keys, name);

	mem_need(folded->list, folded->cap, folded->keys.count);
	if (folded->keys.count > had) {
		if (folded->rules != NULL)
			name = folded_names_readable(folded->rules, name);
		folded->list[index] = names_masked(names, name);
	}
	return folded->list[index];
}

void folded_names_release(struct folded_names *folded)
{
	idmap_release(&folded->keys);
	free(folded->list);
	*folded = (struct folded_names){ 0 };
}
