#ifndef BASE_DIE_H
#define BASE_DIE_H

#include "base/compiler.h"

/*
 * End the command at once, from any thread, when it cannot go on at a place that returns no error:
 * memory has run out, or a limit is reached that memory sets. "gpuflame: " and the message on
 * standard error, status 1; what is not written yet is not written, and what must not stay is
 * removed.
 */
NORETURN void die(const char *fmt, ...) PRINTF_LIKE(1, 2);

/* Until die_keeps(path), die() calls `remove` for a copy of the path. */
void die_removes(const char *path, void (*remove)(char *path));
void die_keeps(const char *path);

#endif /* BASE_DIE_H */
