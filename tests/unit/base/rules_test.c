#include "tests/unit/made_rules.h"

static const char *renamed(struct fixture *f, const char *text)
{
	return shown(f, FRAME_RANGE, text);
}

TEST(a_later_rule_clears_the_cache)
{
	struct fixture f;

	setup(&f);
	assert_string_equal(renamed(&f, "a"), "a");
	assert_true(rules_add_line(&f.rules, "rename a=b", &f.err));
	assert_string_equal(renamed(&f, "a"), "b");
	assert_string_equal(renamed(&f, "a"), "b");
	teardown(&f);
}

/* Rules make new names, too: the array of verdicts must grow with them. */
TEST(many_names_are_remembered)
{
	struct fixture f;
	uint32_t count;

	setup(&f);
	assert_true(rules_add_line(&f.rules, "rename [0-9]+=N", &f.err));
	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < 5000; i++) {
			char text[32];

			snprintf(text, sizeof(text), "name %d", i);
			assert_string_equal(renamed(&f, text), "name N");
		}
		if (round == 0)
			count = f.names.count;
		assert_int_equal(f.names.count, count);
	}
	assert_int_equal(f.names.count, 5001);
	teardown(&f);
}

TEST(names_are_cleaned_before_they_are_matched)
{
	struct fixture f;
	struct verdict verdict;

	setup(&f);
	assert_true(rules_add_line(&f.rules, "rename ^.(b)=$1$1", &f.err));
	verdict = judge(&f, FRAME_RANGE,
		"\xff"
		"b",
		2);
	assert_string_equal(f.names.list[verdict.frame].text, "bb");
	verdict = judge(&f, FRAME_RANGE, "\xe2\x82", 2); /* cut off */
	assert_string_equal(f.names.list[verdict.frame].text, "\xef\xbf\xbd");
	verdict = judge(&f, FRAME_RANGE, "\0ab\n", 4);
	assert_string_equal(f.names.list[verdict.frame].text, "bb");
	teardown(&f);
}

TEST(long_names_outgrow_no_buffer)
{
	struct fixture f;
	size_t len = 1 << 20;
	char *text = malloc(len + 1);
	struct verdict verdict;

	assert_non_null(text);
	memset(text, 'a', len);
	text[len] = '\0';
	setup(&f);
	assert_true(rules_add_line(&f.rules, "rename a=12345", &f.err));
	verdict = judge(&f, FRAME_RANGE, text, len);
	assert_int_equal(f.names.list[verdict.frame].len, 5 * len);
	/* a pattern that needs a stack as long as the name */
	assert_true(rules_add_line(&f.rules, "filter-out ^(?:b|(a))*c", &f.err));
	verdict = judge(&f, FRAME_RANGE, "aac", 3);
	assert_false(verdict.filter_out); /* renamed to 12345... */
	teardown(&f);
	free(text);
}

/* More than the JIT's stack holds: the interpreter takes over. */
TEST(deep_matches_are_not_errors)
{
	struct fixture f;
	size_t len = 100000;
	char *text = malloc(len + 1);

	assert_non_null(text);
	memset(text, 'a', len);
	text[len - 1] = 'z';
	text[len] = '\0';
	setup(&f);
	assert_true(rules_add_line(&f.rules, "filter-out ^(?:(a)|(b))*z$", &f.err));
	assert_true(judge(&f, FRAME_RANGE, text, len).filter_out);
	assert_true(rules_add_line(&f.rules, "rename ^(?:(a)|(b))*z$=short", &f.err));
	assert_string_equal(renamed(&f, text), "short");
	teardown(&f);
	free(text);
}

TEST(endless_growth_is_reported)
{
	struct fixture f;
	struct verdict verdict;
	uint32_t name;

	setup(&f);
	for (int i = 0; i < 60; i++)
		assert_true(rules_add_line(&f.rules, "rename a=aa", &f.err));
	name = names_intern(&f.names, "a", 1);
	assert_false(rules_apply(&f.rules, FRAME_RANGE, name, &verdict, &f.err));
	assert_int_equal(f.err.code, ERR_PATTERN);
	assert_non_null(strstr(f.err.msg, "grow to 33554432 bytes; the maximum is 16 MiB"));
	teardown(&f);
}

/* Whether a name that takes long is judged, after so many others. */
static bool judges_after(unsigned others)
{
	struct fixture f;
	struct verdict verdict;
	char other[16];
	uint32_t name;
	bool judged;

	setup(&f);
	assert_true(rules_add_line(&f.rules, "only ^(a+)+[bd]$", &f.err));
	for (unsigned i = 0; i < others; i++) {
		int len = snprintf(other, sizeof(other), "name %u", i);

		name = names_intern(&f.names, other, (size_t)len);
		assert_true(rules_apply(&f.rules, FRAME_RANGE, name, &verdict, &f.err));
	}
	name = names_intern(&f.names, "aaaaaaaaaaaaaaaaaaaaaac", 23);
	judged = rules_apply(&f.rules, FRAME_RANGE, name, &verdict, &f.err);
	teardown(&f);
	return judged;
}

TEST(limits_do_not_depend_on_earlier_names)
{
	assert_int_equal(judges_after(0), judges_after(20));
}

TEST(endless_matching_is_reported)
{
	struct fixture f;
	struct verdict verdict;
	uint32_t name;

	setup(&f);
	assert_true(rules_add_line(&f.rules, "only ^(a+)+$", &f.err));
	name = names_intern(&f.names, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", 40);
	assert_false(rules_apply(&f.rules, FRAME_RANGE, name, &verdict, &f.err));
	assert_int_equal(f.err.code, ERR_PATTERN);
	assert_string_equal(f.err.msg,
		"the rule '^(a+)+$' fails on the name 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab': "
		"match limit exceeded");
	/* again: failures are not cached */
	assert_false(rules_apply(&f.rules, FRAME_RANGE, name, &verdict, &f.err));
	teardown(&f);
}

TEST(a_group_applies_to_names_it_recognises)
{
	struct fixture f;

	setup(&f);
	assert_true(rules_add_line(&f.rules, "rename ^raw:=", &f.err));
	assert_true(rules_begin_group(&f.rules, "^x|^lib\\.", &f.err));
	assert_true(rules_add_line(&f.rules, "rename ^x=y", &f.err));
	assert_true(rules_add_line(&f.rules, "rename \\d+$=N", &f.err));
	assert_true(rules_begin_group(&f.rules, "z$", &f.err));
	assert_true(rules_add_line(&f.rules, "rename z=Z", &f.err));
	rules_end_group(&f.rules);
	assert_true(rules_add_line(&f.rules, "rename end=END", &f.err));
	assert_string_equal(renamed(&f, "x7"), "yN");
	assert_string_equal(renamed(&f, "raw:x7"), "yN");
	assert_string_equal(renamed(&f, "lib.a8"), "lib.aN");
	assert_string_equal(renamed(&f, "w7"), "w7");
	assert_string_equal(renamed(&f, "wz7"), "wz7");
	assert_string_equal(renamed(&f, "w7z"), "w7Z");
	assert_string_equal(renamed(&f, "xz"), "yZ");
	assert_string_equal(renamed(&f, "w end 7"), "w END 7");
	assert_false(rules_begin_group(&f.rules, "a(", &f.err));
	assert_int_equal(f.err.code, ERR_PATTERN);
	teardown(&f);
}
