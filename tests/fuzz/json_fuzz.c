/*
 * Untrusted JSON gives the same tokens, or the same error, in pieces of any size; objects and
 * arrays close in order; a value that is passed over gives no token, and the tokens around it are
 * the same. The first byte of the input is the size of the pieces.
 */
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "collapse/input/json.h"
#include "tests/fuzz/must.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct reading {
	struct json_parser json;
	struct text tokens;
	bool pass_over; /* what is in the outermost object or array */
	unsigned depth;
	char open[JSON_MAX_DEPTH];
};

static void follow_depth(struct reading *reading, enum json_token token, unsigned depth)
{
	switch ((int)token) {
	case JSON_OPEN_OBJECT:
	case JSON_OPEN_ARRAY:
		must(reading->depth < JSON_MAX_DEPTH, "bounded depth");
		reading->open[reading->depth++] = token == JSON_OPEN_OBJECT ? '{' : '[';
		break;
	case JSON_CLOSE_OBJECT:
	case JSON_CLOSE_ARRAY:
		must(reading->depth == depth && depth > 0, "closed in order");
		must(reading->open[--reading->depth] == (token == JSON_CLOSE_OBJECT ? '{' : '['),
			"closed as it was opened");
		return;
	default:
		break;
	}
	must(reading->depth == depth, "the depth of a token");
}

static bool take(void *context, enum json_token token, const char *text, size_t len, unsigned depth,
	struct err *err)
{
	struct reading *reading = context;
	char letter = (char)('a' + token);

	must(len <= JSON_MAX_STRING, "bounded strings");
	must(!reading->pass_over || depth <= 1 ||
			(depth == 2 && (token == JSON_OPEN_OBJECT || token == JSON_OPEN_ARRAY)),
		"what is passed over gives no token");
	if (reading->pass_over && (depth > 1 || token == JSON_KEY))
		json_pass_over(&reading->json, 1);
	else
		follow_depth(reading, token, depth);
	(void)err;
	text_add(&reading->tokens, &letter, 1);
	text_add(&reading->tokens, text != NULL ? text : "", len);
	text_add(&reading->tokens, "\n", 1);
	return true;
}

static bool read_all(
	struct reading *reading, const uint8_t *data, size_t size, size_t piece, struct err *err)
{
	bool ok = true;

	json_init(&reading->json, take, reading);
	for (size_t at = 0; ok && at < size; at += piece)
		ok = json_feed(&reading->json, (const char *)data + at,
			size - at < piece ? size - at : piece, err);
	ok = ok && json_end(&reading->json, err);
	json_release(&reading->json);
	return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct reading whole, pieces, passed;
	struct err whole_err = { 0 }, pieces_err = { 0 }, passed_err = { 0 };
	bool ok;

	if (size < 2)
		return 0;
	whole = pieces = passed = (struct reading){ 0 };
	passed.pass_over = true;
	ok = read_all(&whole, data + 1, size - 1, size, &whole_err);
	/* a byte order mark is looked for in the first piece */
	must(read_all(&pieces, data + 1, size - 1, 3u + data[0], &pieces_err) == ok, "in pieces");
	must(strcmp(whole_err.msg, pieces_err.msg) == 0, "the same error");
	must(whole.tokens.len == pieces.tokens.len &&
			(whole.tokens.len == 0 || memcmp(whole.tokens.bytes, pieces.tokens.bytes,
							  whole.tokens.len) == 0),
		"the same tokens");
	must(!ok || whole.depth == 0, "all is closed");
	must(read_all(&passed, data + 1, size - 1, size, &passed_err) == ok, "passed over");
	must(strcmp(whole_err.msg, passed_err.msg) == 0, "what is passed over is checked");
	text_release(&whole.tokens);
	text_release(&pieces.tokens);
	text_release(&passed.tokens);
	return 0;
}
