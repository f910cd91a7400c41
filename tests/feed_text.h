#ifndef TESTS_FEED_TEXT_H
#define TESTS_FEED_TEXT_H

#include <string.h>

#include "base/compiler.h"
#include "base/err.h"

/* A text in memory, read in pieces of `step` bytes, or as much as there is room for if that is 0.
 */
struct fed_text {
	const char *at;
	size_t left, step;
};

/* folded_read(feed_text, &fed, ...) */
static inline bool feed_text(
	void *from, char *bytes, size_t size, size_t *len, UNUSED struct err *err)
{
	struct fed_text *fed = from;

	*len = fed->step != 0 && fed->step < size ? fed->step : size;
	*len = fed->left < *len ? fed->left : *len;
	memcpy(bytes, fed->at, *len);
	fed->at += *len;
	fed->left -= *len;
	return true;
}

#endif /* TESTS_FEED_TEXT_H */
