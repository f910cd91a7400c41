#include "collapse/input/codec.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

/* Not gzread(): some versions of zlib do not notice there that a stream is truncated. */

static bool begins(const unsigned char *bytes, size_t len)
{
	static const unsigned char magic[] = { 0x1f, 0x8b };

	return memcmp(bytes, magic, len < sizeof(magic) ? len : sizeof(magic)) == 0;
}

static void *open_gzip(void)
{
	enum { GZIP_ONLY = 16 };
	z_stream *stream = calloc(1, sizeof(*stream));

	if (stream == NULL || inflateInit2(stream, MAX_WBITS + GZIP_ONLY) == Z_OK)
		return stream;
	free(stream);
	return NULL;
}

static void close_gzip(void *state)
{
	inflateEnd(state);
	free(state);
}

static enum codec_status status_of(z_stream *stream, int code)
{
	switch (code) {
	case Z_OK:
	case Z_BUF_ERROR: /* no room, or more input needed: neither is final */
		return CODEC_MORE;
	case Z_STREAM_END:
		return inflateReset(stream) == Z_OK ? CODEC_ENDED : CODEC_NOMEM;
	case Z_MEM_ERROR:
		return CODEC_NOMEM;
	default:
		return CODEC_DAMAGED;
	}
}

static enum codec_status unpack(void *state, struct codec_io *io)
{
	z_stream *stream = state;
	unsigned room = io->out_len < INT_MAX ? (unsigned)io->out_len : INT_MAX;
	int code;

	stream->next_in = (unsigned char *)(uintptr_t)io->in;
	stream->avail_in = (unsigned)io->in_len;
	stream->next_out = io->out;
	stream->avail_out = room;
	code = inflate(stream, Z_NO_FLUSH);
	io->in += io->in_len - stream->avail_in;
	io->in_len = stream->avail_in;
	io->out += room - stream->avail_out;
	io->out_len -= room - stream->avail_out;
	return status_of(stream, code);
}

const struct codec codec_gzip = {
	.name = "gzip",
	.begins = begins,
	.magic_len = 2,
	.open = open_gzip,
	.close = close_gzip,
	.unpack = unpack,
};
