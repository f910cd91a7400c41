#ifndef COLLAPSE_INPUT_BYTES_H
#define COLLAPSE_INPUT_BYTES_H

#include "base/err.h"

#define BYTES_PEEK_MAX 4096

/*
 * The bytes of an input from beginning to end: of a file, a pipe or standard input, unpacked
 * if they are compressed by gzip or, where gpuflame was built with libzstd, by zstd.
 */
struct bytes {
	int fd;
	const char *path;           /* for messages: as given, or "<stdin>"; borrowed */
	bool is_file;               /* a regular file that can be opened by its path, too */
	uint64_t size;              /* of the file; 0: unknown */
	uint64_t done;              /* bytes of the file that have been read */
	struct unpacker *unpacker;  /* NULL: not compressed */
	size_t ahead_len, ahead_at; /* bytes read for bytes_peek(), and how many of them used */
	char ahead[BYTES_PEEK_MAX];
};

/* Whether the bytes in the file are compressed. */
static inline bool bytes_is_compressed(const struct bytes *source)
{
	return source->unpacker != NULL;
}

/*
 * Open `path`; "-" is standard input. ERR_IO, ERR_FORMAT when it is compressed or
 * packed in a way that cannot be read. There is then nothing to close, which does no harm.
 */
bool bytes_open(struct bytes *source, const char *path, struct err *err) MUST_CHECK;
void bytes_close(struct bytes *source);

/*
 * The next `size` bytes at most; *len is 0 only at the end. Compressed data may be several
 * members, one after the other. ERR_IO, ERR_FORMAT when compressed data is damaged,
 * truncated or followed by other data.
 */
bool bytes_read(
	struct bytes *source, char *bytes, size_t size, size_t *len, struct err *err) MUST_CHECK;

/*
 * Up to `size` bytes, BYTES_PEEK_MAX at most, from the beginning, which bytes_read() returns
 * again; call it before bytes_read(). *len is 0 when there are none. Errors as bytes_read().
 */
bool bytes_peek(
	struct bytes *source, char *bytes, size_t size, size_t *len, struct err *err) MUST_CHECK;

/*
 * Whether a file of so many bytes may hold so many frames or events: a million, or ten for each
 * byte, since a small file must not take the machine's memory. ERR_FORMAT.
 */
bool bytes_may_hold(uint64_t bytes, uint64_t count, struct err *err) MUST_CHECK;

/* Progress: how many bytes of the file itself have been read, of how many. */
void bytes_progress(const struct bytes *source, uint64_t *done, uint64_t *total);

struct progress; /* collapse/model/input_format.h */

/* bytes_read(), and progress, which may be NULL. */
bool bytes_next(struct bytes *source, char *bytes, size_t size, size_t *len,
	struct progress *progress, struct err *err) MUST_CHECK;

/* All that is left, to free() in any case. ERR_FORMAT when it is more than `max` bytes. */
bool bytes_all(struct bytes *source, size_t max, struct progress *progress, unsigned char **bytes,
	size_t *count, struct err *err) MUST_CHECK;

/*
 * Put all that is left, unpacked, into a new private file, for whoever has to open it by path
 * or to read it at random: `source` then reads that file. *path is its path, for
 * private_file_remove() and free() as soon as it has been opened: `source` stays readable.
 * `name`: its name in its folder. ERR_IO, and errors of bytes_read().
 */
bool bytes_spool(struct bytes *source, const char *name, char **path, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_INPUT_BYTES_H */
