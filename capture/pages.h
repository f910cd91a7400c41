#ifndef CAPTURE_PAGES_H
#define CAPTURE_PAGES_H

#include <stddef.h>

/*
 * Memory that the system gives by itself, for what is large: zeroes that take no
 * room until they are touched, and that are the system's again as soon as they are
 * given back. NULL: there is none.
 */
void *pages_new(size_t bytes);

/* Give back what pages_new() gave, and was asked for with `bytes`. */
void pages_free(void *pages, size_t bytes);

#endif /* CAPTURE_PAGES_H */
