#ifndef SVG_XML_H
#define SVG_XML_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/err.h"

/*
 * XML on its way to a file, in large writes. What comes from input goes through
 * xml_text(), which libxml2 escapes for; markup of our own through the others.
 * A failure is kept, and reported by xml_finish().
 */
struct xml {
	FILE *out;
	char *buffer;
	size_t used;
	int failure; /* errno of the first one, or 0 */
	bool nomem;
	bool ascii; /* what is not ASCII is written as references */
};

/* Keep libxml2 from printing: failures are seen in its results. For the whole process. */
void xml_quiet(void);

bool xml_init(struct xml *xml, FILE *out, bool ascii, struct err *err) MUST_CHECK;

/* Write what is left and release. ERR_IO, ERR_NOMEM: also those of all calls before. */
bool xml_finish(struct xml *xml, struct err *err) MUST_CHECK;

/* Markup, as it stands. */
void xml_put_bytes(struct xml *xml, const char *bytes, size_t len);

/* The same of a string; inline, so that the length of a literal costs nothing. */
static inline void xml_put(struct xml *xml, const char *text)
{
	xml_put_bytes(xml, text, strlen(text));
}

void xml_put_uint(struct xml *xml, uint64_t number);

/* Rounded to two decimals, without zeros at either end: ".5". */
void xml_put_number(struct xml *xml, double number);

/* A name of ours and a value of anyone's: ` name="value"`. */
void xml_attribute(struct xml *xml, const char *name, const char *value);
void xml_attribute_number(struct xml *xml, const char *name, double value);

/* Text of anyone's, for content or for an attribute's value. */
void xml_text(struct xml *xml, const char *text);

/* The same of `len` bytes. */
void xml_text_bytes(struct xml *xml, const char *text, size_t len);

/*
 * `text` as xml_text() writes it, NUL-terminated; caller frees. NULL: memory ran
 * out. What XML has no place for becomes U+FFFD.
 */
char *xml_escape(const char *text, size_t len, bool ascii);

/* A program as CDATA. */
void xml_cdata(struct xml *xml, const char *text, size_t len);

#endif /* SVG_XML_H */
