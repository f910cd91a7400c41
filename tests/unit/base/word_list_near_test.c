#include "base/word_list.h"

#include "base/compiler.h"
#include "tests/unit/test.h"

TEST(distance_counts_slips)
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

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_int_equal(suggest_distance(cases[i].a, cases[i].b), cases[i].distance);
		assert_int_equal(suggest_distance(cases[i].b, cases[i].a), cases[i].distance);
	}
}

TEST(long_words_are_cut)
{
	char a[500], b[500];

	memset(a, 'a', sizeof(a) - 1);
	memset(b, 'b', sizeof(b) - 1);
	a[sizeof(a) - 1] = b[sizeof(b) - 1] = '\0';
	assert_int_equal(suggest_distance(a, b), 64);
	assert_int_equal(suggest_distance(a, ""), 64);
}

TEST(near_depends_on_length)
{
	static const struct {
		const char *word, *candidate;
		bool is_near;
	} cases[] = {
		{ "svg", "svgs", true },
		{ "svg", "xxsvg", false },
		{ "collapse", "xxxcollapse", true },
		{ "collapse", "xxxxcollapse", false },
		{ "col", "collapse", true }, /* as it begins */
		{ "co", "collapse", false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct suggest suggest = { .word = cases[i].word };

		suggest_offer(&suggest, cases[i].candidate);
		if (cases[i].is_near)
			assert_string_equal(suggest_nearest(&suggest), cases[i].candidate);
		else
			assert_null(suggest_nearest(&suggest));
	}
}

TEST(first_of_the_nearest_wins)
{
	struct suggest suggest = { .word = "sttat" };

	assert_null(suggest_nearest(&suggest));
	suggest_offer(&suggest, "svg");
	assert_null(suggest_nearest(&suggest));
	suggest_offer(&suggest, "state");
	suggest_offer(&suggest, "stats");
	assert_string_equal(suggest_nearest(&suggest), "state");
	suggest_offer(&suggest, "sttats");
	assert_string_equal(suggest_nearest(&suggest), "sttats");
}

TEST(nothing_is_near_a_long_word)
{
	char word[500];
	struct suggest suggest = { .word = word };

	memset(word, 'a', sizeof(word) - 1);
	word[sizeof(word) - 1] = '\0';
	suggest_offer(&suggest, word);
	assert_null(suggest_nearest(&suggest));
}
