#include "collapse/input/json.h"

#include <inttypes.h>

#include "base/chars.h"
#include "base/mem.h"
#include "base/utf8.h"

/*
 * What each byte is outside of strings: white space (' '), a part of a number or literal ('w'),
 * what opens ('{') or closes ('}') an object or array, '"', ':', ',' or nothing that may be there.
 */
static const char classes[256] = "_________  __ __________________"
				 " _\"________w,ww_wwwwwwwwww:_____"
				 "_wwwwwwwwwwwwwwwwwwwwwwwwww{_}__"
				 "_wwwwwwwwwwwwwwwwwwwwwwwwww{_}__";

static char class_of(char byte)
{
	return classes[(unsigned char)byte];
}

void json_init(struct json_parser *json, json_take_fn *take, void *context)
{
	*json = (struct json_parser){ .take = take, .context = context };
}

bool json_awaits_value(const struct json_parser *json, unsigned depth)
{
	return json->next == JSON_NEXT_VALUE && json->depth == depth &&
	       json->unfinished == JSON_WHOLE && !json->passing_over;
}

void json_init_within(struct json_parser *json, const struct json_parser *first, json_take_fn *take,
	void *context)
{
	json_init(json, take, context);
	json->depth = first->depth;
	json->fed = 1; /* it is not the beginning */
	memcpy(json->is_object, first->is_object, first->depth * sizeof(first->is_object[0]));
}

void json_release(struct json_parser *json)
{
	free(json->held);
	free(json->unescaped);
	*json = (struct json_parser){ 0 };
}

void json_pass_over(struct json_parser *json, unsigned around)
{
	json->passing_over = true;
	json->around_that = around;
}

static bool in_object(const struct json_parser *json)
{
	return json->depth > 0 && json->is_object[json->depth - 1];
}

static bool invalid(uint64_t byte, const char *what, struct err *err)
{
	return err_set(err, ERR_FORMAT, "invalid JSON at byte %" PRIu64 ": %s", byte + 1, what);
}

/* The text does not go on as it may. */
static bool unexpected(const struct json_parser *json, uint64_t byte, struct err *err)
{
	static const char *const expected[] = {
		[JSON_NEXT_VALUE] = "a value is expected",
		[JSON_NEXT_FIRST_VALUE] = "a value or ']' is expected",
		[JSON_NEXT_KEY] = "a key in quotes is expected",
		[JSON_NEXT_FIRST_KEY] = "a key in quotes or '}' is expected",
		[JSON_NEXT_COLON] = "':' is expected after a key",
		[JSON_NEXT_COMMA] = "',' or ']' is expected after a value",
		[JSON_NEXT_END] = "something follows its end",
	};

	return invalid(byte,
		json->next == JSON_NEXT_COMMA && in_object(json)
			? "',' or '}' is expected after a value"
			: expected[json->next],
		err);
}

static bool pass(struct json_parser *json, enum json_token token, const char *text, size_t len,
	struct err *err)
{
	if (json->passing_over) {
		bool opens = token == JSON_OPEN_OBJECT || token == JSON_OPEN_ARRAY;
		bool closes = token == JSON_CLOSE_OBJECT || token == JSON_CLOSE_ARRAY;

		json->passing_over = opens || json->depth - (closes ? 1 : 0) > json->around_that;
		return true;
	}
	return json->take(json->context, token, text, len, json->depth, err);
}

static bool expects_value(const struct json_parser *json)
{
	return json->next == JSON_NEXT_VALUE || json->next == JSON_NEXT_FIRST_VALUE;
}

static bool expects_key(const struct json_parser *json)
{
	return json->next == JSON_NEXT_KEY || json->next == JSON_NEXT_FIRST_KEY;
}

static void after_value(struct json_parser *json)
{
	json->next = json->depth > 0 ? JSON_NEXT_COMMA : JSON_NEXT_END;
}

static bool open_one(struct json_parser *json, char bracket, uint64_t byte, struct err *err)
{
	bool object = bracket == '{';

	if (!expects_value(json))
		return unexpected(json, byte, err);
	if (json->depth == JSON_MAX_DEPTH)
		return err_set(err, ERR_FORMAT,
			"objects and arrays nested more than %d deep; this is not a trace",
			JSON_MAX_DEPTH);
	json->is_object[json->depth++] = object;
	json->next = object ? JSON_NEXT_FIRST_KEY : JSON_NEXT_FIRST_VALUE;
	return pass(json, object ? JSON_OPEN_OBJECT : JSON_OPEN_ARRAY, NULL, 0, err);
}

static bool close_one(struct json_parser *json, char bracket, uint64_t byte, struct err *err)
{
	bool object = bracket == '}';

	if (json->depth == 0 || object != in_object(json) ||
		(json->next != JSON_NEXT_COMMA &&
			json->next != (object ? JSON_NEXT_FIRST_KEY : JSON_NEXT_FIRST_VALUE)))
		return unexpected(json, byte, err);
	if (!pass(json, object ? JSON_CLOSE_OBJECT : JSON_CLOSE_ARRAY, NULL, 0, err))
		return false;
	json->depth--;
	after_value(json);
	return true;
}

/* A colon or comma, where it may be. */
static bool take_mark(struct json_parser *json, char mark)
{
	if (json->next != (mark == ':' ? JSON_NEXT_COLON : JSON_NEXT_COMMA))
		return false;
	json->next = mark == ',' && in_object(json) ? JSON_NEXT_KEY : JSON_NEXT_VALUE;
	return true;
}

static const char *skip_digits(const char *at, const char *end)
{
	while (at < end && *at >= '0' && *at <= '9')
		at++;
	return at;
}

/* Past the digits at `at`; NULL if there is none. */
static const char *need_digits(const char *at, const char *end)
{
	const char *after = skip_digits(at, end);

	return after > at ? after : NULL;
}

static bool is_number(const char *text, size_t len)
{
	const char *end = text + len, *at = text + (text[0] == '-');

	if (is_word(at, (size_t)(end - at), "Infinity"))
		return true;
	/* no zero before other digits */
	at = at < end && *at == '0' ? at + 1 : need_digits(at, end);
	if (at != NULL && at < end && *at == '.')
		at = need_digits(at + 1, end);
	if (at != NULL && at < end && (*at == 'e' || *at == 'E')) {
		at++;
		at = need_digits(at + (at < end && (*at == '+' || *at == '-')), end);
	}
	return at == end || is_word(text, len, "NaN");
}

static const char *skip_space(const char *at, const char *end)
{
	while (at < end && class_of(*at) == ' ')
		at++;
	return at;
}

static const char *skip_word(const char *at, const char *end)
{
	while (at < end && class_of(*at) == 'w')
		at++;
	return at;
}

/*
 * To the first byte that does not stand for itself in a string: '"', '\\' or a control character.
 * Eight at a time: of a word, the lowest byte of which the top bit gets set is the first one.
 */
static const char *find_special(const char *at, const char *end)
{
	const uint64_t ones = UINT64_MAX / 255;

	for (; end - at >= 8; at += 8) {
		uint64_t word = mem_load64(at), quotes = word ^ ones * '"',
			 backslashes = word ^ ones * '\\';
		uint64_t found = ((quotes - ones) & ~quotes) |
				 ((backslashes - ones) & ~backslashes) |
				 ((word - ones * ' ') & ~word);

		found &= ones * 0x80;
		if (found != 0)
			return at + __builtin_ctzll(found) / 8;
	}
	while (at < end && *at != '"' && *at != '\\' && (unsigned char)*at >= ' ')
		at++;
	return at;
}

/* A number or literal is complete. */
static bool take_word(struct json_parser *json, const char *text, size_t len, struct err *err)
{
	enum json_token token = JSON_NUMBER;

	json->unfinished = JSON_WHOLE;
	if (!expects_value(json))
		return unexpected(json, json->token_at, err);
	if (is_word(text, len, "null"))
		token = JSON_NULL;
	else if (is_word(text, len, "true"))
		token = JSON_TRUE;
	else if (is_word(text, len, "false"))
		token = JSON_FALSE;
	else if (!is_number(text, len))
		return invalid(json->token_at,
			text[0] <= '9' ? "this is not a number"
				       : "this is no value; is a quote missing?",
			err);
	after_value(json);
	return pass(json, token, token == JSON_NUMBER ? text : NULL, token == JSON_NUMBER ? len : 0,
		err);
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 'a' ^ 'A';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The code unit of "uXXXX" at `at`, or -1. */
static int32_t read_unit(const char *at, const char *end)
{
	int32_t unit = 0;

	if (end - at < 5 || *at != 'u')
		return -1;
	for (int i = 1; i <= 4; i++) {
		int digit = hex_digit(at[i]);

		if (digit < 0)
			return -1;
		unit = unit * 16 + digit;
	}
	return unit;
}

/*
 * Put the character of the escape whose backslash precedes *at, and go past it. Half a pair of
 * surrogates is U+FFFD. False: there is no such escape.
 */
static bool put_escape(char **out, const char **at, const char *end)
{
	static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
	const char *letter = **at != '\0' ? strchr(letters, **at) : NULL;
	int32_t unit = read_unit(*at, end), second = -1;

	if (letter != NULL) {
		*(*out)++ = meant[letter - letters];
		++*at;
		return true;
	}
	if (unit < 0)
		return false;
	*at += 5;
	if (unit >= 0xd800 && unit < 0xdc00 && *at < end && **at == '\\')
		second = read_unit(*at + 1, end);
	if (second >= 0xdc00 && second < 0xe000) {
		*at += 6;
		unit = 0x10000 + ((unit - 0xd800) << 10) + (second - 0xdc00);
	} else if (unit >= 0xd800 && unit < 0xe000) {
		unit = 0xfffd;
	}
	*out += utf8_put(*out, (uint32_t)unit);
	return true;
}

/* Into json->unescaped; no escape is shorter than what it means. */
static bool unescape(
	struct json_parser *json, const char *text, size_t len, size_t *out_len, struct err *err)
{
	const char *at = text, *end = text + len;
	char *out;

	mem_need(json->unescaped, json->unescaped_cap, len);
	out = json->unescaped;
	while (at < end) {
		const char *backslash = memchr(at, '\\', (size_t)(end - at));
		size_t plain = (size_t)((backslash != NULL ? backslash : end) - at);

		memcpy(out, at, plain);
		out += plain;
		at += plain + 1;
		if (backslash != NULL && !put_escape(&out, &at, end))
			return invalid(json->token_at + (uint64_t)(backslash - text) + 1,
				"there is no such escape in JSON", err);
	}
	*out_len = (size_t)(out - json->unescaped);
	return true;
}

/* A string is complete; `text` is what is between its quotes. */
static bool take_string(struct json_parser *json, const char *text, size_t len, struct err *err)
{
	bool key = expects_key(json);

	json->unfinished = JSON_WHOLE;
	if (json->escaped) {
		if (!unescape(json, text, len, &len, err))
			return false;
		text = json->unescaped;
	}
	if (key)
		json->next = JSON_NEXT_COLON;
	else
		after_value(json);
	return pass(json, key ? JSON_KEY : JSON_STRING, text, len, err);
}

/* Past what the piece has of a string: its last quote, a byte that it must not have, or `end`. */
static const char *scan_string(struct json_parser *json, const char *at, const char *end)
{
	for (;; at++) {
		if (json->after_backslash && at < end) {
			json->after_backslash = false;
			continue;
		}
		at = find_special(at, end);
		if (at == end || *at != '\\')
			return at;
		json->escaped = json->after_backslash = true;
	}
}

/* Keep a piece of the token that goes on in the next one. */
static bool hold(struct json_parser *json, const char *bytes, size_t len, struct err *err)
{
	if (len == 0)
		return true;
	if (json->held_len + len > JSON_MAX_STRING)
		return err_set(err, ERR_FORMAT,
			"a string of more than %u MiB from byte %" PRIu64 " on",
			JSON_MAX_STRING >> 20, json->token_at + 1);
	mem_need(json->held, json->held_cap, json->held_len + len);
	memcpy(json->held + json->held_len, bytes, len);
	json->held_len += len;
	return true;
}

/* A piece of the text; what reads a token from it returns where the next begins, or NULL. */
struct json_piece {
	const char *bytes, *end;
};

static uint64_t byte_of(
	const struct json_parser *json, const struct json_piece *piece, const char *at)
{
	return json->fed + (uint64_t)(at - piece->bytes);
}

/* The string or word that begins, or goes on, at `at`. */
static const char *take_text(
	struct json_parser *json, const struct json_piece *piece, const char *at, struct err *err)
{
	const char *text = at;
	bool string = json->unfinished == JSON_IN_STRING;
	size_t len;

	if (string)
		at = scan_string(json, at, piece->end);
	else
		at = skip_word(at, piece->end);
	len = (size_t)(at - text);
	if (at == piece->end)
		return hold(json, text, len, err) ? at : NULL;
	if (string && *at != '"') {
		invalid(byte_of(json, piece, at),
			"a control character in a string has to be escaped", err);
		return NULL;
	}
	if (json->held_len > 0) {
		if (!hold(json, text, len, err))
			return NULL;
		text = json->held;
		len = json->held_len;
		json->held_len = 0;
	}
	if (string)
		return take_string(json, text, len, err) ? at + 1 : NULL;
	return take_word(json, text, len, err) ? at : NULL;
}

/* What it begins may come next. */
static bool begin_text(
	struct json_parser *json, enum json_unfinished what, uint64_t byte, struct err *err)
{
	if (!expects_value(json) && !(what == JSON_IN_STRING && expects_key(json)))
		return unexpected(json, byte, err);
	json->unfinished = what;
	json->token_at = byte;
	json->escaped = false;
	return true;
}

/* The token at `at`. */
static const char *take_token(
	struct json_parser *json, const struct json_piece *piece, const char *at, struct err *err)
{
	uint64_t byte = byte_of(json, piece, at);
	bool ok;

	switch (class_of(*at)) {
	case '"':
		ok = begin_text(json, JSON_IN_STRING, byte, err);
		return ok ? take_text(json, piece, at + 1, err) : NULL;
	case 'w':
		ok = begin_text(json, JSON_IN_WORD, byte, err);
		return ok ? take_text(json, piece, at, err) : NULL;
	case ',':
	case ':':
		ok = take_mark(json, *at) || unexpected(json, byte, err);
		break;
	case '{':
		ok = open_one(json, *at, byte, err);
		break;
	case '}':
		ok = close_one(json, *at, byte, err);
		break;
	default:
		ok = unexpected(json, byte, err);
		break;
	}
	return ok ? at + 1 : NULL;
}

bool json_feed(struct json_parser *json, const char *bytes, size_t len, struct err *err)
{
	const struct json_piece piece = { bytes, bytes + len };
	const char *at = bytes;

	if (json->fed == 0)
		at += utf8_mark(bytes, len);
	if (json->unfinished != JSON_WHOLE && len > 0)
		at = take_text(json, &piece, at, err);
	while (at != NULL && at < piece.end) {
		/* Most often one of these follows a token at once. */
		if ((*at == ',' || *at == ':') && take_mark(json, *at))
			at++;
		at = skip_space(at, piece.end);
		if (at < piece.end)
			at = take_token(json, &piece, at, err);
	}
	json->fed += len;
	return at != NULL;
}

bool json_end(struct json_parser *json, struct err *err)
{
	if (json->unfinished == JSON_IN_WORD && !take_word(json, json->held, json->held_len, err))
		return false;
	return json->next == JSON_NEXT_END ||
	       err_set(err, ERR_FORMAT,
		       "the JSON is truncated; was it still being written, or the copy cut short?");
}

bool json_read(
	struct json_parser *json, struct bytes *in, struct progress *progress, struct err *err)
{
	char piece[1 << 15];
	size_t len;

	do {
		if (!bytes_next(in, piece, sizeof(piece), &len, progress, err))
			return false;
		if (!(len > 0 ? json_feed(json, piece, len, err) : json_end(json, err)))
			return err_prefix(err, "cannot read '%s'", in->path);
	} while (len > 0);
	return true;
}
