#include "base/names.h"

#include "base/chars.h"
#include "base/die.h"
#include "base/text.h"
#include "base/utf8.h"

enum { FIRST_SLOTS = 256 };

void names_init(struct names *names)
{
	*names = (struct names){ .seed = mem_hash_seed() };
}

void names_release(struct names *names)
{
	free(names->list);
	free(names->slots);
	arena_release(&names->arena);
	*names = (struct names){ 0 };
}

/* Keep the table at most half full. */
static bool reserve_slot(struct names *names)
{
	size_t size = names->slots != NULL ? (names->slot_mask + 1) * 2 : FIRST_SLOTS;
	uint32_t *slots;

	if (names->slots != NULL && (size_t)names->count * 2 < names->slot_mask)
		return true;
	slots = mem_may_zero(size, sizeof(*slots));
	if (slots == NULL)
		return false;
	for (uint32_t id = 0; id < names->count; id++) {
		size_t at = names->list[id].hash & (size - 1);

		while (slots[at] != 0)
			at = (at + 1) & (size - 1);
		slots[at] = id + 1;
	}
	free(names->slots);
	names->slots = slots;
	names->slot_mask = size - 1;
	return true;
}

static uint32_t add_name(
	struct names *names, const char *text, size_t len, uint32_t hash, size_t at)
{
	char *copy;

	if (len > NAME_MAX_BYTES || names->count >= NAME_NONE - 1 ||
		!mem_may_grow((void **)&names->list, &names->list_cap, (size_t)names->count + 1,
			sizeof(*names->list)))
		return NAME_NONE;
	copy = arena_may_copy(&names->arena, text, len);
	if (copy == NULL)
		return NAME_NONE;
	names->list[names->count] = (struct name){
		.text = copy, .len = (uint32_t)len, .hash = hash, .frame = NAME_NONE
	};
	names->slots[at] = names->count + 1;
	return names->count++;
}

/* The slot that holds the string, or the free one where it belongs. */
static size_t find_slot(const struct names *names, const char *text, size_t len, uint32_t hash)
{
	size_t at = hash & names->slot_mask;

	for (; names->slots[at] != 0; at = (at + 1) & names->slot_mask) {
		const struct name *name = &names->list[names->slots[at] - 1];

		if (name->hash == hash && name->len == len && memcmp(name->text, text, len) == 0)
			break;
	}
	return at;
}

uint32_t names_hash(const struct names *names, const char *text, size_t len)
{
	return (uint32_t)mem_hash(text, len, names->seed);
}

bool names_find(const struct names *names, const char *text, size_t len, uint32_t *id)
{
	size_t at;

	if (names->slots == NULL)
		return false;
	at = find_slot(names, text, len, names_hash(names, text, len));
	if (names->slots[at] == 0)
		return false;
	*id = names->slots[at] - 1;
	return true;
}

uint32_t names_may_intern_hashed(struct names *names, const char *text, size_t len, uint32_t hash)
{
	size_t at;

	if (text == NULL)
		text = "";
	if (!reserve_slot(names))
		return NAME_NONE;
	at = find_slot(names, text, len, hash);
	if (names->slots[at] == 0)
		return add_name(names, text, len, hash, at);
	return names->slots[at] - 1;
}

uint32_t names_may_intern(struct names *names, const char *text, size_t len)
{
	return names_may_intern_hashed(names, text, len, names_hash(names, text, len));
}

void names_die(const struct names *names, size_t len)
{
	if (len > NAME_MAX_BYTES)
		die("a name is longer than 1 GiB");
	if (names->count >= NAME_NONE - 1)
		die("there are more than 2^32 distinct names");
	mem_die();
}

/* Clean `raw`, and intern the result. */
static uint32_t intern_cleaned(struct names *names, uint32_t raw)
{
	static const char unnamed[] = "[unnamed]";
	const struct name *name = &names->list[raw];
	size_t len = name->len;
	uint32_t id;
	char *clean;

	/* as most are */
	if (len > 0 && text_is_plain(name->text, len, ';', ';') && name->text[0] != ' ' &&
		name->text[len - 1] != ' ')
		return raw;
	clean = mem_zeroed(len, UTF8_FRAME_GROWTH);
	len = utf8_clean_frame(name->text, len, clean);
	id = len == 0 ? names_intern(names, unnamed, sizeof(unnamed) - 1)
		      : names_intern(names, clean, len);
	free(clean);
	return id;
}

uint32_t names_frame(struct names *names, uint32_t name)
{
	if (names->list[name].frame == NAME_NONE) {
		uint32_t frame = intern_cleaned(names, name);

		names->list[name].frame = frame;
		names->list[frame].frame = frame;
	}
	return names->list[name].frame;
}

uint32_t names_intern_frame(struct names *names, const char *text, size_t len)
{
	return names_frame(names, names_intern(names, text, len));
}

int names_compare(const struct names *names, uint32_t a, uint32_t b)
{
	const struct name *left = &names->list[a], *right = &names->list[b];
	uint32_t shared = left->len < right->len ? left->len : right->len;
	int order = memcmp(left->text, right->text, shared);

	if (order != 0)
		return order;
	return (left->len > right->len) - (left->len < right->len);
}

/* Where an address that begins at `at`, "0x7f12c0de", ends; `at` itself: none does. */
static size_t address_end(const char *name, size_t len, size_t at)
{
	size_t end = at + 2;

	if (end >= len || name[at] != '0' || name[at + 1] != 'x' ||
		(at > 0 && (is_digit(name[at - 1]) || is_letter(name[at - 1]))))
		return at;
	while (end < len && (is_digit(name[end]) || (name[end] >= 'a' && name[end] <= 'f')))
		end++;
	return end > at + 2 ? end : at;
}

/* Whether the digits [from, to) are a side of a size, "256x256". */
static bool is_of_size(const char *name, size_t len, size_t from, size_t to)
{
	if (to + 1 < len && name[to] == 'x' && is_digit(name[to + 1]) && name[from] != '0')
		return true;
	if (from < 2 || name[from - 1] != 'x' || !is_digit(name[from - 2]))
		return false;
	for (from -= 2; from > 0 && is_digit(name[from - 1]); from--)
		;
	return name[from] != '0';
}

/* Whether the digits [from, to) belong to a word, "h2d", "Conv2d" or "AddmmBackward0". */
static bool is_of_word(const char *name, size_t len, size_t from, size_t to)
{
	static const char backward[] = "Backward";
	const size_t word = sizeof(backward) - 1;

	if (from >= word && memcmp(name + from - word, backward, word) == 0)
		return true;
	if (to - from > 1 || from == 0 || to == len || !is_letter(name[from - 1]) ||
		!is_letter(name[to]))
		return false;
	/* the only digit of its word */
	while (from > 0 && is_letter(name[from - 1]))
		from--;
	while (to < len && is_letter(name[to]))
		to++;
	return (from == 0 || !is_digit(name[from - 1])) && (to == len || !is_digit(name[to]));
}

size_t names_mask_numbers(const char *name, size_t len, char *out)
{
	size_t used = 0;

	for (size_t i = 0, end; i < len; i = end) {
		if (!is_digit(name[i])) {
			out[used++] = name[i];
			end = i + 1;
			continue;
		}
		for (end = address_end(name, len, i); end < len && is_digit(name[end]); end++)
			;
		if (!is_of_size(name, len, i, end) && !is_of_word(name, len, i, end)) {
			out[used++] = 'N';
			continue;
		}
		memcpy(out + used, name + i, end - i);
		used += end - i;
	}
	return used;
}

static bool is_number(char c)
{
	return is_digit(c) || c == 'N';
}

static const char *number_end(const char *at)
{
	return *at == 'N' ? at + 1 : at + strspn(at, "0123456789");
}

bool names_alike(const char *a, const char *b)
{
	while (*a != '\0' && *b != '\0') {
		if (is_number(*a) && is_number(*b)) {
			a = number_end(a);
			b = number_end(b);
		} else if (*a++ != *b++) {
			return false;
		}
	}
	return *a == *b;
}

uint32_t names_masked(struct names *names, uint32_t name)
{
	const struct name *from = &names->list[name];
	char *text = mem_zeroed((size_t)from->len + 1, 1);
	uint32_t masked =
		names_intern(names, text, names_mask_numbers(from->text, from->len, text));

	free(text);
	return masked;
}
