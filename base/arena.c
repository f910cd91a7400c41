#include "base/arena.h"

#include <stdalign.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#endif
#endif
#ifndef ASAN_POISON_MEMORY_REGION
#define ASAN_POISON_MEMORY_REGION(addr, size) ((void)(addr), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(addr, size) ((void)(addr), (void)(size))
#endif

struct arena_chunk {
	struct arena_chunk *older;
	alignas(max_align_t) char bytes[];
};

enum { CHUNK_BYTES = 64 * 1024 - 64 };

static bool add_chunk(struct arena *arena, size_t size)
{
	size_t room = size > CHUNK_BYTES ? size : CHUNK_BYTES;
	struct arena_chunk *chunk;
	size_t whole;

	if (__builtin_add_overflow(room, sizeof(*chunk), &whole))
		return false;
	chunk = malloc(whole);
	if (chunk == NULL)
		return false;
	chunk->older = arena->chunks;
	arena->chunks = chunk;
	arena->free = chunk->bytes;
	arena->left = room;
	ASAN_POISON_MEMORY_REGION(chunk->bytes, room);
	return true;
}

static char *take(struct arena *arena, size_t size, size_t align)
{
	size_t pad = (size_t)(-(uintptr_t)arena->free) & (align - 1);
	char *start;

	if (arena->chunks == NULL || arena->left < pad || arena->left - pad < size) {
		if (!add_chunk(arena, size))
			return NULL;
		pad = 0;
	}
	start = arena->free + pad;
	ASAN_UNPOISON_MEMORY_REGION(start, size);
	arena->free = start + size;
	arena->left -= pad + size;
	return start;
}

void *arena_may_alloc(struct arena *arena, size_t size)
{
	return take(arena, size, alignof(max_align_t));
}

char *arena_may_copy(struct arena *arena, const char *bytes, size_t len)
{
	char *copy = len < SIZE_MAX ? take(arena, len + 1, 1) : NULL;

	if (copy == NULL)
		return NULL;
	memcpy(copy, bytes, len);
	copy[len] = '\0';
	return copy;
}

void arena_release(struct arena *arena)
{
	struct arena_chunk *older;

	for (struct arena_chunk *chunk = arena->chunks; chunk != NULL; chunk = older) {
		older = chunk->older;
		free(chunk);
	}
	*arena = (struct arena){ 0 };
}
