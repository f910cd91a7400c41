#include "collapse/input/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <yajl/yajl_parse.h>

#include "base/mem.h"

enum { HOLD_FROM = 1 << 12 };

static int pass(struct json_parser *json, enum json_token token, const char *text, size_t len)
{
	bool opens = token == JSON_OPEN_OBJECT || token == JSON_OPEN_ARRAY;
	bool closes = token == JSON_CLOSE_OBJECT || token == JSON_CLOSE_ARRAY;

	json->token_ended = true;
	if (json->passing_over) {
		json->passing_over = opens || json->depth - (closes ? 1 : 0) > json->around_that;
		return true;
	}
	return json->take(json->context, token, text, len, json->depth, json->err);
}

static int on_null(void *context)
{
	return pass(context, JSON_NULL, NULL, 0);
}

static int on_boolean(void *context, int value)
{
	return pass(context, value != 0 ? JSON_TRUE : JSON_FALSE, NULL, 0);
}

static int on_number(void *context, const char *text, size_t len)
{
	return pass(context, JSON_NUMBER, text, len);
}

static int on_string(void *context, const unsigned char *text, size_t len)
{
	return pass(context, JSON_STRING, (const char *)text, len);
}

static int on_key(void *context, const unsigned char *text, size_t len)
{
	return pass(context, JSON_KEY, (const char *)text, len);
}

static int open_one(struct json_parser *json, enum json_token token)
{
	if (json->depth == JSON_MAX_DEPTH)
		return err_set(json->err, ERR_FORMAT,
			"objects and arrays nested more than %d deep; this is not a trace",
			JSON_MAX_DEPTH);
	json->depth++;
	return pass(json, token, NULL, 0);
}

static int close_one(struct json_parser *json, enum json_token token)
{
	int ok = pass(json, token, NULL, 0);

	json->depth--;
	return ok;
}

static int on_open_object(void *context)
{
	return open_one(context, JSON_OPEN_OBJECT);
}

static int on_close_object(void *context)
{
	return close_one(context, JSON_CLOSE_OBJECT);
}

static int on_open_array(void *context)
{
	return open_one(context, JSON_OPEN_ARRAY);
}

static int on_close_array(void *context)
{
	return close_one(context, JSON_CLOSE_ARRAY);
}

/* Out of memory: yajl's handle is unusable. */
static bool no_memory(struct json_parser *json, struct err *err)
{
	json_memory_release(&json->memory);
	json->parser = NULL;
	return err_nomem(err);
}

bool json_init(struct json_parser *json, json_take_fn *take, void *context, struct err *err)
{
	static const yajl_callbacks callbacks = {
		.yajl_null = on_null,
		.yajl_boolean = on_boolean,
		.yajl_number = on_number,
		.yajl_string = on_string,
		.yajl_start_map = on_open_object,
		.yajl_map_key = on_key,
		.yajl_end_map = on_close_object,
		.yajl_start_array = on_open_array,
		.yajl_end_array = on_close_array,
	};

	yajl_alloc_funcs funcs = json_memory_funcs(&json->memory);

	*json = (struct json_parser){ .take = take, .context = context };
	if (setjmp(json->memory.none_left) != 0)
		return no_memory(json, err);
	json->parser = yajl_alloc(&callbacks, &funcs, json);
	/*
	 * Names are cleaned when they become frames: a bad byte must not reject the whole
	 * trace.
	 */
	yajl_config(json->parser, yajl_dont_validate_strings, 1);
	return true;
}

void json_pass_over(struct json_parser *json, unsigned around)
{
	json->passing_over = true;
	json->around_that = around;
}

void json_release(struct json_parser *json)
{
	json_memory_release(&json->memory);
	free(json->held);
	*json = (struct json_parser){ 0 };
}

/* yajl's message: its first line, without the kind of error before it. */
static bool explain(struct json_parser *json, uint64_t byte, struct err *err)
{
	char *text = (char *)yajl_get_error(json->parser, 0, NULL, 0);
	const char *what = text != NULL ? text : "syntax error";

	if (strstr(what, "premature EOF") != NULL)
		err_set(err, ERR_FORMAT,
			"the JSON is truncated; was it still being written, or the copy cut "
			"short?");
	else
		err_set(err, ERR_FORMAT, "invalid JSON at byte %" PRIu64 ": %.*s", byte,
			(int)strcspn(what, "\n"), what);
	if (text != NULL)
		yajl_free_error(json->parser, (unsigned char *)text);
	return false;
}

static bool judge(struct json_parser *json, yajl_status status, struct err *err)
{
	switch (status) {
	case yajl_status_ok:
		return true;
	case yajl_status_client_canceled:
		return false; /* with `err` filled */
	case yajl_status_error:
		break;
	}
	return explain(json, json->fed + yajl_get_bytes_consumed(json->parser), err);
}

static bool parse(struct json_parser *json, const char *bytes, size_t len, struct err *err)
{
	json->err = err;
	json->token_ended = false;
	if (setjmp(json->memory.none_left) != 0)
		return no_memory(json, err);
	if (!judge(json, yajl_parse(json->parser, (const unsigned char *)bytes, len), err))
		return false;
	json->fed += len;
	json->open = json->token_ended ? 0 : json->open + len;
	return true;
}

static bool parse_held(struct json_parser *json, struct err *err)
{
	size_t len = json->held_len;

	json->held_len = 0;
	return len == 0 || parse(json, json->held, len, err);
}

/*
 * yajl rescans a string from its beginning with each piece, which would be quadratic: of a
 * long one, as much is held back as yajl already has.
 */
bool json_feed(struct json_parser *json, const char *bytes, size_t len, struct err *err)
{
	if (json->open > JSON_MAX_STRING)
		return err_set(err, ERR_FORMAT,
			"a string (or white space) of more than %u MiB before byte %" PRIu64,
			JSON_MAX_STRING >> 20, json->fed);
	if (json->held_len == 0 && json->open < HOLD_FROM)
		return parse(json, bytes, len, err);
	if (!mem_grow((void **)&json->held, &json->held_cap, json->held_len + len, 1, err))
		return false;
	memcpy(json->held + json->held_len, bytes, len);
	json->held_len += len;
	if (json->held_len < json->open && json->open + json->held_len <= JSON_MAX_STRING)
		return true;
	return parse_held(json, err);
}

bool json_end(struct json_parser *json, struct err *err)
{
	if (!parse_held(json, err))
		return false;
	json->err = err;
	if (setjmp(json->memory.none_left) != 0)
		return no_memory(json, err);
	return judge(json, yajl_complete_parse(json->parser), err);
}
