#ifndef SVG_XML_H
#define SVG_XML_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/err.h"

/*
 * Writes XML to a file. Text from input goes through xml_text(), which
 * escapes it; our own markup through the others. An error is kept, and reported by xml_finish().
 */
struct xml {
	FILE *out;
	int failure; /* errno of the first one, or 0 */
};

void xml_init(struct xml *xml, FILE *out);

/* ERR_IO: of an earlier call. */
bool xml_finish(struct xml *xml, struct err *err) MUST_CHECK;

/* Markup, verbatim. */
void xml_put_bytes(struct xml *xml, const char *bytes, size_t len);

/* The same for a string; inline, so that a literal's length is a constant. */
static inline void xml_put(struct xml *xml, const char *text)
{
	xml_put_bytes(xml, text, strlen(text));
}

/* The same as printf does. */
void xml_putf(struct xml *xml, const char *format, ...) PRINTF_LIKE(2, 3);
void xml_vputf(struct xml *xml, const char *format, va_list args) PRINTF_LIKE(2, 0);

/* Rounded to two decimals, without zeros at either end: ".5". */
void xml_put_number(struct xml *xml, double number);

/* A trusted name and an untrusted value: ` name="value"`. */
void xml_attribute(struct xml *xml, const char *name, const char *value);
void xml_attribute_number(struct xml *xml, const char *name, double value);

/* Untrusted text, for content or for an attribute's value. */
void xml_text(struct xml *xml, const char *text);

/* The same for `len` bytes. */
void xml_text_bytes(struct xml *xml, const char *text, size_t len);

/*
 * `text` as xml_text() writes it, NUL-terminated; caller frees. Characters that XML does not
 * allow become U+FFFD.
 */
char *xml_escape(const char *text, size_t len);

/* A script of our own as CDATA. */
void xml_cdata(struct xml *xml, const char *text, size_t len);

#endif /* SVG_XML_H */
