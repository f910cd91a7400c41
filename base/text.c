#include "base/text.h"

#include "base/chars.h"
#include "base/mem.h"
#include "base/utf8.h"

static const char replacement[] = "\xef\xbf\xbd"; /* U+FFFD */

void text_release(struct text *text)
{
	free(text->bytes);
	*text = (struct text){ 0 };
}

char *text_room(struct text *text, size_t len)
{
	if (text->cap - text->len <= len)
		mem_need(text->bytes, text->cap, text->len + len + 1);
	return text->bytes + text->len;
}

void text_add(struct text *text, const char *bytes, size_t len)
{
	memcpy(text_room(text, len), bytes, len);
	text->len += len;
	text->bytes[text->len] = '\0';
}

void text_add_string(struct text *text, const char *string)
{
	text_add(text, string, strlen(string));
}

void text_vaddf(struct text *text, const char *fmt, va_list args)
{
	va_list again;
	int len;

	va_copy(again, args);
	len = vsnprintf(text_room(text, 63), 64, fmt, args);
	if (len < 0)
		mem_die();
	if (len > 63)
		vsnprintf(text_room(text, (size_t)len), (size_t)len + 1, fmt, again);
	text->len += (size_t)len;
	va_end(again);
}

void text_addf(struct text *text, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	text_vaddf(text, fmt, args);
	va_end(args);
}

char *text_format(const char *fmt, ...)
{
	struct text text = { 0 };
	va_list args;

	va_start(args, fmt);
	text_vaddf(&text, fmt, args);
	va_end(args);
	return text.bytes;
}

char *text_put_digits(char *end, uint64_t value)
{
	static const char pairs[] = "00010203040506070809101112131415161718192021222324"
				    "25262728293031323334353637383940414243444546474849"
				    "50515253545556575859606162636465666768697071727374"
				    "75767778798081828384858687888990919293949596979899";

	for (; value >= 100; value /= 100)
		memcpy(end -= 2, &pairs[value % 100 * 2], 2);
	if (value >= 10)
		return memcpy(end - 2, &pairs[value * 2], 2);
	*--end = (char)('0' + value);
	return end;
}

char *text_write_digits(char *at, uint64_t value)
{
	char digits[20], *end = digits + sizeof(digits), *begin = text_put_digits(end, value);

	memcpy(at, begin, (size_t)(end - begin));
	return at + (end - begin);
}

enum { BLOCK = 32 };

/* Whether a block is that, in a form that compilers make vector instructions of. */
static bool block_is_plain(const char *bytes, char a, char b)
{
	unsigned odd = 0;

	for (size_t i = 0; i < BLOCK; i++)
		odd |= (unsigned)((unsigned char)(bytes[i] - 0x20) >= 0x5f) |
		       (unsigned)(bytes[i] == a) | (unsigned)(bytes[i] == b);
	return odd == 0;
}

/* The length of the prefix of printable ASCII without `a` and `b`. */
static size_t plain_len(const char *bytes, size_t len, char a, char b)
{
	size_t at = 0;

	while (len - at >= BLOCK && block_is_plain(bytes + at, a, b))
		at += BLOCK;
	while (at < len && (unsigned char)bytes[at] >= 0x20 && (unsigned char)bytes[at] < 0x7f &&
		bytes[at] != a && bytes[at] != b)
		at++;
	return at;
}

bool text_is_plain(const char *bytes, size_t len, char a, char b)
{
	return plain_len(bytes, len, a, b) == len;
}

void text_add_shell(struct text *text, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "_-./,:+@%=";

	if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
		text_add_string(text, word);
		return;
	}
	text_add(text, "'", 1);
	for (; *word != '\0'; word++)
		text_add(text, *word == '\'' ? "'\\''" : word, *word == '\'' ? 4 : 1);
	text_add(text, "'", 1);
}

void text_add_clean(struct text *text, const char *bytes, size_t len, char quote)
{
	size_t used = plain_len(bytes, len, quote, quote);

	text_add(text, bytes, used);
	for (size_t at = used; at < len; at += used) {
		uint32_t code = utf8_next(bytes + at, len - at, &used);

		if (code == UTF8_INVALID)
			text_add_string(text, replacement);
		else if (utf8_is_obeyed(code))
			text_add(text, " ", 1);
		else
			text_add(text, bytes + at, used);
		if (quote != 0 && bytes[at] == quote)
			text_add(text, &quote, 1);
	}
}

void text_add_wrapped(struct text *text, const char *string, size_t width)
{
	size_t at = 0;

	for (bool first = true; *string != '\0'; first = false) {
		size_t len = strcspn(string, " "), columns = utf8_columns(string, len);
		bool breaks = !first && (at >= width || columns >= width - at);

		if (!first)
			text_add(text, breaks ? "\n" : " ", 1);
		text_add(text, string, len);
		at = first || breaks ? columns : at + 1 + columns;
		string += len + (string[len] == ' ');
	}
}

struct text_cut text_cut(const char *bytes, size_t len, size_t width)
{
	size_t whole = utf8_width(bytes, len), end;
	struct text_cut cut = { .front = len, .back = len, .width = whole };

	if (whole <= width)
		return cut;
	cut.dots = width >= 8;
	end = cut.dots ? (width - 3) / 3 : 0;
	cut.front = utf8_begin(bytes, len, width - end - (cut.dots ? 3 : 0));
	if (cut.dots)
		cut.back = utf8_begin(bytes, len, whole - end);
	/* The first half of a wide letter was cut: so is the other. */
	while (cut.back < len && utf8_width(bytes + cut.back, len - cut.back) > end)
		cut.back += utf8_begin(bytes + cut.back, len - cut.back, 2);
	cut.width = utf8_width(bytes, cut.front) + utf8_width(bytes + cut.back, len - cut.back) +
		    (cut.dots ? 3 : 0);
	return cut;
}

void text_add_cut(struct text *text, const char *bytes, size_t len, const struct text_cut *cut)
{
	text_add(text, bytes, cut->front);
	text_add_string(text, cut->dots ? "..." : "");
	text_add(text, bytes + cut->back, len - cut->back);
}

void text_add_fit(struct text *text, const char *bytes, size_t len, size_t width)
{
	struct text clean = { 0 };
	struct text_cut cut;

	text_add_clean(&clean, bytes, len, 0);
	cut = text_cut(clean.bytes, clean.len, width);
	text_add_cut(text, clean.bytes, clean.len, &cut);
	text_release(&clean);
}

/* A part of a JSON string: bytes that stand for themselves, or `escape` instead of them. */
struct json_part {
	size_t len;
	char escape[8]; /* "": none */
};

static struct json_part json_part(const char *bytes, size_t len)
{
	struct json_part part = { .len = plain_len(bytes, len, '"', '\\') };
	uint32_t code;

	if (part.len > 0)
		return part;
	code = utf8_next(bytes, len, &part.len);
	if (code == UTF8_INVALID)
		memcpy(part.escape, replacement, sizeof(replacement));
	else if (code == '"' || code == '\\')
		snprintf(part.escape, sizeof(part.escape), "\\%c", (int)code);
	else if (utf8_is_obeyed(code))
		snprintf(part.escape, sizeof(part.escape), "\\u%04x", (unsigned)code & 0xffff);
	return part;
}

void text_add_json(struct text *text, const char *bytes, size_t len)
{
	size_t plain = plain_len(bytes, len, '"', '\\');
	char *to = text_room(text, plain + 2);

	/* most strings are that alone */
	to[0] = '"';
	memcpy(to + 1, bytes, plain);
	text->len += plain + 1;
	for (size_t at = plain; at < len;) {
		struct json_part part = json_part(bytes + at, len - at);

		if (part.escape[0] != '\0')
			text_add_string(text, part.escape);
		else
			text_add(text, bytes + at, part.len);
		at += part.len;
	}
	text_add(text, "\"", 1);
}

/* Compare the numbers at *a and *b, of any length, and go past them. */
static int compare_digits(const char **a, const char **b)
{
	int first = 0; /* of their digits, from the left, that differ */

	while (**a == '0')
		++*a;
	while (**b == '0')
		++*b;
	for (; is_digit(**a) && is_digit(**b); ++*a, ++*b) {
		if (first == 0)
			first = **a - **b;
	}
	return is_digit(**a) ? 1 : is_digit(**b) ? -1 : first;
}

int text_compare_numbers(const char *a, const char *b)
{
	const char *left = a, *right = b;

	while (*left != '\0' || *right != '\0') {
		int order;

		if (is_digit(*left) && is_digit(*right))
			order = compare_digits(&left, &right);
		else
			order = (unsigned char)*left++ - (unsigned char)*right++;
		if (order != 0)
			return order;
	}
	return strcmp(a, b); /* numbers may be equal and written differently */
}
