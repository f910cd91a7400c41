#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdio.h>

#include "base/err.h"

/* A growable text. A zeroed struct is empty. Any bytes may be appended. */
struct text {
	char *bytes; /* `len` and a NUL; NULL before the first is added */
	size_t len, cap;
};

void text_release(struct text *text);

void text_add(struct text *text, const char *bytes, size_t len);
void text_add_string(struct text *text, const char *string);

/* Append as printf does. */
void text_addf(struct text *text, const char *fmt, ...) PRINTF_LIKE(2, 3);
void text_vaddf(struct text *text, const char *fmt, va_list args) PRINTF_LIKE(2, 0);

/* The formatted text alone; free() it. */
char *text_format(const char *fmt, ...) PRINTF_LIKE(1, 2);

/*
 * Make room for `len` more bytes and return where they go. They count once they are added to
 * text->len; a NUL follows once something is appended.
 */
char *text_room(struct text *text, size_t len);

/* Write a number in decimal before `end`, with room for 20 bytes; returns its first digit. */
char *text_put_digits(char *end, uint64_t value);

/* The same from `at` on; returns the end of its last digit. */
char *text_write_digits(char *at, uint64_t value);

/* Whether bytes are printable ASCII without two characters. */
bool text_is_plain(const char *bytes, size_t len, char a, char b);

/*
 * Append bytes cleaned for a terminal: code points that utf8_is_obeyed() become
 * blanks, invalid UTF-8 becomes U+FFFD. `quote` (or 0) is doubled.
 */
void text_add_clean(struct text *text, const char *bytes, size_t len, char quote);

/* text_add_clean() of what fits `width` columns: whole, or its two ends with "..." between them. */
void text_add_fit(struct text *text, const char *bytes, size_t len, size_t width);

/* Append clean text in lines of at most `width` columns, as far as blanks allow; SIZE_MAX: one. */
void text_add_wrapped(struct text *text, const char *string, size_t width);

/* What text_add_fit() keeps of clean text. */
struct text_cut {
	size_t front, back; /* bytes kept at the beginning; where the part kept at the end starts */
	size_t width;       /* columns that the result takes */
	bool dots;
};

struct text_cut text_cut(const char *bytes, size_t len, size_t width);
void text_add_cut(struct text *text, const char *bytes, size_t len, const struct text_cut *cut);

/* Append a word as a shell takes it, in quotes where it needs them. */
void text_add_shell(struct text *text, const char *word);

/*
 * Append bytes as a JSON string with its quotes. Invalid UTF-8 becomes U+FFFD;
 * code points that utf8_is_obeyed() are escaped.
 */
void text_add_json(struct text *text, const char *bytes, size_t len);

/*
 * As strcmp(), but numbers (runs of digits) compare by value: "rank 2" is before "rank 10". 0
 * only for equal strings.
 */
int text_compare_numbers(const char *a, const char *b);

#endif /* BASE_TEXT_H */
