#ifndef COLLAPSE_INPUT_JSON_H
#define COLLAPSE_INPUT_JSON_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "collapse/input/json_memory.h"

/*
 * JSON as a stream of tokens (by yajl): memory does not grow with the text, except for the
 * current string. Input is untrusted: depth and string length are bounded.
 */
enum json_token {
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER, /* text: as written */
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
 * Called for each token. `depth` counts the objects and arrays around it, including one that
 * it opens or closes. `text` is valid during the call. Returning false, with `err` filled,
 * stops the reading.
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
	unsigned around_that; /* depth of the value's container */
	uint64_t fed;         /* bytes of previous calls */
	uint64_t open;        /* how many of them, at the end, completed no token */
	bool token_ended;     /* in the current bytes */
	struct err *err;      /* of the current call */
	char *held;           /* fed but not yet parsed */
	size_t held_len, held_cap;
};

/* ERR_NOMEM; there is then nothing to release. */
bool json_init(
	struct json_parser *json, json_take_fn *take, void *context, struct err *err) MUST_CHECK;
void json_release(struct json_parser *json);

/*
 * The next piece of the text; pieces may end anywhere. Returns what `take` returns, or
 * ERR_FORMAT with the byte at which the text violates JSON's rules or a limit.
 */
bool json_feed(struct json_parser *json, const char *bytes, size_t len, struct err *err) MUST_CHECK;

/*
 * Called from `take`: skip the rest of the value whose key is current, or whose object or
 * array opens: none of its tokens is passed on, nor the one that closes it. `around`: the
 * depth of the value's container. Most of a trace is skipped, and handling tokens takes half
 * of the time.
 */
void json_pass_over(struct json_parser *json, unsigned around);

/* The text ends here. ERR_FORMAT when it is incomplete. */
bool json_end(struct json_parser *json, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_INPUT_JSON_H */
