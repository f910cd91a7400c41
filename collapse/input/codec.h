#ifndef COLLAPSE_INPUT_CODEC_H
#define COLLAPSE_INPUT_CODEC_H

#include <stdbool.h>
#include <stddef.h>

/* How one kind of compressed data is unpacked; collapse/input/bytes.c calls it. */

struct codec_io {
	const unsigned char *in;
	size_t in_len; /* not used yet */
	unsigned char *out;
	size_t out_len; /* room left */
};

enum codec_status {
	CODEC_MORE,  /* in the middle of a member: more input or more room is needed */
	CODEC_ENDED, /* a member ended; another one may follow */
	CODEC_DAMAGED,
	CODEC_TOO_LARGE, /* it needs more memory than is granted to a file */
};

struct codec {
	const char *name;
	/* Whether a member may begin with these bytes; `len` may be less than it takes to know. */
	bool (*begins)(const unsigned char *bytes, size_t len);
	size_t magic_len; /* how many it takes */
	void *(*open)(void);
	void (*close)(void *state);
	/* Advances in `io` over what it read and wrote. Dies without memory, as open(). */
	enum codec_status (*unpack)(void *state, struct codec_io *io);
};

extern const struct codec codec_gzip;
#ifdef HAVE_ZSTD
extern const struct codec codec_zstd;
#endif

#endif /* COLLAPSE_INPUT_CODEC_H */
