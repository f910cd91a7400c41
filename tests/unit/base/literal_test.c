#include "base/literal.h"

#include <string.h>

#include "base/mem.h"
#include "tests/unit/test.h"

TEST(patterns_have_the_literal_of_all_that_they_match)
{
	static const struct {
		const char *pattern, *literal;
	} cases[] = {
		{ "gemm", "gemm" },
		{ "^nvjet_(?:sm\\d+_)?(a|b)_", "nvjet_" },
		{ "ab*cd+efg?", "ef" },
		{ "^.*\\bgemv\\w*<(x)", "gemv" },
		{ "a{12}bc", "bc" },
		{ "[]abcd]ef[^]ghij]", "ef" },
		{ "[(]ab[[:alpha:]cde]", "ab" },
		{ "(?i:abc)de", "de" },
		{ "(a|b)", "" },
		{ "abc|de", "" },
		{ "a(?i)bc", "" },
		{ "(?x)a b", "" },
		{ "\\Qa.b\\E", "" },
		{ "(*UTF)abc", "" },
		{ "\\x41bc", "" },
		{ "\\p{Lu}bc", "" },
		{ "a\\.bc\\d", "bc" },
		{ "a{b", "" },
		{ "[abc", "" },
		{ "", "" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct literal literal = literal_of_pattern(cases[i].pattern);

		if (literal.len != strlen(cases[i].literal) ||
			memcmp(literal.text, cases[i].literal, literal.len) != 0)
			fail_msg("%s: '%.*s'", cases[i].pattern, (int)literal.len, literal.text);
	}
}

TEST(a_literal_is_found)
{
	static const char text[] = "void at::native::copy";
	struct literal_pairs pairs;

	literal_find_pairs(&pairs, text, strlen(text));
	assert_true(literal_is_in(&(struct literal){ "native", 6 }, &pairs, text, strlen(text)));
	assert_true(literal_is_in(&(struct literal){ "y", 1 }, &pairs, text, strlen(text)));
	assert_false(literal_is_in(&(struct literal){ "evitan", 6 }, &pairs, text, strlen(text)));
	assert_false(literal_is_in(&(struct literal){ "void a", 6 }, &pairs, text, 4));
}
