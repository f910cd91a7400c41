#include "base/page_sum.h"
#include "tests/unit/test.h"

enum { SIZE = 4096, NUMBER = 7, ID = 0x1234 };

static void fill(unsigned char page[SIZE])
{
	for (size_t i = 0; i < SIZE; i++)
		page[i] = (unsigned char)(i * i >> 3);
	page_sum_put(page, SIZE, NUMBER, ID);
}

TEST(every_flipped_bit_is_detected)
{
	unsigned char page[SIZE];

	fill(page);
	assert_true(page_sum_holds(page, SIZE, NUMBER));
	assert_int_equal(page_sum_id(page, SIZE), ID);
	for (size_t bit = 0; bit < SIZE * 8; bit++) {
		page[bit / 8] ^= (unsigned char)(1 << bit % 8);
		assert_false(page_sum_holds(page, SIZE, NUMBER));
		page[bit / 8] ^= (unsigned char)(1 << bit % 8);
	}
}

TEST(words_that_change_places_are_detected)
{
	unsigned char page[SIZE], word[8];

	for (size_t i = 8; i < SIZE - PAGE_SUM_BYTES; i += 8) {
		fill(page);
		memcpy(word, page, 8);
		memmove(page, page + i, 8);
		memcpy(page + i, word, 8);
		assert_true(memcmp(page, word, 8) == 0 || !page_sum_holds(page, SIZE, NUMBER));
	}
}

TEST(a_page_in_another_place_is_detected)
{
	unsigned char page[SIZE];

	fill(page);
	assert_false(page_sum_holds(page, SIZE, NUMBER + 1));
	memset(page, 0, SIZE);
	assert_false(page_sum_holds(page, SIZE, NUMBER));
}

/* The sum is part of a file format: other versions must find the same. */
TEST(the_sum_is_that_of_the_format)
{
	static const unsigned char sum[8] = { 0x1e, 0x06, 0xe4, 0x85, 0xa2, 0x5e, 0xd0, 0xd5 };
	unsigned char page[SIZE];

	fill(page);
	assert_memory_equal(page + SIZE - 8, sum, 8);
}
