#ifndef COLLAPSE_INPUT_GZIP_H
#define COLLAPSE_INPUT_GZIP_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* A file, read as it is or, if it is compressed by gzip, inflated. */
struct gzip {
	int fd;
	const char *path;          /* borrowed; for messages */
	uint64_t size;             /* of the file; 0: unknown */
	uint64_t done;             /* bytes of the file that have been read */
	struct inflater *inflater; /* NULL: the file is not compressed */
};

/* Whether the file is compressed. */
static inline bool gzip_is_compressed(const struct gzip *gzip)
{
	return gzip->inflater != NULL;
}

/* ERR_IO, ERR_NOMEM. */
bool gzip_open(struct gzip *gzip, const char *path, struct err *err) MUST_CHECK;
void gzip_close(struct gzip *gzip);

/*
 * The next `size` bytes at most (up to INT_MAX); *len is 0 only at the end. A file may hold
 * several gzip members, one after the other. ERR_IO, ERR_NOMEM; ERR_FORMAT when compressed
 * data is damaged, truncated or followed by other data.
 */
bool gzip_read(
	struct gzip *gzip, char *bytes, size_t size, size_t *len, struct err *err) MUST_CHECK;

/*
 * Up to `size` bytes, GZIP_PEEK_MAX at most, from the beginning, which gzip_read() returns
 * again; call it before gzip_read(). *len is 0 for an empty file. Errors as gzip_read().
 */
#define GZIP_PEEK_MAX 4096
bool gzip_peek(
	struct gzip *gzip, char *bytes, size_t size, size_t *len, struct err *err) MUST_CHECK;

/* Progress: how many bytes of the file itself have been read, of how many. */
void gzip_progress(const struct gzip *gzip, uint64_t *done, uint64_t *total);

#endif /* COLLAPSE_INPUT_GZIP_H */
