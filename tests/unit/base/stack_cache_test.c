#include "base/stack_cache.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Stacks of each length, until the cache is full: the space left varies. */
TEST(the_cache_is_bounded)
{
	enum { MOST = 24 * 1024 * 1024 };
	static const size_t lengths[] = { 20, 24, 25, 38 };

	for (size_t i = 0; i < ARRAY_SIZE(lengths); i++) {
		const size_t len = lengths[i];
		struct stack_cache cache;
		char text[64];
		uint32_t node = 0, found;
		size_t count;

		stack_cache_init(&cache);
		do {
			count = cache.count;
			snprintf(text, sizeof(text), "%040u", node);
			stack_cache_add(&cache, text + 40 - len, len,
				stack_cache_hash(&cache, text + 40 - len, len), node);
			assert_true(cache.bytes <= MOST);
			node++;
		} while (cache.count > count);
		assert_true(cache.bytes + len + sizeof(struct cached_stack) > MOST);
		for (node = 0; node < count; node += 1000) {
			snprintf(text, sizeof(text), "%040u", node);
			assert_true(stack_cache_find(&cache, text + 40 - len, len,
				stack_cache_hash(&cache, text + 40 - len, len), &found));
			assert_int_equal(found, node);
		}
		stack_cache_release(&cache);
	}
}
