

#include "base/opt.h"
#include "tests/unit/test.h"

/* Parse `words` as options before a command; how many words the command has, or -1. */
static int parse(const char **words, int count, bool *force, bool *all, struct err *err)
{
	const struct opt table[] = {
		OPT_BOOL('f', "force", force, "overwrite"),
		OPT_TRUE('a', "all", all, "all of it"),
		OPT_END(),
	};
	const struct opt *const tables[] = { table, NULL };
	int operands = 0;

	return opt_parse(tables, true, count, words, &operands, err) ? operands : -1;
}

TEST(bool_takes_true_and_false)
{
	static const struct {
		const char *words[4];
		int count, operands;
		bool force, all;
	} cases[] = {
		{ { "-f", "./app" }, 2, 1, true, false },
		{ { "-f", "true", "./app" }, 3, 1, true, false },
		{ { "-f", "false", "./app" }, 3, 1, false, false },
		{ { "--force=false", "./app" }, 2, 1, false, false },
		{ { "--force", "false", "--", "./app" }, 4, 1, false, false },
		{ { "-fa", "true" }, 2, 1, true, true },
		{ { "-af", "true", "./app" }, 3, 1, true, true },
		{ { "-f", "true" }, 2, 1, true, false },
		{ { "-f", "--", "true", "x" }, 4, 2, true, false },
		{ { "-a", "true", "-f" }, 3, 2, false, true },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const char *words[4];
		bool force = false, all = false;
		struct err err = { 0 };

		for (int k = 0; k < 4; k++)
			words[k] = cases[i].words[k];
		assert_int_equal(
			parse(words, cases[i].count, &force, &all, &err), cases[i].operands);
		assert_int_equal(force, cases[i].force);
		assert_int_equal(all, cases[i].all);
	}
}

TEST(bool_refuses_other_words)
{
	const char *words[] = { "--force=yes", "./app" };
	bool force = false, all = false;
	struct err err = { 0 };

	assert_int_equal(parse(words, 2, &force, &all, &err), -1);
	assert_int_equal(err.code, ERR_USAGE);
	assert_string_equal(err.msg, "option '--force' takes true or false, not 'yes'");
}
