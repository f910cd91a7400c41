#include "base/err.h"

#include <errno.h>

#include "base/utf8.h"
#include "tests/unit/test.h"

enum { ROOM = sizeof(((struct err *)0)->msg) - 1 };

static void assert_valid_utf8(const char *text)
{
	size_t len = strlen(text), used;

	for (size_t at = 0; at < len; at += used)
		assert_true(utf8_next(text + at, len - at, &used) != UTF8_INVALID);
}

/* Whatever the subject's length, the reason after it is complete and the text valid. */
TEST(long_subject_leaves_the_reason)
{
	static const char reason[] = ": No such file or directory";
	char path[3001];

	for (size_t len = ROOM - 60; len < ROOM + 60; len++) {
		struct err err = { 0 };
		size_t got;

		for (size_t i = 0; i + 1 < len; i += 2)
			memcpy(path + i, "\xc3\xa9", 2);
		path[len & ~(size_t)1] = '\0';
		err_set_errno(&err, ENOENT, "cannot open '%s'", path);
		got = strlen(err.msg);
		assert_string_equal(err.msg + got - strlen(reason), reason);
		assert_valid_utf8(err.msg);
		assert_null(strchr(err.msg, '?'));
	}
}

TEST(long_prefix_leaves_the_message)
{
	char path[3001];
	struct err err = { 0 };

	memset(path, 'p', sizeof(path) - 1);
	path[sizeof(path) - 1] = '\0';
	err_set(&err, ERR_FORMAT, "bad value '7x'");
	err_prefix(&err, "%s", path);
	assert_non_null(strstr(err.msg, "ppp...: bad value '7x'"));
	assert_true(strlen(err.msg) <= ROOM);

	/* Two long ones share the space. */
	err_set(&err, ERR_FORMAT, "%s", path);
	err_prefix(&err, "%s", path);
	assert_ptr_equal(strstr(err.msg, "...: ppp"), err.msg + ROOM / 2 - 5);
	assert_int_equal(strlen(err.msg), ROOM);
	/* A short context keeps as much of a long message as fits. */
	err_set(&err, ERR_FORMAT, "%s", path);
	err_prefix(&err, "file:3");
	assert_memory_equal(err.msg, "file:3: ppp", 11);
	assert_int_equal(strlen(err.msg), ROOM);
}

TEST(cut_message_is_whole_utf8)
{
	char text[3001];

	for (size_t shift = 0; shift < 4; shift++) {
		struct err err = { 0 };

		memset(text, 'a', shift);
		for (size_t i = shift; i + 4 < sizeof(text); i += 4)
			memcpy(text + i, "\xf0\x9f\x94\xa5", 5);
		err_set(&err, ERR_FORMAT, "%s", text);
		assert_valid_utf8(err.msg);
		assert_null(strchr(err.msg, '?'));
		assert_true(strlen(err.msg) > ROOM - 4);
	}
}

TEST(defang_leaves_nothing_a_terminal_obeys)
{
	static const struct {
		const char *in, *out;
	} cases[] = {
		{ "plain", "plain" },
		{ "", "" },
		{ "a\x1b[31mb\n\r\tc\x7f", "a?[31mb???c?" },
		{ "C1 \xc2\x9b in UTF-8", "C1 ?? in UTF-8" },
		{ "C1 \x9b alone", "C1 ? alone" },
		{ "cut \xe2\x82", "cut ??" },
		{ "turned \xe2\x80\xae around", "turned ??? around" },
		{ "line \xe2\x80\xa8 separator", "line ??? separator" },
		{ "isolate \xe2\x81\xa6", "isolate ???" },
		{ "na\xc3\xafve \xe2\x82\xac \xf0\x9f\x94\xa5",
			"na\xc3\xafve \xe2\x82\xac \xf0\x9f\x94\xa5" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char text[64];

		snprintf(text, sizeof(text), "%s", cases[i].in);
		err_defang(text);
		assert_string_equal(text, cases[i].out);
	}
}

TEST(messages_are_defanged)
{
	struct err err = { 0 };

	err_set(&err, ERR_FORMAT, "frame '%s'", "\x1b]0;title\x07");
	assert_string_equal(err.msg, "frame '?]0;title?'");
	err_prefix(&err, "%s", "in\npath");
	assert_string_equal(err.msg, "in?path: frame '?]0;title?'");
}
