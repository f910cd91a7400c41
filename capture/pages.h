#ifndef CAPTURE_PAGES_H
#define CAPTURE_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Large blocks mapped directly from the system: zeroed, using no memory until touched, and returned
 * to the system as soon as they are freed. NULL: no memory. `now`: what is written soon, and
 * whole, with one system call instead of a fault a page.
 */
void *pages_new(size_t bytes, bool now);
void pages_free(void *pages, size_t bytes);

#endif /* CAPTURE_PAGES_H */
