#ifndef BASE_IDMAP_H
#define BASE_IDMAP_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

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

/* The index of `key`, which is added if it is new. ERR_NOMEM. */
bool idmap_try_add(struct idmap *map, uint64_t key, uint32_t *index, struct err *err) MUST_CHECK;

/* The same where memory that runs out ends the command. */
uint32_t idmap_add(struct idmap *map, uint64_t key);

/* The index of `key`, or IDMAP_NONE. */
uint32_t idmap_find(const struct idmap *map, uint64_t key);

void idmap_release(struct idmap *map);

#endif /* BASE_IDMAP_H */
