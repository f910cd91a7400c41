#include "collapse/input/codec.h"

#ifdef HAVE_ZSTD

#include <string.h>

#include <zstd.h>
#include <zstd_errors.h>

#include "base/mem.h"

/* A frame, or one of those to be skipped, with which seekable files and those of pzstd begin. */
static bool begins(const unsigned char *bytes, size_t len)
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

static enum codec_status unpack(void *state, struct codec_io *io)
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
	.begins = begins,
	.magic_len = 4,
	.open = open_zstd,
	.close = close_zstd,
	.unpack = unpack,
};

#endif
