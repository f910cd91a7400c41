#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stdlib.h>
#include <string.h>

#include "base/err.h"

/*
 * Where memory runs out, the command ends: die(). What is loaded into the user's program must
 * survive that: it calls the functions named may, which fail instead.
 */
NORETURN void mem_die(void);

/* What another library's allocation returned, which is not NULL then. */
static inline void *mem_must(void *got)
{
	if (got == NULL)
		mem_die();
	return got;
}

/*
 * Make room for at least `need` items of `item_size` bytes in the malloc'ed array `*items` that
 * has room for `*cap`; grows by half. False: no memory, and both stay as they were. Free with
 * free().
 */
bool mem_may_grow(void **items, size_t *cap, size_t need, size_t item_size) MUST_CHECK;

static inline void mem_grow(void **items, size_t *cap, size_t need, size_t item_size)
{
	if (need > *cap && !mem_may_grow(items, cap, need, item_size))
		mem_die();
}

/* The same: mem_need(list, list_cap, count + 1). */
#define mem_need(items, cap, need) mem_grow((void **)&(items), &(cap), (need), sizeof(*(items)))
#ifdef __clang_analyzer__ /* which does not look into mem.c: there is an array now */
#undef mem_need
#define mem_need(items, cap, need)                                      \
	(mem_grow((void **)&(items), &(cap), (need), sizeof(*(items))), \
		(items) == NULL ? mem_die() : (void)0)
#endif
/* One more item of a list, which is counted: *mem_next(list, cap, count) = item. */
#define mem_next(items, cap, count) (mem_need(items, cap, (count) + 1), (items) + (count)++)
#define mem_may_need(items, cap, need) \
	mem_may_grow((void **)&(items), &(cap), (need), sizeof(*(items)))

/* A zeroed array of `count` items; may: or NULL. Free with free(). */
void *mem_may_zero(size_t count, size_t item_size) MUST_CHECK;

static inline void *mem_zeroed(size_t count, size_t item_size)
{
	return mem_must(mem_may_zero(count, item_size));
}

/* `count` numbers that are UINT32_MAX: "none", as names, threads and the like have it. */
static inline uint32_t *mem_nones(size_t count)
{
	uint32_t *items = mem_zeroed(count, sizeof(*items));

	return memset(items, 0xff, count * sizeof(*items));
}

/* Little-endian words, at any address; compiled to one instruction. */
static inline uint32_t mem_load32(const void *bytes)
{
	const uint8_t *p = bytes;

	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t mem_load64(const void *bytes)
{
	return mem_load32(bytes) | (uint64_t)mem_load32((const uint8_t *)bytes + 4) << 32;
}

/*
 * A hash of `len` bytes, good in all 64 bits. `seed` makes it unpredictable:
 * names are untrusted, and tables keyed by them must not degrade. `bytes` may
 * be NULL when `len` is 0. Equal on machines of equal byte order only.
 */
uint64_t mem_hash(const void *bytes, size_t len, uint64_t seed);

/*
 * A hash of a number, for tables that are a power of two in size: its lower bits
 * depend on all of the number's. It is predictable: for untrusted numbers, XOR a
 * seed into `key`.
 */
static inline uint64_t mem_mix64(uint64_t key)
{
	key *= UINT64_C(0x9e3779b97f4a7c15); /* 2^64 divided by the golden ratio */
	return key ^ key >> 32;
}

/* A random seed for mem_hash, from the kernel. */
uint64_t mem_hash_seed(void);

#endif /* BASE_MEM_H */
