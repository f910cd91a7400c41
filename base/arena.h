#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

#include "base/err.h"

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

/* `size` bytes, aligned for any object not cleared; NULL and ERR_NOMEM on failure. */
void *arena_try_alloc(struct arena *arena, size_t size, struct err *err) MUST_CHECK;

/* A copy of `len` bytes with a NUL after them, unaligned; NULL and ERR_NOMEM on failure. */
char *arena_try_copy(
	struct arena *arena, const char *bytes, size_t len, struct err *err) MUST_CHECK;

/* The same where memory that runs out ends the command. */
void *arena_alloc(struct arena *arena, size_t size);
char *arena_copy(struct arena *arena, const char *bytes, size_t len);

/* Free everything; the arena is then empty and may be used again. */
void arena_release(struct arena *arena);

#endif /* BASE_ARENA_H */
