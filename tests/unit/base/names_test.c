#include "base/names.h"
#include "tests/unit/test.h"

TEST(invalid_bytes_grow_threefold)
{
	struct names names;
	size_t len = 1 << 20;
	char *text = malloc(len);
	uint32_t id;

	memset(text, 0xff, len);
	names_init(&names);
	id = names_intern_frame(&names, text, len);
	assert_int_equal(names.list[id].len, len * 3);
	names_release(&names);
	free(text);
}

TEST(order_is_that_of_bytes)
{
	static const char *const sorted[] = { "", "A", "a", "a b", "a;b", "aa", "b", "\xc3\xa9" };
	struct names names;

	names_init(&names);
	for (size_t i = ARRAY_SIZE(sorted); i > 0; i--)
		names_intern(&names, sorted[i - 1], strlen(sorted[i - 1]));
	for (uint32_t i = 0; i < names.count; i++) {
		for (uint32_t j = 0; j < names.count; j++) {
			int order = names_compare(&names, i, j);

			assert_true(i < j ? order > 0 : i > j ? order < 0 : order == 0);
		}
	}
	names_release(&names);
}

TEST(too_long_a_name_is_refused)
{
	struct names names;
	size_t len = (1u << 30) + 1;
	char *text = calloc(len, 1); /* never touched by the kernel: reads as zero pages */

	if (text == NULL)
		skip();
	names_init(&names);
	assert_int_equal(names_may_intern(&names, text, len), NAME_NONE);
	assert_int_equal(names.count, 0);
	assert_int_equal(names_intern(&names, "a", 1), 0); /* the table is still valid */
	names_release(&names);
	free(text);
}

TEST(numbers_become_n_but_not_those_of_words_and_sizes)
{
	static const struct {
		const char *name, *masked;
	} cases[] = {
		{ "Layer 12", "Layer N" },
		{ "layer3.attn_4", "layerN.attn_N" },
		{ "h2d_transfer_layer_4", "h2d_transfer_layer_N" },
		{ "Conv2d 7", "Conv2d N" },
		{ "gemm 256x256x64 splitK3", "gemm 256x256x64 splitKN" },
		{ "sq0sk0sqsq15360", "sqNskNsqsqN" },
		{ "step3", "stepN" },
		{ "AddmmBackward0", "AddmmBackward0" },
		{ "object at 0x7f5c8eaf4d40>", "object at N>" },
		{ "7", "N" },
		{ "", "" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char out[64];
		size_t len = names_mask_numbers(cases[i].name, strlen(cases[i].name), out);

		out[len] = '\0';
		assert_string_equal(out, cases[i].masked);
	}
}
