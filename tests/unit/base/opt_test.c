#include "base/opt.h"
#include "tests/unit/test.h"

static struct settings {
	bool all, sort, numbers;
	const char *title, *out;
	uint64_t width;
	double factor;
	int calls;
	const char *called;
} settings;

static bool call(void *value, const char *arg, struct err *err)
{
	struct settings *to = value;

	if (arg != NULL && strcmp(arg, "bad") == 0)
		return err_set(err, ERR_USAGE, "'bad' is bad");
	if (arg != NULL && strcmp(arg, "missing") == 0)
		return err_set(err, ERR_IO, "cannot open 'missing'");
	to->calls++;
	to->called = arg;
	return true;
}

static const struct opt first[] = {
	OPT_HEADING("what to take"),
	OPT_TRUE('a', "all", &settings.all, "take all"),
	OPT_FALSE(0, "no-sort", &settings.sort, "leave the order"),
	OPT_FALSE(0, "nosort", &settings.sort, NULL),
	OPT_STRING('o', "output", &settings.out, "FILE", "write to FILE"),
	OPT_CALL('r', "rule", &settings, "RULE",
		"a rule with a text so long that it has to go over more than one line of help",
		call),
	OPT_CALL(0, "bare-call", &settings, NULL, "calls without an argument", call),
	OPT_END(),
};

static const struct opt second[] = {
	OPT_HEADING("how to draw"),
	OPT_STRING(0, "title", &settings.title, "TEXT", "the title"),
	OPT_STRING(0, "title-of-the-second-line-of-it", &settings.out, "TEXT",
		"too long for its column"),
	OPT_UINT('w', "width", &settings.width, "PX", "how wide"),
	OPT_NUMBER(0, "factor", &settings.factor, "X", "times"),
	OPT_TRUE('n', NULL, &settings.numbers, "numbers"),
	OPT_END(),
};

static const struct opt *const tables[] = { first, second, NULL };

enum { MOST_WORDS = 12 };

struct parsed {
	bool ok;
	int operands, argc;
	const char *argv[MOST_WORDS];
	struct err err;
};

/* Parse the words of `line`, separated by blanks; "''" is an empty word. */
static struct parsed parse(const char *line, bool stop_at_operand)
{
	static char copy[256];
	struct parsed parsed = { 0 };
	char *save;

	settings = (struct settings){ .sort = true };
	assert_true(strlen(line) < sizeof(copy));
	strcpy(copy, line);
	for (char *word = strtok_r(copy, " ", &save); word != NULL;
		word = strtok_r(NULL, " ", &save)) {
		assert_true(parsed.argc < MOST_WORDS);
		parsed.argv[parsed.argc++] = strcmp(word, "''") == 0 ? "" : word;
	}
	parsed.ok = opt_parse(
		tables, stop_at_operand, parsed.argc, parsed.argv, &parsed.operands, &parsed.err);
	return parsed;
}

TEST(kinds_take_their_values)
{
	struct parsed parsed = parse(
		"-a --no-sort -o x --rule r1 --width 1200 --factor -2.5e3 --bare-call", false);

	assert_true(parsed.ok);
	assert_int_equal(parsed.operands, 0);
	assert_true(settings.all && !settings.sort);
	assert_string_equal(settings.out, "x");
	assert_true(settings.width == 1200);
	assert_true(settings.factor > -2500.5 && settings.factor < -2499.5);
	assert_int_equal(settings.calls, 2);
	assert_null(settings.called);
}

TEST(spellings_mean_the_same)
{
	static const char *const widths[] = { "--width 7", "--width=7", "-w 7", "-w7", "-width 7",
		"-width=7", "--wid 7", "--wid=7", "-aw7", "-nw 7" };
	static const char *const sorts[] = { "--no-sort", "--no_sort", "-no-sort", "-no_sort",
		"--no-s", "--nosort", "--no" };

	for (size_t i = 0; i < ARRAY_SIZE(widths); i++) {
		assert_true(parse(widths[i], false).ok);
		assert_true(settings.width == 7);
	}
	for (size_t i = 0; i < ARRAY_SIZE(sorts); i++) {
		assert_true(parse(sorts[i], false).ok);
		assert_false(settings.sort);
	}
}

TEST(arguments_may_look_like_options)
{
	assert_true(parse("-o -a --title --all", false).ok);
	assert_string_equal(settings.out, "-a");
	assert_string_equal(settings.title, "--all");
	assert_false(settings.all);
	assert_true(parse("--title= --output=a=b", false).ok);
	assert_string_equal(settings.title, "");
	assert_string_equal(settings.out, "a=b");
	assert_true(parse("--title ''", false).ok);
	assert_string_equal(settings.title, "");
}

TEST(operands_move_to_the_front)
{
	struct parsed parsed = parse("one -a two - --title t '' -- -n --width", false);

	assert_true(parsed.ok);
	assert_int_equal(parsed.operands, 6);
	assert_string_equal(parsed.argv[0], "one");
	assert_string_equal(parsed.argv[1], "two");
	assert_string_equal(parsed.argv[2], "-");
	assert_string_equal(parsed.argv[3], "");
	assert_string_equal(parsed.argv[4], "-n");
	assert_string_equal(parsed.argv[5], "--width");
	assert_true(settings.all && !settings.numbers);
}

TEST(the_first_operand_can_end_the_options)
{
	struct parsed parsed = parse("-a ./train -n --width", true);

	assert_true(parsed.ok);
	assert_int_equal(parsed.operands, 3);
	assert_string_equal(parsed.argv[0], "./train");
	assert_string_equal(parsed.argv[2], "--width");
	assert_true(settings.all && !settings.numbers);
}

TEST(an_exact_name_wins_over_longer_ones)
{
	assert_true(parse("--title x", false).ok);
	assert_string_equal(settings.title, "x");
	assert_true(parse("--title-o y", false).ok);
	assert_string_equal(settings.out, "y");
}

TEST(errors_say_what_to_do)
{
	static const struct {
		const char *line, *msg;
	} cases[] = {
		{ "--widht 7", "unknown option '--widht'; did you mean '--width'?" },
		{ "--no-srot", "unknown option '--no-srot'; did you mean '--no-sort'?" },
		{ "--frobnicate", "unknown option '--frobnicate'; see --help" },
		{ "--frobnicate=yes", "unknown option '--frobnicate'; see --help" },
		{ "-x", "unknown option '-x'; see --help" },
		{ "-ax", "unknown option '-x'; see --help" },
		{ "--width", "option '--width' needs an argument: PX" },
		{ "-w", "option '-w' needs an argument: PX" },
		{ "--width seven", "option '--width' takes a whole number, not 'seven'" },
		{ "--width -7", "option '--width' takes a whole number, not '-7'" },
		{ "--width 7.5", "option '--width' takes a whole number, not '7.5'" },
		{ "--width=", "option '--width' takes a whole number, not ''" },
		{ "-w 18446744073709551616",
			"option '-w' takes a whole number, not '18446744073709551616'" },
		{ "--factor x", "option '--factor' takes a number, not 'x'" },
		{ "--factor 1x", "option '--factor' takes a number, not '1x'" },
		{ "--factor inf", "option '--factor' takes a number, not 'inf'" },
		{ "--factor nan", "option '--factor' takes a number, not 'nan'" },
		{ "--factor 1e999", "option '--factor' takes a number, not '1e999'" },
		{ "--factor ''", "option '--factor' takes a number, not ''" },
		{ "--all=yes", "option '--all' takes no argument" },
		{ "--rule bad", "option '--rule': 'bad' is bad" },
		{ "-r bad", "option '-r': 'bad' is bad" },
		{ "--ti x", "ambiguous option '--ti': could be '--title' or "
			    "'--title-of-the-second-line-of-it'" },
		{ "--\x1b[2J", "unknown option '--?[2J'; see --help" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct parsed parsed = parse(cases[i].line, false);

		assert_false(parsed.ok);
		assert_int_equal(parsed.err.code, ERR_USAGE);
		assert_string_equal(parsed.err.msg, cases[i].msg);
	}
}

TEST(whole_numbers_are_digits_that_fit)
{
	static const struct {
		const char *text;
		bool ok;
		uint64_t value;
	} cases[] = {
		{ "0", true, 0 },
		{ "007", true, 7 },
		{ "18446744073709551615", true, UINT64_MAX },
		{ "18446744073709551616", false, 0 },
		{ "99999999999999999999999", false, 0 },
		{ "", false, 0 },
		{ " 1", false, 0 },
		{ "1 ", false, 0 },
		{ "+1", false, 0 },
		{ "-1", false, 0 },
		{ "0x1", false, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		uint64_t value = 42;

		assert_int_equal(opt_parse_uint(cases[i].text, &value), cases[i].ok);
		assert_true(value == (cases[i].ok ? cases[i].value : 42));
	}
}
