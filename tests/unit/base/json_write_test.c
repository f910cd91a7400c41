#include "base/json_write.h"
#include "tests/unit/test.h"

TEST(commas_come_by_themselves)
{
	struct text text = { 0 };
	struct json_write json = { .text = &text };

	jw_object(&json, NULL);
	jw_string(&json, "a\"", "b\n");
	jw_string(&json, "none", NULL);
	jw_line(&json, "\n  ");
	jw_array(&json, "list");
	jw_uint(&json, NULL, UINT64_MAX);
	jw_raw(&json, NULL, "%.1f", 0.5);
	jw_bool(&json, NULL, true);
	jw_object(&json, NULL);
	jw_end(&json);
	jw_line(&json, "\n");
	jw_end(&json);
	jw_bytes(&json, "c", "d\0e", 3);
	jw_end(&json);
	assert_int_equal(json.depth, 0);
	assert_string_equal(text.bytes,
		"{\"a\\\"\":\"b\\u000a\",\"none\":null,\n  "
		"\"list\":[18446744073709551615,0.5,true,{}\n],\"c\":\"d\\u0000e\"}");
	text_release(&text);
}

TEST(much_is_written_at_once)
{
	struct text text = { 0 };
	FILE *out = tmpfile();
	struct json_write json = { .text = &text, .out = out };

	jw_array(&json, NULL);
	for (int i = 0; i < 100000; i++)
		jw_uint(&json, NULL, 7);
	jw_end(&json);
	assert_true(text.len < 100000);
	jw_flush(&json);
	assert_int_equal(ftell(out), 200001);
	fclose(out);
	text_release(&text);
}
