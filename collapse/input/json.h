#ifndef COLLAPSE_INPUT_JSON_H
#define COLLAPSE_INPUT_JSON_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "collapse/input/json_memory.h"

/*
 * JSON as a stream of tokens (by yajl): memory does not grow with the text, but
 * for the one string at hand. Strangers write it: depth and the length of a
 * string are bounded.
 */
enum json_token {
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER, /* text: as it stands there */
	JSON_STRING, /* text: without quotes and escapes; any bytes */
	JSON_KEY,    /* of an object; text: the same */
	JSON_OPEN_OBJECT,
	JSON_CLOSE_OBJECT,
	JSON_OPEN_ARRAY,
	JSON_CLOSE_ARRAY,
};

#define JSON_MAX_DEPTH 512
#define JSON_MAX_STRING (64u << 20)

/*
 * What is done with a token. `depth` counts the objects and arrays around it,
 * the one that it opens or closes among them. `text` lasts until the return.
 * False, with `err` filled, ends the reading.
 */
typedef bool json_take_fn(void *context, enum json_token token, const char *text, size_t len,
	unsigned depth, struct err *err);

struct json_parser {
	void *parser; /* yajl_handle; NULL after memory ran out */
	struct json_memory memory;
	json_take_fn *take;
	void *context;
	unsigned depth;
	bool passing_over;    /* by json_pass_over() */
	unsigned around_that; /* the depth */
	uint64_t fed;         /* bytes of the calls before */
	uint64_t open;        /* of them, the last ones in which no token ended */
	bool token_ended;     /* in the bytes at hand */
	struct err *err;      /* of the call at hand */
	char *held;           /* fed, and not yet parsed */
	size_t held_len, held_cap;
};

/* ERR_NOMEM; there is then nothing to release. */
bool json_init(
	struct json_parser *json, json_take_fn *take, void *context, struct err *err) MUST_CHECK;
void json_release(struct json_parser *json);

/*
 * The next piece of the text; pieces may end anywhere. What `take` returns, or
 * ERR_FORMAT with the byte at which the text breaks JSON's rules or a limit.
 */
bool json_feed(struct json_parser *json, const char *bytes, size_t len, struct err *err) MUST_CHECK;

/*
 * From `take`: what is left of the value whose key is at hand, or whose object or
 * array opens, is of no use: no token of it is passed on, nor the one that closes
 * it. `around`: the depth of what holds that value. Most of a trace is of no use,
 * and half of the time goes to what is done with tokens.
 */
void json_pass_over(struct json_parser *json, unsigned around);

/* The text ends here. ERR_FORMAT when that is too early. */
bool json_end(struct json_parser *json, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_INPUT_JSON_H */
