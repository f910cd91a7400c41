#ifndef BASE_CHARS_H
#define BASE_CHARS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Letters and words of ASCII, in any locale. */

static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool is_word(const char *text, size_t len, const char *word)
{
	return strlen(word) == len && memcmp(text, word, len) == 0;
}

static inline bool ends_with(const char *text, size_t len, const char *end)
{
	return len >= strlen(end) && memcmp(text + len - strlen(end), end, strlen(end)) == 0;
}

#endif /* BASE_CHARS_H */
