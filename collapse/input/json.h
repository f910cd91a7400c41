#ifndef COLLAPSE_INPUT_JSON_H
#define COLLAPSE_INPUT_JSON_H

#include "base/err.h"
#include "collapse/input/bytes.h"

/*
 * JSON (RFC 8259) as a stream of tokens: memory does not grow with the text, except for the
 * current string. Input is untrusted: depth and string length are bounded. As Python writes and
 * reads them, NaN, Infinity and -Infinity are numbers, too. Bytes of strings are not checked to be
 * UTF-8: names are cleaned when they become frames, and one bad byte must not cost a trace.
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

/* What may come next. */
enum json_next {
	JSON_NEXT_VALUE,
	JSON_NEXT_FIRST_VALUE, /* or the end of the array */
	JSON_NEXT_KEY,
	JSON_NEXT_FIRST_KEY, /* or the end of the object */
	JSON_NEXT_COLON,
	JSON_NEXT_COMMA, /* or the end of the object or array */
	JSON_NEXT_END,
};

/* The token at the end of the last piece that goes on in the next one. */
enum json_unfinished {
	JSON_WHOLE, /* none does */
	JSON_IN_STRING,
	JSON_IN_WORD, /* a number, or a literal */
};

struct json_parser {
	json_take_fn *take;
	void *context;
	enum json_next next;
	unsigned depth;
	bool is_object[JSON_MAX_DEPTH]; /* by depth; else an array */
	bool passing_over;              /* by json_pass_over() */
	unsigned around_that;           /* depth of the value's container */

	uint64_t fed;      /* bytes of previous pieces */
	uint64_t token_at; /* byte where the current string or word begins, from 0 */
	enum json_unfinished unfinished;
	bool escaped;         /* the current string has escapes */
	bool after_backslash; /* its next byte is part of one */
	char *held;           /* the unfinished token, as far as it goes */
	size_t held_len, held_cap;
	char *unescaped;
	size_t unescaped_cap;
};

void json_init(struct json_parser *json, json_take_fn *take, void *context);
void json_release(struct json_parser *json);

/* Whether, between tokens, the next is to be a value in the container at `depth`. */
bool json_awaits_value(const struct json_parser *json, unsigned depth);

/*
 * Begin a second parser where the text of a first one may go on: in the container where that one
 * awaits a value.
 */
void json_init_within(struct json_parser *json, const struct json_parser *first, json_take_fn *take,
	void *context);

/*
 * The next piece of the text; pieces may end anywhere. Returns what `take` returns, or
 * ERR_FORMAT with the byte (from 1) at which the text violates JSON's rules or a limit.
 */
bool json_feed(struct json_parser *json, const char *bytes, size_t len, struct err *err) MUST_CHECK;

/*
 * Called from `take`: skip the rest of the value whose key is current, of one whose object or
 * array opens, or of one that the current key is in: none of its tokens is passed on, nor the one
 * that closes it. `around`: the depth of the value's container. Most of a trace is skipped, and
 * handling tokens takes half of the time.
 */
void json_pass_over(struct json_parser *json, unsigned around);

/* The text ends here. ERR_FORMAT when it is incomplete. */
bool json_end(struct json_parser *json, struct err *err) MUST_CHECK;

/* All of a file. Errors, of bytes_read(), too, name it; `progress` may be NULL. */
bool json_read(struct json_parser *json, struct bytes *in, struct progress *progress,
	struct err *err) MUST_CHECK;

#endif /* COLLAPSE_INPUT_JSON_H */
