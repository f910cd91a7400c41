#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * The command ends where memory runs out: one line on standard error, status 1, and no output
 * left behind. What is loaded into the user's program must survive that, so it calls the functions
 * named try, which fail instead.
 */
_Noreturn void mem_die(void);

/*
 * Make room for at least `need` items in a malloc'ed array that has room for `cap`; grows by half.
 * Free with free().
 */
#define mem_need(items, cap, need) mem_grow((void **)&(items), &(cap), (need), sizeof(*(items)))
void mem_grow(void **items, size_t *cap, size_t need, size_t item_size);

/* A zeroed array of `count` items. Free with free(). */
void *mem_zeroed(size_t count, size_t item_size);

/*
 * Growing arrays with overflow-checked sizes.
 *
 * Make room for at least `need` items of `item_size` bytes in the malloc'ed
 * array `*items` that has room for `*cap`; grows by half. On failure (ERR_NOMEM)
 * both stay as they were. Free with free().
 */
bool mem_try_grow(
	void **items, size_t *cap, size_t need, size_t item_size, struct err *err) MUST_CHECK;

/* A zeroed array of `count` items, or NULL and ERR_NOMEM. Free with free(). */
void *mem_try_zeroed(size_t count, size_t item_size, struct err *err) MUST_CHECK;

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
