#ifndef BASE_PLATFORM_H
#define BASE_PLATFORM_H

#include <stdbool.h>
#include <stdint.h>
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

/* Drop what `file` has buffered and not written. */
void platform_purge(FILE *file);

/*
 * A file in `folder` without a name, for writing and reading, which is deleted
 * when closed. -1: the system or the file system does not support that.
 */
int platform_open_unnamed(const char *folder);

/* Give it a name that is not taken. Returns false with errno, EEXIST among others. */
bool platform_name_unnamed(int fd, const char *path);

/*
 * Large blocks mapped directly from the system: zeroed, using no memory until touched, and returned
 * to the system as soon as they are freed. NULL: no memory. `now`: what is written soon, and
 * whole, with one system call instead of a fault a page.
 */
void *platform_map(size_t bytes, bool now);
void platform_unmap(void *pages, size_t bytes);

/* A large array that will be filled whole may have huge pages: a fault for 2 MB, not for 4 KB. */
void platform_fill_soon(void *at, size_t size);

/*
 * How much may wait in memory to be written: a 32nd of what the machine has, or of what the groups
 * allow in which /proc/self/cgroup (`self`) says that we are; several processes share that. Not
 * below 64 MB, nor above 2 GB.
 */
size_t platform_memory_share(const char *self, const char *groups);

/* What a file of the system says, as much as fits, and a NUL: its length, 0 if it cannot be read.
 */
size_t platform_read(const char *path, char *text, size_t size);

/* For the recorder, which is for Linux only: */

/*
 * This process's command line as ps shows it, arguments joined by blanks, cut to fit into
 * `size` bytes with its end; empty if it cannot be read.
 */
void platform_command_line(char *text, size_t size);

/* When a process of this host began, in seconds since 1970; 0: there is none. */
int64_t platform_process_began(int64_t pid);

/* Whether the file is on a system that many machines share. */
bool platform_is_shared(const char *path);

#endif /* BASE_PLATFORM_H */
