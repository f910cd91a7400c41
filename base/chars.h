#ifndef BASE_CHARS_H
#define BASE_CHARS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

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

/* Whether it is one of words with blanks or commas between them; of NULL, it is not. */
static inline bool is_among(const char *words, const char *text, size_t len)
{
	for (size_t word; words != NULL && *words != '\0'; words += strspn(words, ", ")) {
		word = strcspn(words, ", ");
		if (word == len && memcmp(words, text, len) == 0)
			return true;
		words += word;
	}
	return false;
}

static inline bool ends_with(const char *text, size_t len, const char *end)
{
	return len >= strlen(end) && memcmp(text + len - strlen(end), end, strlen(end)) == 0;
}

/* Of the name of a file: in capital letters, too. */
static inline bool ends_as_file(const char *name, const char *ending)
{
	size_t len = strlen(name), end_len = strlen(ending);

	return len >= end_len && strcasecmp(name + len - end_len, ending) == 0;
}

#endif /* BASE_CHARS_H */
