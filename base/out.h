#ifndef BASE_OUT_H
#define BASE_OUT_H

#include <stdio.h>

#include "base/err.h"

/*
 * A result on its way to stdout or to a file. A file is written completely or not
 * at all: it is written without a name, or beside its place where that can't be,
 * and put there when it is done, so that a program that is killed leaves nothing.
 * It is synced first, and its folder afterwards, unless the environment has
 * GPUFLAME_SYNC=no. It keeps the permissions of the one that was there, and a symbolic link to it stays
 * one. Devices, pipes and all below /dev and /proc ("/dev/stdout") are written
 * to as they are.
 */
struct out {
	FILE *file;       /* write here */
	const char *path; /* borrowed; NULL for stdout */
	char *target;     /* the file to replace, links followed; NULL: written as it is */
	char *temporary;  /* the file being written, or NULL */
	bool unnamed;     /* it has that name only when it is whole */
};

/*
 * Refuse an output that is one of the inputs, under whatever name: ERR_USAGE. To
 * be asked before they are read.
 */
bool out_check(
	const char *path, const char *const *inputs, size_t count, struct err *err) MUST_CHECK;

/* `path` NULL or "-" is stdout. ERR_IO. After a failure there is nothing to abort. */
bool out_open(struct out *out, const char *path, struct err *err) MUST_CHECK;

/*
 * Flush, and put the file in its place. ERR_IO; the file is then gone, as after
 * out_abort(). Either way `out` is done with.
 */
bool out_commit(struct out *out, struct err *err) MUST_CHECK;

/* Flush a stream: 0, or the errno that says why not all that was written to it went out. */
int out_flush(FILE *file);

/* Throw away what was written, except what stdout or a device has already taken. */
void out_abort(struct out *out);

/* What to call it in a message: its path, or "stdout". */
const char *out_name(const struct out *out);

#endif /* BASE_OUT_H */
