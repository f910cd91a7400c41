#ifndef BASE_IDMAP_H
#define BASE_IDMAP_H

#include "base/mem.h"

/*
 * Maps 64-bit ids of a file to indices, counted from 0 in the order in which
 * they were first met. A zeroed struct is an empty map.
 */
struct idmap {
	uint64_t *keys; /* by index */
	uint32_t count;
	size_t keys_cap;
	uint32_t *slots; /* index + 1, 0: free */
	size_t slot_mask;
};

#define IDMAP_NONE UINT32_MAX

/* The index of `key`, which is added if it is new; may: or IDMAP_NONE, without memory. */
uint32_t idmap_may_add(struct idmap *map, uint64_t key) MUST_CHECK;

static inline uint32_t idmap_add(struct idmap *map, uint64_t key)
{
	uint32_t index = idmap_may_add(map, key);

	if (index == IDMAP_NONE)
		mem_die();
	return index;
}

/* The index of `key`, or IDMAP_NONE. */
uint32_t idmap_find(const struct idmap *map, uint64_t key);

void idmap_release(struct idmap *map);

#endif /* BASE_IDMAP_H */
