#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stddef.h>

#include "base/err.h"

/*
 * Text in the making: it grows as it is added to. Names come from strangers; what
 * is added by text_add_clean() and below is fit for a terminal: control characters,
 * line separators and marks that change the direction of writing become blanks,
 * bytes that are no UTF-8 become U+FFFD.
 */
struct text {
	char *bytes; /* `len` and a NUL; NULL before the first is added */
	size_t len, cap;
};

/* Release what it holds; it is empty then. */
void text_release(struct text *text);

/* As it stands. ERR_NOMEM, as all below. */
bool text_add(struct text *text, const char *bytes, size_t len, struct err *err) MUST_CHECK;
bool text_add_string(struct text *text, const char *string, struct err *err) MUST_CHECK;

/* Cleaned; a `quote` (or 0) is doubled. */
bool text_add_clean(
	struct text *text, const char *bytes, size_t len, char quote, struct err *err) MUST_CHECK;

/* Cleaned, and cut to `width` columns of a terminal, with "..." for what is missing. */
bool text_add_fit(
	struct text *text, const char *bytes, size_t len, size_t width, struct err *err) MUST_CHECK;

/* The same in two steps, for who must know how wide it becomes: of clean UTF-8. */
struct text_cut {
	size_t front, back; /* what is kept: bytes from the beginning, and from here to the end */
	size_t width;       /* columns that it takes then */
	bool dots;
};
struct text_cut text_cut(const char *bytes, size_t len, size_t width);
bool text_add_cut(struct text *text, const char *bytes, size_t len, const struct text_cut *cut,
	struct err *err) MUST_CHECK;

/* As a string of JSON, quotes and all; what cleaning replaces by blanks is escaped. */
bool text_add_json(struct text *text, const char *bytes, size_t len, struct err *err) MUST_CHECK;

#endif /* BASE_TEXT_H */
