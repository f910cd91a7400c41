#include "collapse/input/codec.h"

#include <limits.h>

#ifdef HAVE_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

#include <zlib.h>

#include "base/mem.h"

/* Not gzread(): some versions of zlib do not notice there that a stream is truncated. */

static bool begins_gzip(const unsigned char *bytes, size_t len)
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

static enum codec_status unpack_gzip(void *state, struct codec_io *io)
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
	.begins = begins_gzip,
	.magic_len = 2,
	.open = open_gzip,
	.close = close_gzip,
	.unpack = unpack_gzip,
};

#ifdef HAVE_ZSTD

/* A frame, or one of those to be skipped, with which seekable files and those of pzstd begin. */
static bool begins_zstd(const unsigned char *bytes, size_t len)
{
	static const unsigned char frame[] = { 0x28, 0xb5, 0x2f, 0xfd };
	static const unsigned char skipped[] = { 0x2a, 0x4d, 0x18 };
	size_t most = len < sizeof(frame) ? len : sizeof(frame);

	if (most == 0 || memcmp(bytes, frame, most) == 0)
		return true;
	return (bytes[0] & 0xf0) == 0x50 && memcmp(bytes + 1, skipped, most - 1) == 0;
}

static void *open_zstd(void)
{
	return mem_must(ZSTD_createDStream());
}

static void close_zstd(void *state)
{
	ZSTD_freeDStream(state);
}

static enum codec_status unpack_zstd(void *state, struct codec_io *io)
{
	ZSTD_inBuffer in = { io->in, io->in_len, 0 };
	ZSTD_outBuffer out = { io->out, io->out_len, 0 };
	size_t code = ZSTD_decompressStream(state, &out, &in);

	io->in += in.pos;
	io->in_len -= in.pos;
	io->out += out.pos;
	io->out_len -= out.pos;
	if (code == 0)
		return CODEC_ENDED;
	if (!ZSTD_isError(code))
		return CODEC_MORE;
	if (ZSTD_getErrorCode(code) == ZSTD_error_memory_allocation)
		mem_die();
	/* over 128 MiB by default */
	return ZSTD_getErrorCode(code) == ZSTD_error_frameParameter_windowTooLarge ? CODEC_TOO_LARGE
										   : CODEC_DAMAGED;
}

const struct codec codec_zstd = {
	.name = "zstd",
	.begins = begins_zstd,
	.magic_len = 4,
	.open = open_zstd,
	.close = close_zstd,
	.unpack = unpack_zstd,
};

#endif
