

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "collapse/stacks/picture_frames.h"
#include "collapse/stacks/picture_reader.h"
#include "tests/unit/test.h"

TEST(titles_are_parsed)
{
	static const struct {
		const char *title;
		bool times;
		const char *name; /* NULL: not the title of a frame */
		uint64_t value;
		unsigned decimals;
	} cases[] = {
		{ "all (48,414 samples, 100%)", false, "all", 48414, 0 },
		{ "f(int) (7 samples, 0.01%)", false, "f(int)", 7, 0 },
		{ "f (1 samples, 2%) (3 samples, 4%)", false, "f (1 samples, 2%)", 3, 0 },
		{ "f (12.50 ms, 4%)", false, "f", 1250, 2 },
		{ "f (31 samples, 10.92%; +4.87%)", false, "f", 31, 0 },
		{ "f (18,446,744,073,709,551,615 samples, 4%)", false, "f", UINT64_MAX, 0 },
		{ " (3 samples, 4%)", false, "", 3, 0 },
		{ "f (12.3 ms, 4.56%)", true, "f", 12300000, 0 },
		{ "f (4.56 s, 4.56%)", true, "f", 4560000000, 0 },
		{ "f (873 ns, 4.56%)", true, "f", 873, 0 },
		{ "f (87.5 ns, 4.56%)", true, "f", 875, 1 },
		{ "f (1,234 samples, 4.56%)", true, "f", 1234, 0 },
		{ "f (12.3 ms -> 9.8 us, -20 %, 4.56%; -1.23%)", true, "f", 9800, 0 },
		{ "f (12.3 ms -> 0, gone, 0.00%; -3.21%)", true, "f", 0, 0 },
		{ "f", false, NULL, 0, 0 },
		{ "", false, NULL, 0, 0 },
		{ "(3 samples, 4%)", false, NULL, 0, 0 },
		{ "f (3 samples, 4%", false, NULL, 0, 0 },
		{ "f (3 samples, 4)", false, NULL, 0, 0 },
		{ "f (samples, 4%)", false, NULL, 0, 0 },
		{ "f (3)", false, NULL, 0, 0 },
		{ "f ()", false, NULL, 0, 0 },
		{ "f (18446744073709551616 samples, 4%)", false, NULL, 0, 0 },
		{ "f (99999999999999 s, 4%)", true, NULL, 0, 0 },
		{ "f (0.1234567890 samples, 4%)", false, NULL, 0, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		size_t name_len = 0;
		uint64_t value = 0;
		unsigned decimals = 0;
		bool is_title = drawn_parse_title(cases[i].title, strlen(cases[i].title),
			cases[i].times, &name_len, &value, &decimals);

		if (is_title != (cases[i].name != NULL))
			fail_msg("%s", cases[i].title);
		if (!is_title)
			continue;
		assert_int_equal(name_len, strlen(cases[i].name));
		assert_memory_equal(cases[i].title, cases[i].name, name_len);
		assert_int_equal(value, cases[i].value);
		assert_int_equal(decimals, cases[i].decimals);
	}
}

/* Memory is bounded, whichever part is long. */
TEST(long_pieces_are_refused)
{
	static const struct {
		const char *begin, *again, *message;
	} cases[] = {
		{ "<svg><title>", "xxxxxxxxxxxxxxxx", "a title of more than 16 MiB" },
		{ "<svg a='", "xxxxxxxxxxxxxxxx",
			"a tag, comment or CDATA section of more than 512 KiB" },
		{ "<svg><!--", "xxxxxxxxxxxxxxxx",
			"a tag, comment or CDATA section of more than 512 KiB" },
		{ "<svg>", "<g>", "is truncated" },
		/* stored deflate blocks: a string begins, and x after x */
		{ "<svg data-gf='1'><metadata class='gf-data' data-encoding='deflate+base85'>"
		  "<![CDATA[01E*0|9c{CVQpn|B05_l]]>",
			"<![CDATA[01p80|9E(KczAetczAetczAet]]>", "is truncated" },
		{ "<svg data-gf='1'><metadata class='gf-data' data-encoding='deflate+base85'>"
		  "<![CDATA[01E*0|9c{CVQpn|B05_l",
			"01p80|9E(KczAetczAetczAet",
			"a tag, comment or CDATA section of more than 512 KiB" },
	};
	enum { TIMES = 1100000 };
	char path[64];

	snprintf(path, sizeof(path), "/tmp/inout_picture_test.%ld", (long)getpid());
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct err err = { 0 };
		struct names names;
		struct tree tree;
		struct input_format format;
		struct bytes in;
		FILE *file = fopen(path, "wb");

		assert_non_null(file);
		fputs(cases[i].begin, file);
		for (size_t j = 0; j < TIMES; j++)
			fputs(cases[i].again, file);
		fclose(file);
		names_init(&names);
		tree_init(&tree, &names);
		assert_true(bytes_open(&in, path, &err));
		assert_false(picture_read(&in, &tree, &format, &err));
		bytes_close(&in);
		assert_int_equal(err.code, ERR_FORMAT);
		if (strstr(err.msg, cases[i].message) == NULL)
			fail_msg("case %zu: %s", i, err.msg);
		tree_release(&tree);
		names_release(&names);
	}
	unlink(path);
}
