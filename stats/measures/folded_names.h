#ifndef STATS_MEASURES_FOLDED_NAMES_H
#define STATS_MEASURES_FOLDED_NAMES_H

#include "base/idmap.h"
#include "base/rules.h"

/* Names of ranges without their numbers: those that differ in nothing else are equal work. */
struct folded_names {
	struct rules *rules; /* borrowed: that make them readable before; NULL: none */
	struct idmap keys;   /* names that were asked for; by index: */
	uint32_t *list;
	size_t cap;
};

/* The name with each number in it as "N", in the same table of names. */
uint32_t folded_names_find(struct folded_names *folded, struct names *names, uint32_t name);

/* The name of a range as pictures have it, with '/' between frames. */
uint32_t folded_names_readable(struct rules *rules, uint32_t name);

void folded_names_release(struct folded_names *folded);

#endif /* STATS_MEASURES_FOLDED_NAMES_H */
