

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "collapse/stacks/picture_reader.h"
#include "tests/unit/test.h"

/* Memory is bounded, whichever part is long. */
TEST(long_pieces_are_refused)
{
	static const struct {
		const char *begin, *again, *message;
	} cases[] = {
		{ "<svg a='", "xxxxxxxxxxxxxxxx", "XML, but not SVG" },
		{ "<svg>", "<metadata ", "SVG without the data" },
		/* stored deflate blocks: a string begins, and x after x */
		{ "<svg data-gf='1'><metadata class='gf-data' data-encoding='deflate+base85'>"
		  "<![CDATA[01E*0|9c{CVQpn|B05_l]]>",
			"<![CDATA[01p80|9E(KczAetczAetczAet]]>", "is truncated" },
		{ "<svg data-gf='1'><metadata class='gf-data' data-encoding='deflate+base85'>"
		  "<![CDATA[01E*0|9c{CVQpn|B05_l",
			"01p80|9E(KczAetczAetczAet", "is truncated" },
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
