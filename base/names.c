#include "base/names.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"

enum { NAME_MAX_BYTES = 1 << 30, FIRST_SLOTS = 256 };

void names_init(struct names *names)
{
	*names = (struct names){ .seed = mem_hash_seed() };
}

void names_release(struct names *names)
{
	if (!names->forked) {
		free(names->list);
		free(names->slots);
	}
	arena_release(&names->arena);
	*names = (struct names){ 0 };
}

void names_fork(struct names *fork, const struct names *of)
{
	*fork = *of;
	fork->arena = (struct arena){ 0 };
	fork->forked = of->slots != NULL;
}

/* A fork has a list of its own once it changes. */
static bool own_list(struct names *names, struct err *err)
{
	struct name *list;
	uint32_t *slots;

	if (!names->forked)
		return true;
	list = mem_try_zeroed(names->list_cap, sizeof(*list), err);
	slots = mem_try_zeroed(names->slot_mask + 1, sizeof(*slots), err);
	if (list == NULL || slots == NULL) {
		free(list);
		free(slots);
		return false;
	}
	names->list = memcpy(list, names->list, names->count * sizeof(*list));
	names->slots = memcpy(slots, names->slots, (names->slot_mask + 1) * sizeof(*slots));
	names->forked = false;
	return true;
}

/* Keep the table at most half full. */
static bool reserve_slot(struct names *names, struct err *err)
{
	size_t size = names->slots != NULL ? (names->slot_mask + 1) * 2 : FIRST_SLOTS;
	uint32_t *slots;

	if (names->slots != NULL && (size_t)names->count * 2 < names->slot_mask)
		return true;
	slots = mem_try_zeroed(size, sizeof(*slots), err);
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

static bool add_name(struct names *names, const char *text, size_t len, uint32_t hash, size_t at,
	uint32_t *id, struct err *err)
{
	char *copy;

	if (len > NAME_MAX_BYTES)
		return err_set(err, ERR_FORMAT, "a name of %zu bytes; the maximum is 1 GiB", len);
	if (names->count >= NAME_NONE - 1)
		return err_set(err, ERR_FORMAT, "more than 2^32 distinct names");
	if (!mem_try_grow((void **)&names->list, &names->list_cap, (size_t)names->count + 1,
		    sizeof(*names->list), err))
		return false;
	copy = arena_try_copy(&names->arena, text, len, err);
	if (copy == NULL)
		return false;
	*id = names->count++;
	names->list[*id] = (struct name){
		.text = copy, .len = (uint32_t)len, .hash = hash, .frame = NAME_NONE
	};
	names->slots[at] = *id + 1;
	return true;
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

bool names_try_intern_hashed(struct names *names, const char *text, size_t len, uint32_t hash,
	uint32_t *id, struct err *err)
{
	size_t at;

	if (text == NULL)
		text = "";
	if (!names->forked && !reserve_slot(names, err))
		return false;
	at = find_slot(names, text, len, hash);
	if (names->slots[at] == 0 && names->forked) {
		if (!own_list(names, err) || !reserve_slot(names, err))
			return false;
		at = find_slot(names, text, len, hash);
	}
	if (names->slots[at] == 0)
		return add_name(names, text, len, hash, at, id, err);
	*id = names->slots[at] - 1;
	return true;
}

bool names_try_intern(
	struct names *names, const char *text, size_t len, uint32_t *id, struct err *err)
{
	return names_try_intern_hashed(names, text, len, names_hash(names, text, len), id, err);
}

/* Clean `raw`, which is not a valid frame, and intern the result. */
static bool intern_cleaned(struct names *names, uint32_t raw, uint32_t *id, struct err *err)
{
	static const char unnamed[] = "[unnamed]";
	const struct name *name = &names->list[raw];
	size_t len = name->len;
	char *clean;
	bool ok;

	if (utf8_is_frame(name->text, len)) {
		*id = raw;
		return true;
	}
	clean = malloc(len * UTF8_FRAME_GROWTH + 1);
	if (clean == NULL)
		return err_nomem(err);
	len = utf8_clean_frame(name->text, len, clean);
	if (len == 0)
		ok = names_try_intern(names, unnamed, sizeof(unnamed) - 1, id, err);
	else
		ok = names_try_intern(names, clean, len, id, err);
	free(clean);
	return ok;
}

bool names_try_frame(struct names *names, uint32_t name, uint32_t *frame, struct err *err)
{
	if (names->list[name].frame == NAME_NONE) {
		if (!own_list(names, err) || !intern_cleaned(names, name, frame, err))
			return false;
		names->list[name].frame = *frame;
		names->list[*frame].frame = *frame;
	}
	*frame = names->list[name].frame;
	return true;
}

bool names_try_intern_frame(
	struct names *names, const char *text, size_t len, uint32_t *id, struct err *err)
{
	uint32_t name;

	return names_try_intern(names, text, len, &name, err) &&
	       names_try_frame(names, name, id, err);
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
