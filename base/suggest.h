#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

/* How many letters to insert, drop, change or swap with their neighbour to make `b` of `a`. */
size_t suggest_distance(const char *a, const char *b);

/* Whether `distance` is small enough for a word of this length to be a slip of the finger. */
int suggest_is_near(const char *word, size_t distance);

#endif /* BASE_SUGGEST_H */
