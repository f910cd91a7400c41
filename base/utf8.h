#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The next code point of `text` (`len` > 0 bytes) and, in `*used`, its bytes.
 * An invalid sequence (RFC 3629: overlong, surrogate, over U+10FFFF, cut off)
 * gives UTF8_INVALID and uses its longest valid beginning, one byte at least:
 * the practice that Unicode recommends (3.9, "maximal subpart").
 */
#define UTF8_INVALID UINT32_MAX
uint32_t utf8_next(const char *text, size_t len, size_t *used);

/* Write a code point up to U+10FFFF, whatever it is, to `out`: returns its bytes, 1 to 4. */
size_t utf8_put(char *out, uint32_t code);

/*
 * Whether a code point controls a terminal or a reader instead of being shown:
 * control characters, line separators, marks of writing direction and byte order.
 * None is over U+FFFF.
 */
bool utf8_is_obeyed(uint32_t code);

/* Bytes of the mark that some editors put at the start of UTF-8 text (U+FEFF): 3, or 0. */
size_t utf8_mark(const char *text, size_t len);

/* Cleaning makes a frame at most this many times as long: one bad byte becomes U+FFFD. */
#define UTF8_FRAME_GROWTH 3

/*
 * Write `text` as a frame (see names_intern_frame()) to `out`, which has room for len *
 * UTF8_FRAME_GROWTH bytes; returns the bytes written, which may be 0.
 */
size_t utf8_clean_frame(const char *text, size_t len, char *out);

/* Terminal columns that `len` bytes of valid UTF-8 take, counting a code point as one. */
size_t utf8_columns(const char *text, size_t len);

/*
 * How wide text is in a terminal: two columns for the letters of East Asia and for emoji, none for
 * combining marks, one for all others, and for an invalid sequence.
 */
size_t utf8_width(const char *text, size_t len);

/* How many bytes from the beginning fit `width` columns: whole letters with their marks. */
size_t utf8_begin(const char *text, size_t len, size_t width);

#endif /* BASE_UTF8_H */
