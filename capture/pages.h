#ifndef CAPTURE_PAGES_H
#define CAPTURE_PAGES_H

#include <stddef.h>

/*
 * Large blocks mapped directly from the system: zeroed, using no memory until
 * touched, and returned to the system as soon as they are freed. NULL: no memory.
 */
void *pages_new(size_t bytes);

/* As pages_new(), for what is written soon, and whole: one system call instead of a fault a page.
 */
void *pages_new_now(size_t bytes);

/* Free a block of either, of `bytes`. */
void pages_free(void *pages, size_t bytes);

#endif /* CAPTURE_PAGES_H */
