#ifndef COLLAPSE_STACKS_PICTURE_PAYLOAD_H
#define COLLAPSE_STACKS_PICTURE_PAYLOAD_H

#include "base/tree.h"

struct payload_reader; /* private */

/*
 * The data embedded in our pictures (docs/FORMATS.md, "The SVG"): base85 of raw deflate of a
 * line of JSON and columns, passed in pieces. `size`: bytes of the file, UINT64_MAX if unknown.
 */
struct payload_reader *payload_open(struct names *names, uint64_t size);
void payload_close(struct payload_reader *reader);

/* The next piece of the text. ERR_FORMAT. */
bool payload_feed(
	struct payload_reader *reader, const char *text, size_t len, struct err *err) MUST_CHECK;

/* The text ends here: add its stacks to `tree`, which is empty. ERR_FORMAT. */
bool payload_finish(struct payload_reader *reader, struct tree *tree, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_STACKS_PICTURE_PAYLOAD_H */
