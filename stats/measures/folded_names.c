#include "stats/measures/folded_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether the digits of [from, to) are part of a word: "h2d", "256x256", "AddmmBackward0". */
static bool is_of_word(const char *name, size_t len, size_t from, size_t to)
{
	static const char backward[] = "Backward";
	size_t word = sizeof(backward) - 1;

	if (to == from + 1 && from > 0 && to < len && is_letter(name[from - 1]) &&
		is_letter(name[to]))
		return true;
	if (from >= word && memcmp(name + from - word, backward, word) == 0)
		return true;
	if (to + 1 < len && name[to] == 'x' && is_digit(name[to + 1]) && name[from] != '0')
		return true;
	return from > 1 && name[from - 1] == 'x' && is_digit(name[from - 2]) &&
	       (from > 2 ? is_digit(name[from - 3]) : name[from - 2] != '0');
}

static uint32_t fold(struct names *names, uint32_t name)
{
	const struct name *from = &names->list[name];
	char *text = mem_zeroed((size_t)from->len + 1, 1);
	size_t used = 0;
	uint32_t folded;

	for (size_t i = 0, end; i < from->len; i = end) {
		end = i + 1;
		while (is_digit(from->text[i]) && end < from->len && is_digit(from->text[end]))
			end++;
		if (is_digit(from->text[i]) && !is_of_word(from->text, from->len, i, end)) {
			text[used++] = 'N';
			continue;
		}
		memcpy(text + used, from->text + i, end - i);
		used += end - i;
	}
	folded = names_intern(names, text, used);
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
