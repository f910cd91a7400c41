#ifndef BASE_OUT_H
#define BASE_OUT_H

#include <stdio.h>

#include "base/err.h"

/*
 * A result that is written to stdout or to a file. A file is written completely or not at
 * all: it is written without a name, or beside its target where that is not supported, and
 * moved there when it is complete, so that a killed program leaves nothing. It is synced
 * first, and its folder afterwards, unless the environment has GPUFLAME_SYNC=no. It keeps
 * the permissions of the file that it replaces, and a symbolic link stays one. Devices,
 * pipes and everything below /dev and /proc ("/dev/stdout") are written directly.
 */
struct out {
	FILE *file;       /* write here */
	const char *path; /* borrowed; NULL for stdout */
	char *target;     /* the file to replace, links followed; NULL: written directly */
	char *temporary;  /* the file being written, or NULL */
	bool unnamed;     /* it gets that name only when it is complete */
};

/*
 * Refuse an output that is one of the inputs, under whatever name: ERR_USAGE.
 * Call it before they are read.
 */
bool out_check(
	const char *path, const char *const *inputs, size_t count, struct err *err) MUST_CHECK;

/* `path` NULL or "-" is stdout. ERR_IO. On failure there is nothing to abort. */
bool out_open(struct out *out, const char *path, struct err *err) MUST_CHECK;

/*
 * Flush, and move the file to its place. On ERR_IO the file is removed, as by
 * out_abort(). Either way `out` is closed.
 */
bool out_commit(struct out *out, struct err *err) MUST_CHECK;

/* out_commit() if all was written, which is `ok`; else out_abort(), and false. */
bool out_end(struct out *out, bool ok, struct err *err) MUST_CHECK;

/* Flush a stream: 0, or the errno of the write that failed. */
int out_flush(FILE *file);

/* The same. ERR_IO: "cannot write", which a name is to be put before. */
bool out_check_written(FILE *file, struct err *err) MUST_CHECK;

/* Discard what was written, except what stdout or a device has already received. */
void out_abort(struct out *out);

/* Its name in messages: the path, or "stdout". */
const char *out_name(const struct out *out);

#endif /* BASE_OUT_H */
