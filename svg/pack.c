#define ZLIB_CONST /* compressed input is not written to */
#include "svg/pack.h"

#include <assert.h>

#include "base/mem.h"

enum {
	TEXT_LEVEL = 3,   /* of deflate; names are repetitive */
	MEMORY_LEVEL = 6, /* short blocks, whose codes adapt to the numbers */
};

/*
 * Base85 with the digits of RFC 1924: five digits for four bytes, while base64 takes five and
 * a third. A full `out` holds whole groups; only the last one of all may be short, and then
 * has one digit more than it has bytes.
 */
static void write_out(struct pack *pack)
{
	static const char digits[] =
		"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"!#$%&()*+-;<=>?@^_`{|}~";
	char text[sizeof(pack->out) / 4 * 5];
	size_t len = sizeof(pack->out) - pack->zlib.avail_out, size = 0;

	memset(pack->out + len, 0, pack->zlib.avail_out);
	for (size_t i = 0; i < len; i += 4, size += 5) {
		uint32_t word = (uint32_t)pack->out[i] << 24 | (uint32_t)pack->out[i + 1] << 16 |
				(uint32_t)pack->out[i + 2] << 8 | pack->out[i + 3];

		for (size_t digit = 5; digit-- > 0; word /= 85)
			text[size + digit] = digits[word % 85];
	}
	/* in many sections, since readers (libxml2) reject any over 10 MB */
	xml_cdata(pack->xml, text, (len * 5 + 3) / 4);
	pack->zlib.next_out = pack->out;
	pack->zlib.avail_out = sizeof(pack->out);
}

static void write_full(struct pack *pack)
{
	assert(pack->zlib.avail_out == 0);
	write_out(pack);
}

void pack_open(struct pack *pack, struct xml *xml)
{
	*pack = (struct pack){ .xml = xml };
	if (deflateInit2(&pack->zlib, TEXT_LEVEL, Z_DEFLATED, -MAX_WBITS, MEMORY_LEVEL,
		    Z_DEFAULT_STRATEGY) != Z_OK)
		mem_die();
	pack->zlib.next_out = pack->out;
	pack->zlib.avail_out = sizeof(pack->out);
}

void pack_begin_numbers(struct pack *pack)
{
	/* codes what was put so far, for which there may be too little room */
	while (deflateParams(&pack->zlib, 1, Z_RLE) == Z_BUF_ERROR)
		write_full(pack);
}

void pack_put(struct pack *pack, const void *bytes, size_t len)
{
	const unsigned char *at = bytes;

	while (len > 0) {
		uInt part = len < (1u << 30) ? (uInt)len : 1u << 30; /* zlib counts in 32 bits */

		pack->zlib.next_in = at;
		pack->zlib.avail_in = part;
		while (pack->zlib.avail_in > 0) {
			deflate(&pack->zlib, Z_NO_FLUSH);
			if (pack->zlib.avail_out == 0)
				write_full(pack);
		}
		at += part;
		len -= part;
	}
}

void pack_close(struct pack *pack)
{
	while (deflate(&pack->zlib, Z_FINISH) == Z_OK)
		write_full(pack);
	write_out(pack);
	deflateEnd(&pack->zlib);
}
