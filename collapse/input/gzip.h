#ifndef COLLAPSE_INPUT_GZIP_H
#define COLLAPSE_INPUT_GZIP_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* A file read as it is or, where it is compressed by gzip, as what it holds. */
struct gzip {
	void *file;       /* zlib's gzFile */
	const char *path; /* borrowed; for messages */
	uint64_t size;    /* of the file; 0: not known */
};

/* ERR_IO, ERR_NOMEM. */
bool gzip_open(struct gzip *gzip, const char *path, struct err *err) MUST_CHECK;
void gzip_close(struct gzip *gzip);

/*
 * The next `size` bytes at most (an int's worth); *len is 0 at the end alone.
 * ERR_IO; ERR_FORMAT when the compressed data is damaged or cut off.
 */
bool gzip_read(
	struct gzip *gzip, char *bytes, size_t size, size_t *len, struct err *err) MUST_CHECK;

/* How far the reading is, of how much: bytes of the file itself. */
void gzip_progress(const struct gzip *gzip, uint64_t *done, uint64_t *total);

#endif /* COLLAPSE_INPUT_GZIP_H */
