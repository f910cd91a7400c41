#include "collapse/input/bytes_lines.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { READ_BYTES = 1 << 16 };

void bytes_lines_release(struct bytes_lines *lines)
{
	free(lines->bytes);
	*lines = (struct bytes_lines){ 0 };
}

/* Read more behind what is left, which moves to the front. */
static bool fill(struct bytes_lines *lines, bool *end, struct err *err)
{
	size_t left = lines->len - lines->at, got;

	assert(lines->at == 0 || lines->bytes != NULL);
	if (lines->at > 0)
		memmove(lines->bytes, lines->bytes + lines->at, left);
	lines->at = 0;
	lines->len = left;
	/* one more, for the NUL of the last line */
	mem_need(lines->bytes, lines->cap, left + READ_BYTES + 1);
	if (!bytes_read(lines->source, lines->bytes + left, READ_BYTES, &got, err))
		return false;
	lines->len += got;
	*end = got == 0;
	return true;
}

bool bytes_lines_next(struct bytes_lines *lines, char **line, size_t *len, struct err *err)
{
	size_t scanned = 0;
	bool end = false;

	*line = NULL;
	if (lines->bytes != NULL)
		lines->bytes[lines->at] = lines->held;
	for (;;) {
		size_t left = lines->len - lines->at;
		char *from = left > scanned ? lines->bytes + lines->at : NULL, *newline;

		newline = from != NULL ? memchr(from + scanned, '\n', left - scanned) : NULL;
		if (newline != NULL || (end && left > 0)) {
			*line = lines->bytes + lines->at;
			*len = newline != NULL ? (size_t)(newline - from) + 1 : left;
			break;
		}
		if (end)
			return true;
		scanned = left;
		if (!fill(lines, &end, err))
			return false;
	}
	assert(lines->bytes != NULL);
	lines->at += *len;
	lines->held = lines->bytes[lines->at];
	lines->bytes[lines->at] = '\0';
	return true;
}
