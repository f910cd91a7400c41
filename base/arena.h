#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/mem.h"

struct arena_chunk;

/*
 * Memory that is freed all at once. A zeroed struct is an empty arena.
 * Unallocated bytes are poisoned under AddressSanitizer.
 */
struct arena {
	struct arena_chunk *chunks; /* newest first */
	char *free;                 /* the newest chunk's unused part */
	size_t left;                /* its bytes */
};

/* `size` bytes, aligned for any object, not cleared; may: or NULL. */
void *arena_may_alloc(struct arena *arena, size_t size) MUST_CHECK;

static inline void *arena_alloc(struct arena *arena, size_t size)
{
	return mem_must(arena_may_alloc(arena, size));
}

/* A copy of `len` bytes with a NUL after them, unaligned; may: or NULL. */
char *arena_may_copy(struct arena *arena, const char *bytes, size_t len) MUST_CHECK;

/* Free everything; the arena is then empty and may be used again. */
void arena_release(struct arena *arena);

#endif /* BASE_ARENA_H */
