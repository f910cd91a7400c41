#ifndef BASE_UTF8_WIDTH_H
#define BASE_UTF8_WIDTH_H

#include <stddef.h>

/*
 * How wide text is in a terminal: two columns for the letters of East Asia and for
 * emoji, none for combining marks, one for all others.
 */

/* The columns that `len` bytes take; an invalid UTF-8 sequence takes one column. */
size_t utf8_width(const char *text, size_t len);

/* How many bytes from the beginning fit `width` columns: whole letters with their marks. */
size_t utf8_begin(const char *text, size_t len, size_t width);

#endif /* BASE_UTF8_WIDTH_H */
