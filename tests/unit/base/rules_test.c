#include "base/rules_text.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct fixture {
	struct names names;
	struct rules rules;
	struct err err;
};

static void setup(struct fixture *f)
{
	*f = (struct fixture){ 0 };
	names_init(&f->names);
	rules_init(&f->rules, &f->names);
}

static void teardown(struct fixture *f)
{
	rules_release(&f->rules);
	names_release(&f->names);
}

static struct verdict judge(struct fixture *f, enum frame_kind kind, const char *text, size_t len)
{
	struct verdict verdict = { 0 };
	uint32_t name = NAME_NONE;

	name = names_intern(&f->names, text, len);
	if (!rules_apply(&f->rules, kind, name, &verdict, &f->err))
		fail_msg("%s", f->err.msg);
	return verdict;
}

/* The name to show for a frame. */
static const char *shown(struct fixture *f, enum frame_kind kind, const char *text)
{
	uint32_t frame = judge(f, kind, text, strlen(text)).frame;

	return f->names.list[frame].text;
}

static const char *renamed(struct fixture *f, const char *text)
{
	return shown(f, FRAME_RANGE, text);
}

/* What one line of a rules file makes of a range. */
static void assert_line_renames(const char *line, const char *name, const char *expected)
{
	struct fixture f;

	setup(&f);
	if (!rules_add_line(&f.rules, line, &f.err))
		fail_msg("%s", f.err.msg);
	assert_string_equal(renamed(&f, name), expected);
	teardown(&f);
}

TEST(without_rules_a_name_is_unchanged)
{
	struct fixture f;
	struct verdict verdict;

	setup(&f);
	verdict = judge(&f, FRAME_RANGE, "step", 4);
	assert_string_equal(f.names.list[verdict.frame].text, "step");
	assert_false(verdict.drop || verdict.filter_out || verdict.only || verdict.root);
	assert_false(f.rules.has_only || f.rules.has_root);
	teardown(&f);
}

TEST(replacements_take_groups)
{
	assert_line_renames("rename Layer [0-9]+=Layer", "Layer 7", "Layer");
	assert_line_renames("rename (\\w+)/(\\w+)=$2 of $1", "a/b", "b of a");
	assert_line_renames("rename (?<who>\\w+) [0-9]+=${who}", "expert 3", "expert");
	assert_line_renames("rename x=$$", "axb", "a$b");
	assert_line_renames("rename (a)|(b)=<$1$2>", "ab", "<a><b>"); /* an unset group is empty */
	assert_line_renames("rename [0-9]=#", "1 2 3", "# # #");      /* every match */
	assert_line_renames("rename ^x$=", "x", "[unnamed]");
	assert_line_renames("rename a=;\\n", "a", ":\\n"); /* the result is a frame */
	assert_line_renames("rename \xc3\xa9=e", "\xc3\xa9t\xc3\xa9", "ete");
	assert_line_renames("rename .=x", "\xf0\x9f\x94\xa5", "x"); /* a code point, not a byte */
}

TEST(the_separator_is_outside_brackets)
{
	assert_line_renames("rename a\\=b=c", "a=b", "c");
	assert_line_renames("rename a[=]b=c", "a=b", "c");
	assert_line_renames("rename a[]=]b=c", "a=b", "c");
	assert_line_renames("rename a[^]=]b=c", "axb", "c");
	assert_line_renames("rename a[[:alpha:]=]b=c", "a=b", "c");
	assert_line_renames("rename a[\\]=]b=c", "a=b", "c");
	assert_line_renames("rename a(?=b)=c", "ab", "cb");
	assert_line_renames("rename a(x|[)=])b=c", "a=b", "c");
	assert_line_renames("rename a=b=c", "a", "b=c");
}

TEST(rename_without_separator_is_reported)
{
	static const char *const cases[] = { "a", "a\\=b", "a[=b", "(a=b", "" };

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct fixture f;
		char expected[200];

		setup(&f);
		assert_false(rules_add_rename(&f.rules, RULE_ON_ALL, cases[i], &f.err));
		snprintf(expected, sizeof(expected),
			"rename '%s': expected REGEX=REPLACEMENT (an '=' outside of brackets)",
			cases[i]);
		assert_int_equal(f.err.code, ERR_PATTERN);
		assert_string_equal(f.err.msg, expected);
		assert_int_equal(f.rules.count, 0);
		teardown(&f);
	}
}

TEST(a_bad_pattern_names_its_column)
{
	static const struct {
		const char *pattern;
		int column, other; /* PCRE2 10.48 points after the error, older ones before */
		const char *what;
	} cases[] = {
		{ "a(b", 4, 4, "missing closing parenthesis" },
		{ "ab)", 3, 4, "unmatched closing parenthesis" },
		{ "\xc3\xa9\xc3\xa9)", 3, 4, "unmatched closing parenthesis" },
		{ "*", 1, 2, "quantifier does not follow a repeatable item" },
	};
	char msg[100], other[100];

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct fixture f;

		setup(&f);
		assert_false(rules_add(
			&f.rules, RULE_ONLY, RULE_ON_ALL, cases[i].pattern, NULL, &f.err));
		assert_int_equal(f.err.code, ERR_PATTERN);
		snprintf(msg, sizeof(msg), "pattern '%s', column %d: %s", cases[i].pattern,
			cases[i].column, cases[i].what);
		snprintf(other, sizeof(other), "pattern '%s', column %d: %s", cases[i].pattern,
			cases[i].other, cases[i].what);
		if (strcmp(f.err.msg, other) != 0)
			assert_string_equal(f.err.msg, msg);
		assert_int_equal(f.rules.count, 0);
		assert_false(f.rules.has_only);
		teardown(&f);
	}
}

TEST(a_bad_replacement_is_reported_at_once)
{
	static const struct {
		const char *text, *reason;
	} cases[] = {
		{ "a=$1", "unknown substring" },
		{ "(a)=$2", "unknown substring" },
		{ "(a)=${name}", "unknown substring" },
		{ "(a)=${1", "expected closing curly bracket" },
		{ "a=$", "invalid replacement string" },
		{ "a=\xff", "it is not valid UTF-8" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct fixture f;

		setup(&f);
		assert_false(rules_add_rename(&f.rules, RULE_ON_ALL, cases[i].text, &f.err));
		assert_int_equal(f.err.code, ERR_PATTERN);
		assert_non_null(strstr(f.err.msg, "replacement '"));
		assert_non_null(strstr(f.err.msg, cases[i].reason));
		assert_int_equal(f.rules.count, 0);
		teardown(&f);
	}
}

/* Trying out the replacement must not refuse a valid one. */
TEST(valid_replacements_are_accepted)
{
	assert_line_renames("rename (*UCP)(a)=$1$1", "a", "aa");
	assert_line_renames("rename (?x) (a) # a comment=$1$1", "a", "aa");
	assert_line_renames("rename \\Qa.b=c", "a.b", "c");
	assert_line_renames("rename (a(?R)?b)=<$1>", "aabb", "<aabb>");
	assert_line_renames("rename (?<=x)(y)=$1$1", "xy", "xyy");
	assert_line_renames("rename ^(?!a)(.*)=[$1]", "b", "[b]");
}

TEST(each_kind_of_rule_has_its_verdict)
{
	struct fixture f;
	struct verdict verdict;

	setup(&f);
	assert_true(rules_add_line(&f.rules, "drop-frame ^drop", &f.err));
	assert_true(rules_add_line(&f.rules, "filter-out ^filter", &f.err));
	assert_false(f.rules.has_only || f.rules.has_root);
	assert_true(rules_add_line(&f.rules, "only ^only", &f.err));
	assert_true(rules_add_line(&f.rules, "root ^root", &f.err));
	assert_true(f.rules.has_only && f.rules.has_root);
	verdict = judge(&f, FRAME_RANGE, "drop it", 7);
	assert_true(verdict.drop && !verdict.filter_out && !verdict.only && !verdict.root);
	verdict = judge(&f, FRAME_RANGE, "filter it", 9);
	assert_true(!verdict.drop && verdict.filter_out && !verdict.only && !verdict.root);
	verdict = judge(&f, FRAME_RANGE, "only it", 7);
	assert_true(!verdict.drop && !verdict.filter_out && verdict.only && !verdict.root);
	verdict = judge(&f, FRAME_RANGE, "root it", 7);
	assert_true(!verdict.drop && !verdict.filter_out && !verdict.only && verdict.root);
	verdict = judge(&f, FRAME_RANGE, "none", 4);
	assert_true(!verdict.drop && !verdict.filter_out && !verdict.only && !verdict.root);
	teardown(&f);
}

TEST(order_of_rules_counts)
{
	struct fixture f;

	setup(&f);
	assert_true(rules_add_line(&f.rules, "filter-out ^new$", &f.err)); /* before the rename */
	assert_true(rules_add_line(&f.rules, "rename old=new", &f.err));
	assert_true(rules_add_line(&f.rules, "rename new=newer", &f.err));
	assert_true(rules_add_line(&f.rules, "drop-frame ^newer$", &f.err)); /* after both */
	assert_string_equal(renamed(&f, "old"), "newer");
	assert_false(judge(&f, FRAME_RANGE, "old", 3).filter_out);
	assert_true(judge(&f, FRAME_RANGE, "old", 3).drop);
	assert_true(judge(&f, FRAME_RANGE, "new", 3).filter_out);
	teardown(&f);
}

TEST(kinds_of_frames_are_separate)
{
	struct fixture f;

	setup(&f);
	assert_true(rules_add_line(&f.rules, "range:filter-out validation", &f.err));
	assert_true(rules_add_line(&f.rules, "kernel:rename ^k=K", &f.err));
	assert_true(judge(&f, FRAME_RANGE, "validation", 10).filter_out);
	assert_false(judge(&f, FRAME_LEAF, "validation", 10).filter_out);
	assert_string_equal(shown(&f, FRAME_LEAF, "kernel"), "Kernel");
	assert_string_equal(renamed(&f, "kernel"), "kernel");
	teardown(&f);
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

TEST(lines_of_a_rules_file_are_read)
{
	static const struct {
		const char *line, *msg;
	} cases[] = {
		{ "", NULL },
		{ " \t", NULL },
		{ "# drop-frame (", NULL },
		{ "  drop-frame\t x", NULL },
		{ "frobnicate x", "unknown rule 'frobnicate'; expected rename, drop-frame, "
				  "filter-out, only or root" },
		{ "renamed a=b", "unknown rule 'renamed'; expected rename, drop-frame, "
				 "filter-out, only or root" },
		{ "only", "'only' without a pattern" },
		{ "only  ", "'only' without a pattern" },
		{ "range:only", "'only' without a pattern" },
		{ "rename", "'rename' without a pattern" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct fixture f;

		setup(&f);
		assert_int_equal(
			rules_add_line(&f.rules, cases[i].line, &f.err), cases[i].msg == NULL);
		if (cases[i].msg != NULL) {
			assert_int_equal(f.err.code, ERR_PATTERN);
			assert_string_equal(f.err.msg, cases[i].msg);
		}
		teardown(&f);
	}
}

/* Write `text` to a new file and read it as rules. */
static bool read_rules(struct fixture *f, const char *text, size_t len, char *path)
{
	int fd;
	bool ok;

	strcpy(path, "/tmp/rules-XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, len), len);
	close(fd);
	ok = rules_read_file(&f->rules, path, &f->err);
	unlink(path);
	return ok;
}

#define TEXT(s) (s), sizeof(s) - 1

TEST(files_are_read)
{
	struct fixture f;
	char path[32];

	setup(&f);
	assert_true(read_rules(
		&f, TEXT("\xef\xbb\xbf# made on Windows\r\n\r\nrename a=b\r\nrename b=c"), path));
	assert_int_equal(f.rules.count, 2);
	assert_string_equal(renamed(&f, "a"), "c");
	assert_true(read_rules(&f, "", 0, path));
	teardown(&f);
}

TEST(files_errors_name_the_line)
{
	static const struct {
		const char *text;
		size_t len;
		const char *msg;
	} cases[] = {
		{ TEXT("\n# x\nonly a(b\n"),
			":3: pattern 'a(b', column 4: missing closing parenthesis" },
		{ TEXT("only a\nbad"), ":2: unknown rule 'bad'; expected rename, drop-frame, "
				       "filter-out, only or root" },
		{ TEXT("only a\0b\n"), ":1: a NUL byte; is this a text file?" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct fixture f;
		char path[32], expected[300];

		setup(&f);
		assert_false(read_rules(&f, cases[i].text, cases[i].len, path));
		snprintf(expected, sizeof(expected), "%s%s", path, cases[i].msg);
		assert_int_equal(f.err.code, ERR_PATTERN);
		assert_string_equal(f.err.msg, expected);
		teardown(&f);
	}
}

TEST(unreadable_files_are_reported)
{
	struct fixture f;

	setup(&f);
	assert_false(rules_read_file(&f.rules, "/nonexistent/rules", &f.err));
	assert_int_equal(f.err.code, ERR_IO);
	assert_string_equal(f.err.msg,
		"cannot open rules file '/nonexistent/rules': No such file or directory");
	assert_false(rules_read_file(&f.rules, "/", &f.err));
	assert_string_equal(f.err.msg, "cannot read rules file '/': Is a directory");
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
