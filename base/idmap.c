#include "base/idmap.h"

enum { FIRST_SLOTS = 64 };

/*
 * Ids that are counted up from the first one, as most are, are found without their slot: the index,
 * or IDMAP_NONE where that is not known.
 */
static uint32_t find_counted(const struct idmap *map, uint64_t key)
{
	uint64_t index = map->count > 0 ? key - map->keys[0] : IDMAP_NONE;

	return index < map->count && map->keys[index] == key ? (uint32_t)index : IDMAP_NONE;
}

static size_t find_slot(const struct idmap *map, uint64_t key)
{
	size_t at = (size_t)mem_mix64(key) & map->slot_mask;

	while (map->slots[at] != 0 && map->keys[map->slots[at] - 1] != key)
		at = (at + 1) & map->slot_mask;
	return at;
}

static bool reserve_slot(struct idmap *map)
{
	size_t size = map->slots != NULL ? (map->slot_mask + 1) * 2 : FIRST_SLOTS;
	uint32_t *slots;

	if (map->slots != NULL && (size_t)map->count * 2 < map->slot_mask)
		return true;
	slots = mem_may_zero(size, sizeof(*slots));
	if (slots == NULL)
		return false;
	free(map->slots);
	map->slots = slots;
	map->slot_mask = size - 1;
	for (uint32_t i = 0; i < map->count; i++)
		slots[find_slot(map, map->keys[i])] = i + 1;
	return true;
}

uint32_t idmap_may_add(struct idmap *map, uint64_t key)
{
	uint32_t index = find_counted(map, key);
	size_t at;

	if (index != IDMAP_NONE)
		return index;
	if (!reserve_slot(map))
		return IDMAP_NONE;
	at = find_slot(map, key);
	if (map->slots[at] == 0) {
		if (map->count == IDMAP_NONE - 1 ||
			!mem_may_grow((void **)&map->keys, &map->keys_cap, (size_t)map->count + 1,
				sizeof(*map->keys)))
			return IDMAP_NONE;
		map->keys[map->count++] = key;
		map->slots[at] = map->count;
	}
	return map->slots[at] - 1;
}

uint32_t idmap_find(const struct idmap *map, uint64_t key)
{
	uint32_t counted = find_counted(map, key), slot;

	if (counted != IDMAP_NONE)
		return counted;
	slot = map->slots != NULL ? map->slots[find_slot(map, key)] : 0;
	return slot != 0 ? slot - 1 : IDMAP_NONE;
}

void idmap_release(struct idmap *map)
{
	free(map->keys);
	free(map->slots);
	*map = (struct idmap){ 0 };
}
