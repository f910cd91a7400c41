#include "stats/parts/folded_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

static bool fold(struct names *names, uint32_t name, uint32_t *result, struct err *err)
{
	const struct name *from = &names->list[name];
	struct text text = { 0 };
	bool ok = true;

	for (size_t i = 0; ok && i < from->len;) {
		size_t digits = strspn(from->text + i, "0123456789");

		ok = digits > 0 ? text_try_add(&text, "N", 1, err)
				: text_try_add(&text, from->text + i, 1, err);
		i += digits > 0 ? digits : 1;
	}
	ok = ok && names_try_intern(names, text.len > 0 ? text.bytes : "", text.len, result, err);
	text_release(&text);
	return ok;
}

bool folded_names_find(struct folded_names *folded, struct names *names, uint32_t name,
	uint32_t *result, struct err *err)
{
	uint32_t index, had = folded->keys.count;

	if (!mem_try_grow((void **)&folded->list, &folded->cap, (size_t)had + 1,
		    sizeof(*folded->list), err) ||
		!idmap_try_add(&folded->keys, name, &index, err))
		return false;
	if (folded->keys.count > had) {
		folded->list[index] = name;
		if (!fold(names, name, &folded->list[index], err))
			return false;
	}
	*result = folded->list[index];
	return true;
}

void folded_names_release(struct folded_names *folded)
{
	idmap_release(&folded->keys);
	free(folded->list);
	*folded = (struct folded_names){ 0 };
}
