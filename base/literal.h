#ifndef BASE_LITERAL_H
#define BASE_LITERAL_H

#include <stdbool.h>
#include <stddef.h>

/* A part of a text that is kept elsewhere. */
struct literal {
	const char *text;
	size_t len; /* 0: none */
};

/*
 * The longest run of bytes that is in whatever a regular expression (PCRE2) matches, as far as a
 * simple look at it tells: none where it has alternatives outside of brackets, or options.
 */
struct literal literal_of_pattern(const char *pattern);

/* The ']' that closes the class which begins at `open`, or the text's end. */
const char *literal_class_end(const char *open);

/* Which pairs of bytes a text has, so that few looks tell what is not in it. */
struct literal_pairs {
	bool seen[256];
};

void literal_find_pairs(struct literal_pairs *pairs, const char *text, size_t len);

/* Whether a text with these pairs has it. */
bool literal_is_in(const struct literal *literal, const struct literal_pairs *pairs,
	const char *text, size_t len);

#endif /* BASE_LITERAL_H */
