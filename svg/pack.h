#ifndef SVG_PACK_H
#define SVG_PACK_H

#include <zlib.h>

#include "svg/xml.h"

/* Bytes on their way into a picture: raw deflate, in base85, in sections of CDATA. */
struct pack {
	struct xml *xml;
	z_stream zlib;
	unsigned char out[1 << 14]; /* deflated, not yet in base85 */
};

/* What is put is text: it repeats itself. ERR_NOMEM; there is then nothing to close. */
bool pack_open(struct pack *pack, struct xml *xml, struct err *err) MUST_CHECK;

/* From here on bytes repeat little beside themselves: they are only run-length and Huffman coded.
 */
void pack_begin_numbers(struct pack *pack);

void pack_put(struct pack *pack, const void *bytes, size_t len);

/* Write what is left and release. */
void pack_close(struct pack *pack);

#endif /* SVG_PACK_H */
