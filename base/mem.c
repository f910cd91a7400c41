#include "base/mem.h"

#include <time.h>

#include "base/platform.h"

__extension__ typedef unsigned __int128 u128;

bool mem_may_grow(void **items, size_t *cap, size_t need, size_t item_size)
{
	size_t room = *cap, size;
	void *grown;

	if (need <= room)
		return true;
	if (__builtin_add_overflow(room, room / 2 + 16, &room) || room < need)
		room = need;
	if (__builtin_mul_overflow(room, item_size, &size))
		return false;
	grown = realloc(*items, size);
	if (grown == NULL)
		return false;
	*items = grown;
	*cap = room;
	return true;
}

void *mem_may_zero(size_t count, size_t item_size)
{
	return calloc(count > 0 ? count : 1, item_size);
}

/* Multiply and fold: the mixing step of wyhash and its kin. */
static uint64_t mix(uint64_t a, uint64_t b)
{
	u128 product = (u128)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/*
 * The last `left` (1 to 7) of `len` bytes, which are at `p`, as one word. No loop
 * over bytes: for most names it would take as long as everything else.
 */
static uint64_t load_tail(const unsigned char *p, size_t left, size_t len)
{
	if (len >= 8)
		return mem_load64(p + left - 8) >> 8 * (8 - left);
	if (left >= 4)
		return mem_load32(p) | (uint64_t)mem_load32(p + left - 4) << 8 * (left - 4);
	return p[0] | (uint64_t)p[left / 2] << 8 * (left / 2) |
	       (uint64_t)p[left - 1] << 8 * (left - 1);
}

uint64_t mem_hash(const void *bytes, size_t len, uint64_t seed)
{
	static const uint64_t k0 = 0xa0761d6478bd642fu, k1 = 0xe7037ed1a0b428dbu;
	const unsigned char *p = bytes;
	/*
	 * The constants that input is mixed with depend on the seed: with known
	 * ones, chosen bytes could make a factor 0, which discards all that came
	 * before.
	 */
	const uint64_t k2 = mix(seed ^ k0, 0x8ebc6af09c88c6e3u);
	const uint64_t k3 = mix(seed ^ k1, 0x589965cc75374cc3u);
	uint64_t a = seed ^ k0, b = seed ^ k1;
	size_t left = len;

	/* Two independent lanes, so that the multiplications overlap. */
	for (; left >= 32; p += 32, left -= 32) {
		a = mix(mem_load64(p) ^ k2, mem_load64(p + 8) ^ a);
		b = mix(mem_load64(p + 16) ^ k3, mem_load64(p + 24) ^ b);
	}
	for (; left >= 8; p += 8, left -= 8)
		a = mix(mem_load64(p) ^ k2, a ^ k1);
	if (left > 0)
		b ^= load_tail(p, left, len);
	return mix(a ^ k3, mix(b ^ k2, len ^ k1));
}

uint64_t mem_hash_seed(void)
{
	uint64_t seed = 0;
	struct timespec now;

	if (platform_random(&seed, sizeof(seed)))
		return seed;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return mix((uint64_t)now.tv_nsec ^ 0xa0761d6478bd642fu, (uint64_t)(uintptr_t)&seed);
}
