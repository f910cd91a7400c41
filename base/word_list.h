#ifndef BASE_WORD_LIST_H
#define BASE_WORD_LIST_H

#include <stddef.h>

/*
 * Words listed by help and messages, from the table that they are parsed by. `word`
 * returns the word of each index, and NULL after the last.
 */
typedef const char *word_fn(size_t index);

/*
 * "table, csv and svg" in a string of at most `size` bytes with its NUL, cut if too
 * long. `last` joins the last word, "and" or "or".
 */
void word_list(char *list, size_t size, word_fn *word, const char *last);

/* The index of a word, or SIZE_MAX. */
size_t word_find(word_fn *word, const char *text);

/*
 * Finds the nearest to a mistyped word among those offered, one by one. Starts
 * as { .word = WORD }. What begins with the word, of three letters or more, is nearest.
 */
struct suggest {
	const char *word;
	const char *nearest;
	size_t distance;
};

void suggest_offer(struct suggest *suggest, const char *candidate);

/* The first of the nearest, or NULL: none is near enough. */
const char *suggest_nearest(const struct suggest *suggest);

#endif /* BASE_WORD_LIST_H */
