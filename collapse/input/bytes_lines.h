#ifndef COLLAPSE_INPUT_BYTES_LINES_H
#define COLLAPSE_INPUT_BYTES_LINES_H

#include "collapse/input/bytes.h"

/* Lines of text, one by one. A zeroed struct with a source is ready. */
struct bytes_lines {
	struct bytes *source; /* borrowed */
	char *bytes;
	size_t len, cap; /* read */
	size_t at;       /* of the next line */
	char held;       /* the byte there, where a NUL is now */
};

void bytes_lines_release(struct bytes_lines *lines);

/*
 * The next line, with its newline unless it is the last one and has none; a NUL follows it.
 * *line, which may be written to, is valid until the next call, and NULL at the end. Errors as
 * bytes_read().
 */
bool bytes_lines_next(
	struct bytes_lines *lines, char **line, size_t *len, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_INPUT_BYTES_LINES_H */
