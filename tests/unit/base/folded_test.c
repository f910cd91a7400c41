#include "base/folded.h"

#include "tests/feed_text.h"
#include "tests/unit/test.h"

struct fixture {
	struct names names;
	struct tree tree;
	struct err err;
};

static void setup(struct fixture *f)
{
	*f = (struct fixture){ 0 };
	names_init(&f->names);
	tree_init(&f->tree, &f->names);
}

static void teardown(struct fixture *f)
{
	tree_release(&f->tree);
	names_release(&f->names);
}

static bool read_bytes(struct fixture *f, const char *text, size_t len)
{
	struct fed_text fed = { text, len, 0 };

	return folded_read(feed_text, &fed, "in.folded", &f->tree, &f->err);
}

static bool read_text(struct fixture *f, const char *text)
{
	return read_bytes(f, text, strlen(text));
}

/* The tree as text. The caller frees. */
static char *written(struct fixture *f, size_t *len)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_true(folded_write(&f->tree, "[root]", out, &f->err));
	fclose(out);
	if (len != NULL)
		*len = size;
	return text;
}

static void assert_written(struct fixture *f, const char *expected)
{
	char *text = written(f, NULL);

	assert_string_equal(text, expected);
	free(text);
}

/* The result of reading `in` and writing it again. */
static void assert_becomes(const char *in, const char *expected)
{
	struct fixture f;

	setup(&f);
	if (!read_text(&f, in))
		fail_msg("%s", f.err.msg);
	assert_written(&f, expected);
	teardown(&f);
}

TEST(stacks_add_up)
{
	assert_becomes("", "");
	assert_becomes("a;b 1\na;c 2\na;b 3\na 4\n", "a 4\na;b 4\na;c 2\n");
	assert_becomes("a 0\n", "");
}

TEST(blanks_and_line_ends_are_ignored)
{
	assert_becomes("a;b 1\r\na;b 1  \n\n\r\n  \n a;b\t1\t\r\na;b   1", "a;b 4\n");
	assert_becomes("\n\n\n", "");
	assert_becomes("a b ; c 1\n", "a b;c 1\n");
}

TEST(comments_are_skipped_and_never_written)
{
	assert_becomes("# a comment 5\n#\na 1\n", "a 1\n");
	assert_becomes("#include;x 5\n", "#include;x 5\n");
	/* a frame that looks like one */
	assert_becomes(" # tokens;k 5\n # 6\n", " # 6\n # tokens;k 5\n");
	assert_becomes("a;# x 5\n", "a;# x 5\n");
}

TEST(a_byte_order_mark_is_not_part_of_a_frame)
{
	assert_becomes("\xef\xbb\xbfx 1\n", "x 1\n");
	assert_becomes("\xef\xbb\xbf# a comment 5\nx 1\n", "x 1\n");
	assert_becomes("\xef\xbb\xbf\nx 1\n", "x 1\n");
	/* a frame that looks like one */
	assert_becomes("\n\xef\xbb\xbfx 1\n", " \xef\xbb\xbfx 1\n");
	assert_becomes(" \xef\xbb\xbfx 1\n", " \xef\xbb\xbfx 1\n");
}

TEST(empty_frames_are_kept)
{
	struct fixture f;
	uint32_t id, node;

	assert_becomes("a; 4\n;a 2\n; 5\n;;a 1\n;;; 1\n", "; 5\n;;; 1\n;;a 1\n;a 2\na; 4\n");
	/* alone, it would not be a stack */
	setup(&f);
	id = names_intern(&f.names, "", 0);
	node = tree_child(&f.tree, TREE_ROOT, id);
	assert_true(tree_add(&f.tree, node, 3, &f.err));
	assert_written(&f, "[unnamed] 3\n");
	teardown(&f);
}

TEST(bad_input_names_the_line)
{
	static const char too_large[] = "total overflows 64 bits";
	static const struct {
		const char *text;
		int line;
		const char *bad; /* the value, or what is said of the line */
	} cases[] = {
		{ "ok 1\nno-value\n", 2, "expected 'frame;frame value'" },
		{ "42\n", 1, "expected 'frame;frame value'" },
		{ "  42\n", 1, "expected 'frame;frame value'" },
		{ "\n# x\na b\n", 3, "b" },
		{ "a;b -3\n", 1, "-3" },
		{ "a;b +3\n", 1, "+3" },
		{ "a;b 1e5\n", 1, "1e5" },
		{ "a;b 0x5\n", 1, "0x5" },
		{ "a;b 1.5.2\n", 1, "1.5.2" },
		{ "a;b .\n", 1, "." },
		{ "a;b nan\n", 1, "nan" },
		{ "a 1\x1b[2J\n", 1, "1?[2J" },
		{ "a 18446744073709551616\n", 1, "18446744073709551616" },
		{ "a 1844674407370955161.55\n", 1, "1844674407370955161.55" },
		{ "a 18446744073709551615\na 1\n", 2, too_large },
		{ "a 18446744073709551615\nb 1\n", 2, too_large },
		{ "a 18446744073709551615\nb 0.5\n", 2, too_large },
		{ "a 0.000000001\nb 18446744074\n", 2, too_large },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct fixture f;
		char msg[200];

		setup(&f);
		assert_false(read_text(&f, cases[i].text));
		assert_int_equal(f.err.code, cases[i].bad == too_large ? ERR_SUM : ERR_FORMAT);
		if (strchr(cases[i].bad, ' ') != NULL)
			snprintf(msg, sizeof(msg), "in.folded:%d: %s", cases[i].line, cases[i].bad);
		else
			snprintf(msg, sizeof(msg),
				"in.folded:%d: bad value '%s': expected digits, as in 12 or 12.5, "
				"that fit in 64 bits",
				cases[i].line, cases[i].bad);
		assert_string_equal(f.err.msg, msg);
		teardown(&f);
	}
}

TEST(a_million_frames_deep)
{
	enum { DEEP = 1000000 };
	struct fixture f;
	size_t len = 0, got;
	char *text = malloc(DEEP * 2 + 16), *again;

	assert_non_null(text);
	for (int i = 0; i < DEEP; i++) {
		text[len++] = (char)('a' + i % 3);
		text[len++] = ';';
	}
	memcpy(text + len - 1, " 9\n", 4);
	len += 2;
	setup(&f);
	assert_true(read_bytes(&f, text, len));
	assert_int_equal(f.tree.count, DEEP + 1);
	again = written(&f, &got);
	assert_int_equal(got, len);
	assert_memory_equal(again, text, len);
	free(again);
	teardown(&f);
	free(text);
}

/* More distinct lines than folded_read() keeps. */
TEST(more_lines_than_the_cache_holds_mean_the_same)
{
	enum { STACKS = 40000, PAD = 1000 };
	struct fixture f;
	char *text = malloc((size_t)STACKS * (PAD + 32) * 2);
	size_t len = 0;

	assert_non_null(text);
	for (int i = 0; i < 2 * STACKS; i++) {
		len += (size_t)sprintf(text + len, "%d;", i % STACKS);
		memset(text + len, 'x', PAD);
		len += PAD;
		memcpy(text + len, " 1\n", 3);
		len += 3;
	}
	setup(&f);
	assert_true(read_bytes(&f, text, len));
	assert_true(f.tree.total == 2 * STACKS);
	assert_int_equal(f.tree.count, 1 + 2 * STACKS);
	for (uint32_t node = 1; node < f.tree.count; node++)
		assert_true(f.tree.self[node] == (f.tree.first_child[node] == TREE_NONE ? 2 : 0));
	teardown(&f);
	free(text);
}

TEST(the_roots_value_is_in_sorted_place)
{
	static const struct {
		const char *lines, *root, *expected;
	} cases[] = {
		{ "", "all", "all 3\n" },
		{ "a 1\nb 1\n", "all", "a 1\nall 3\nb 1\n" },
		{ "b 1\n", "all", "all 3\nb 1\n" },
		{ "a 1\n", "b", "a 1\nb 3\n" },
		{ "foo 1\nfoo;x 1\n", "foo b", "foo 1\nfoo b 3\nfoo;x 1\n" },
		{ "foo 1\nfoo;x 1\n", "foo|", "foo 1\nfoo;x 1\nfoo| 3\n" },
		{ "foo b 1\n", "foo", "foo 3\nfoo b 1\n" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct fixture f;
		char *text = NULL;
		size_t size;
		FILE *out = open_memstream(&text, &size);

		setup(&f);
		assert_true(read_text(&f, cases[i].lines));
		assert_true(tree_add(&f.tree, TREE_ROOT, 3, &f.err));
		assert_true(folded_write(&f.tree, cases[i].root, out, &f.err));
		fclose(out);
		assert_string_equal(text, cases[i].expected);
		free(text);
		teardown(&f);
	}
}
