#include "base/suggest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/compiler.h"

static void distance_counts_slips(void **state)
{
	static const struct {
		const char *a, *b;
		size_t distance;
	} cases[] = {
		{ "", "", 0 }, { "", "abc", 3 }, { "abc", "", 3 }, { "svg", "svg", 0 },
		{ "svgg", "svg", 1 }, /* insert */
		{ "sv", "svg", 1 },   /* drop */
		{ "swg", "svg", 1 },  /* change */
		{ "sgv", "svg", 1 },  /* swap */
		{ "colapse", "collapse", 1 }, { "collasp", "collapse", 2 },
		{ "kitten", "sitting", 3 }, { "ca", "abc", 3 }, /* of adjacent letters only */
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_int_equal(suggest_distance(cases[i].a, cases[i].b), cases[i].distance);
		assert_int_equal(suggest_distance(cases[i].b, cases[i].a), cases[i].distance);
	}
}

static void long_words_are_cut(void **state)
{
	char a[500], b[500];

	(void)state;
	memset(a, 'a', sizeof(a) - 1);
	memset(b, 'b', sizeof(b) - 1);
	a[sizeof(a) - 1] = b[sizeof(b) - 1] = '\0';
	assert_int_equal(suggest_distance(a, b), 64);
	assert_int_equal(suggest_distance(a, ""), 64);
}

static void near_depends_on_length(void **state)
{
	static const struct {
		const char *word, *candidate;
		bool is_near;
	} cases[] = {
		{ "svg", "svgs", true },
		{ "svg", "svgxx", false },
		{ "collapse", "collapsexxx", true },
		{ "collapse", "collapsexxxx", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct suggest suggest = { .word = cases[i].word };

		suggest_offer(&suggest, cases[i].candidate);
		if (cases[i].is_near)
			assert_string_equal(suggest_nearest(&suggest), cases[i].candidate);
		else
			assert_null(suggest_nearest(&suggest));
	}
}

static void first_of_the_nearest_wins(void **state)
{
	struct suggest suggest = { .word = "stat" };

	(void)state;
	assert_null(suggest_nearest(&suggest));
	suggest_offer(&suggest, "svg");
	assert_null(suggest_nearest(&suggest));
	suggest_offer(&suggest, "state");
	suggest_offer(&suggest, "stats");
	assert_string_equal(suggest_nearest(&suggest), "state");
	suggest_offer(&suggest, "stat");
	assert_string_equal(suggest_nearest(&suggest), "stat");
}

static void nothing_is_near_a_long_word(void **state)
{
	char word[500];
	struct suggest suggest = { .word = word };

	(void)state;
	memset(word, 'a', sizeof(word) - 1);
	word[sizeof(word) - 1] = '\0';
	suggest_offer(&suggest, word);
	assert_null(suggest_nearest(&suggest));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distance_counts_slips),
		cmocka_unit_test(long_words_are_cut),
		cmocka_unit_test(near_depends_on_length),
		cmocka_unit_test(first_of_the_nearest_wins),
		cmocka_unit_test(nothing_is_near_a_long_word),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
