#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

/* How many letters to insert, drop, change or swap with their neighbour to make `b` of `a`. */
size_t suggest_distance(const char *a, const char *b);

/*
 * The nearest to a mistyped word among those that are offered, one after the
 * other. Begins as { .word = WORD }.
 */
struct suggest {
	const char *word;
	const char *nearest;
	size_t distance;
};

void suggest_offer(struct suggest *suggest, const char *candidate);

/* The first of the nearest, or NULL: none is near enough to be meant. */
const char *suggest_nearest(const struct suggest *suggest);

#endif /* BASE_SUGGEST_H */
