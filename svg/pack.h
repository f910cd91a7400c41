#ifndef SVG_PACK_H
#define SVG_PACK_H

#include <zlib.h>

#include "svg/xml.h"

/* Writes bytes into a picture: raw deflate, in base85, in CDATA sections. */
struct pack {
	struct xml *xml;
	z_stream zlib;
	unsigned char out[1 << 14]; /* deflated, not yet in base85 */
};

/* Begin with text, which is repetitive. */
void pack_open(struct pack *pack, struct xml *xml);

/*
 * Numbers follow, which repeat only next to each other: use just run-length and Huffman
 * coding.
 */
void pack_begin_numbers(struct pack *pack);

void pack_put(struct pack *pack, const void *bytes, size_t len);

/* Write the rest and release. */
void pack_close(struct pack *pack);

#endif /* SVG_PACK_H */
