#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

/* How many letters to insert, drop, change or swap with their neighbour to turn `a` into `b`. */
size_t suggest_distance(const char *a, const char *b);

/*
 * Finds the nearest to a mistyped word among those offered, one by one. Starts
 * as { .word = WORD }.
 */
struct suggest {
	const char *word;
	const char *nearest;
	size_t distance;
};

void suggest_offer(struct suggest *suggest, const char *candidate);

/* The first of the nearest, or NULL: none is near enough. */
const char *suggest_nearest(const struct suggest *suggest);

#endif /* BASE_SUGGEST_H */
