#ifndef BASE_PLATFORM_H
#define BASE_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * What POSIX.1-2008 lacks and systems name differently: the only file of the
 * converter that may use Linux-only calls (`make lint`, "systems").
 */

/* Random bytes from the kernel, without waiting; false on failure. */
bool platform_random(void *bytes, size_t size);

/* qsort() whose comparison gets `context`. */
void platform_sort(void *items, size_t count, size_t item_size,
	int (*compare)(const void *a, const void *b, void *context), void *context);

/* Ask for large pages for the pages that a block is on; no effect where unsupported. */
void platform_use_huge_pages(void *block, size_t size);

/* Drop what `file` has buffered and not written. */
void platform_purge(FILE *file);

/*
 * A file in `folder` without a name, for writing and reading, which is deleted
 * when closed. -1: the system or the file system does not support that.
 */
int platform_open_unnamed(const char *folder);

/* Give it a name that is not taken. Returns false with errno, EEXIST among others. */
bool platform_name_unnamed(int fd, const char *path);

#endif /* BASE_PLATFORM_H */
