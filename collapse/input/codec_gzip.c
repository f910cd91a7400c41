#include "collapse/input/codec.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "base/mem.h"

/* Not gzread(): some versions of zlib do not notice there that a stream is truncated. */

static bool begins(const unsigned char *bytes, size_t len)
{
	static const unsigned char magic[] = { 0x1f, 0x8b };

	return memcmp(bytes, magic, len < sizeof(magic) ? len : sizeof(magic)) == 0;
}

static void *open_gzip(void)
{
	enum { GZIP_ONLY = 16 };
	z_stream *stream = mem_zeroed(1, sizeof(*stream));

	if (inflateInit2(stream, MAX_WBITS + GZIP_ONLY) != Z_OK)
		mem_die();
	return stream;
}

static void close_gzip(void *state)
{
	inflateEnd(state);
	free(state);
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
	if (code == Z_MEM_ERROR)
		mem_die();
	if (code == Z_STREAM_END)
		return inflateReset(stream) == Z_OK ? CODEC_ENDED : CODEC_DAMAGED;
	/* no room, or more input needed: neither is final */
	return code == Z_OK || code == Z_BUF_ERROR ? CODEC_MORE : CODEC_DAMAGED;
}

const struct codec codec_gzip = {
	.name = "gzip",
	.begins = begins,
	.magic_len = 2,
	.open = open_gzip,
	.close = close_gzip,
	.unpack = unpack,
};
