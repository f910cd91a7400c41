#include "base/mem.h"

#include "base/arena.h"
#include "tests/unit/test.h"

TEST(grow_checks_sizes)
{
	char *items = malloc(8);
	char *was = items;
	size_t cap = 8;

	assert_false(mem_may_grow((void **)&items, &cap, SIZE_MAX / 4, 8));
	assert_int_equal(cap, 8);
	assert_ptr_equal(items, was);
	assert_false(mem_may_grow((void **)&items, &cap, SIZE_MAX, 1));
	assert_int_equal(cap, 8);
	free(items);
}

TEST(zeroed_is_zero_and_checked)
{
	unsigned char *items = mem_may_zero(100, 3);

	assert_non_null(items);
	for (size_t i = 0; i < 300; i++)
		assert_int_equal(items[i], 0);
	free(items);
	items = mem_may_zero(0, 3);
	assert_non_null(items);
	free(items);
	assert_null(mem_may_zero(SIZE_MAX / 2, 3));
}

TEST(hash_sees_every_byte_and_the_length)
{
	unsigned char text[100];

	memset(text, 'x', sizeof(text));
	for (size_t len = 0; len < sizeof(text); len++) {
		uint64_t hash = mem_hash(text, len, 1);

		assert_true(hash == mem_hash(text, len, 1));
		assert_true(hash != mem_hash(text, len, 2));
		assert_true(hash != mem_hash(text, len + 1, 1));
		for (size_t i = 0; i < len; i++) {
			text[i] ^= 1;
			assert_true(hash != mem_hash(text, len, 1));
			text[i] ^= 1;
		}
	}
}

/*
 * Bytes that equal one of the hash's constants must not erase what came before:
 * then anyone could make names that all collide.
 */
TEST(no_bytes_erase_the_hash)
{
	static const uint64_t constants[] = { 0xa0761d6478bd642fu, 0xe7037ed1a0b428dbu,
		0x8ebc6af09c88c6e3u, 0x589965cc75374cc3u };

	for (size_t i = 0; i < ARRAY_SIZE(constants); i++) {
		for (size_t at = 0; at < 64; at += 8) {
			unsigned char one[64], other[64];

			memset(one, 'a', sizeof(one));
			memset(other, 'b', sizeof(other));
			memcpy(one + at, &constants[i], 8);
			memcpy(other + at, &constants[i], 8);
			assert_true(mem_hash(one, 64, 9) != mem_hash(other, 64, 9));
			/* only what comes after, or only what comes before, differs */
			memset(other, 'a', at);
			if (at < 56)
				assert_true(mem_hash(one, 64, 9) != mem_hash(other, 64, 9));
		}
	}
	assert_true(mem_hash_seed() != mem_hash_seed());
}

TEST(hash_spreads_over_all_bits)
{
	uint64_t any = 0, all = UINT64_MAX;
	unsigned char buckets[1024] = { 0 };
	unsigned fullest = 0;

	for (uint32_t i = 0; i < 4096; i++) {
		uint64_t hash = mem_hash(&i, sizeof(i), 3);

		any |= hash;
		all &= hash;
		if (++buckets[hash % 1024] > fullest)
			fullest = buckets[hash % 1024];
	}
	assert_true(any == UINT64_MAX);
	assert_true(all == 0);
	assert_true(fullest < 20); /* 4 on average */
}

TEST(arena_is_aligned_and_keeps_copies)
{
	struct arena arena = { 0 };
	char *copies[3000];

	for (size_t i = 0; i < ARRAY_SIZE(copies); i++) {
		char text[100];
		size_t len = i % sizeof(text);
		void *object = arena_may_alloc(&arena, 1 + i % 40);

		assert_non_null(object);
		assert_int_equal((uintptr_t)object % _Alignof(max_align_t), 0);
		memset(object, 0xff, 1 + i % 40);
		memset(text, (int)('a' + i % 26), len);
		copies[i] = arena_may_copy(&arena, text, len);
		assert_non_null(copies[i]);
	}
	for (size_t i = 0; i < ARRAY_SIZE(copies); i++) {
		size_t len = i % 100;

		assert_int_equal(strlen(copies[i]), len);
		for (size_t j = 0; j < len; j++)
			assert_int_equal(copies[i][j], 'a' + i % 26);
	}
	arena_release(&arena);
	assert_null(arena.chunks);
	assert_non_null(arena_may_alloc(&arena, 0)); /* used again */
	arena_release(&arena);
}

TEST(arena_takes_more_than_a_chunk)
{
	struct arena arena = { 0 };
	char *big, *small = arena_may_copy(&arena, "small", 5);

	big = arena_may_alloc(&arena, 10 << 20);
	assert_non_null(big);
	memset(big, 1, 10 << 20);
	assert_string_equal(small, "small");
	assert_null(arena_may_alloc(&arena, SIZE_MAX - 8));
	assert_string_equal(small, "small"); /* a failure leaves the arena as it was */
	arena_release(&arena);
}
