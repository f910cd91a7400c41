#define _GNU_SOURCE /* memmem */
#include "svg/xml.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/entities.h>
#include <libxml/xmlerror.h>

#include "base/utf8.h"

enum { BUFFER_BYTES = 64 * 1024, NUMBER_BYTES = 32 };

PRINTF_LIKE(2, 3)
static void print_nothing(void *context, const char *fmt, ...)
{
	(void)context;
	(void)fmt;
}

void xml_quiet(void)
{
	xmlSetGenericErrorFunc(NULL, print_nothing);
}

bool xml_init(struct xml *xml, FILE *out, bool ascii, struct err *err)
{
	xml_quiet();
	*xml = (struct xml){ .out = out, .ascii = ascii };
	xml->buffer = malloc(BUFFER_BYTES);
	return xml->buffer != NULL || err_nomem(err);
}

static void write_out(struct xml *xml, const char *bytes, size_t len)
{
	if (xml->failure == 0 && fwrite(bytes, 1, len, xml->out) != len)
		xml->failure = errno != 0 ? errno : EIO;
}

static void flush(struct xml *xml)
{
	write_out(xml, xml->buffer, xml->used);
	xml->used = 0;
}

bool xml_finish(struct xml *xml, struct err *err)
{
	flush(xml);
	free(xml->buffer);
	xml->buffer = NULL;
	if (xml->nomem)
		return err_nomem(err);
	if (xml->failure != 0)
		return err_set_errno(err, xml->failure, "cannot write");
	return true;
}

void xml_put_bytes(struct xml *xml, const char *bytes, size_t len)
{
	if (len > BUFFER_BYTES - xml->used) {
		flush(xml);
		if (len > BUFFER_BYTES) {
			write_out(xml, bytes, len);
			return;
		}
	}
	memcpy(xml->buffer + xml->used, bytes, len);
	xml->used += len;
}

static char *digits_before(char *end, uint64_t number)
{
	do
		*--end = (char)('0' + number % 10);
	while ((number /= 10) > 0);
	return end;
}

void xml_put_uint(struct xml *xml, uint64_t number)
{
	char text[NUMBER_BYTES], *end = text + sizeof(text);
	char *begin = digits_before(end, number);

	xml_put_bytes(xml, begin, (size_t)(end - begin));
}

void xml_put_number(struct xml *xml, double number)
{
	char text[NUMBER_BYTES], *end = text + sizeof(text), *begin;
	uint64_t hundredths;

	if (number < 0) {
		xml_put_bytes(xml, "-", 1);
		number = -number;
	}
	hundredths = number < 1e15 ? (uint64_t)(number * 100 + 0.5) : (uint64_t)1e17;
	if (hundredths % 100 == 0) {
		xml_put_uint(xml, hundredths / 100);
		return;
	}
	begin = digits_before(end, 100 + hundredths % 100);
	*begin = '.'; /* replaces the 1 that kept the zero after it */
	if (end[-1] == '0')
		end--;
	if (hundredths >= 100)
		begin = digits_before(begin, hundredths / 100);
	xml_put_bytes(xml, begin, (size_t)(end - begin));
}

/* Whether the text needs no escaping in any place. */
static bool is_plain(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c < ' ' || c >= 0x7f || c == '&' || c == '<' || c == '>' || c == '"')
			return false;
	}
	return true;
}

static bool is_ascii(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c >= 0x7f || (c < ' ' && c != '\n' && c != '\t'))
			return false;
	}
	return true;
}

/* Whether XML 1.0 allows the code point. */
static bool is_char(uint32_t code)
{
	return code != UTF8_INVALID &&
	       (code >= 0x20 || code == '\t' || code == '\n' || code == '\r') && code != 0xfffe &&
	       code != 0xffff;
}

/* Copy `text`, with U+FFFD for what XML does not allow, and append a NUL. */
static char *copy_chars(const char *text, size_t len)
{
	char *copy = malloc(len * 3 + 1);
	size_t used, size = 0;

	for (size_t at = 0; copy != NULL && at < len; at += used) {
		if (is_char(utf8_next(text + at, len - at, &used))) {
			memcpy(copy + size, text + at, used);
			size += used;
		} else {
			memcpy(copy + size, "\xef\xbf\xbd", 3);
			size += 3;
		}
	}
	if (copy != NULL)
		copy[size] = '\0';
	return copy;
}

/* Replace non-ASCII characters by numbers, formatted as `format`; takes `text`. */
static char *to_ascii(char *text, const char *format)
{
	enum { LONGEST = 16 };
	size_t len = strlen(text), used, size = 0;
	char *copy = malloc(len * LONGEST + 1);

	for (size_t at = 0; copy != NULL && at < len; at += used) {
		uint32_t code = utf8_next(text + at, len - at, &used);

		if (code < 0x80)
			copy[size++] = text[at];
		else if (format[0] == '\\' && code > 0xffff) /* JavaScript: as UTF-16 */
			size += (size_t)sprintf(copy + size, "\\u%04x\\u%04x",
				0xd7c0 + (code >> 10), 0xdc00 + (code & 0x3ff));
		else if (format[0] == '\\')
			size += (size_t)sprintf(copy + size, "\\u%04x", code);
		else
			size += (size_t)sprintf(copy + size, "&#%u;", code);
	}
	if (copy != NULL)
		copy[size] = '\0';
	free(text);
	return copy;
}

char *xml_escape(const char *text, size_t len, bool ascii)
{
	char *clean, *copy;
	xmlChar *escaped;

	if (is_plain(text, len))
		return strndup(text, len);
	/* ASCII is valid in XML, and needs no check of code points */
	clean = is_ascii(text, len) ? strndup(text, len) : copy_chars(text, len);
	if (clean == NULL)
		return NULL;
	escaped = xmlEncodeSpecialChars(NULL, (const xmlChar *)clean);
	free(clean);
	if (escaped == NULL)
		return NULL;
	/* libxml2 may have an allocator of its own */
	copy = strdup((const char *)escaped);
	xmlFree(escaped);
	return copy != NULL && ascii ? to_ascii(copy, "&") : copy;
}

void xml_text_bytes(struct xml *xml, const char *text, size_t len)
{
	char *escaped;

	if (is_plain(text, len)) {
		xml_put_bytes(xml, text, len);
		return;
	}
	escaped = xml_escape(text, len, xml->ascii);
	if (escaped == NULL)
		xml->nomem = true;
	else
		xml_put(xml, escaped);
	free(escaped);
}

void xml_text(struct xml *xml, const char *text)
{
	xml_text_bytes(xml, text, strlen(text));
}

void xml_attribute(struct xml *xml, const char *name, const char *value)
{
	xml_put(xml, " ");
	xml_put(xml, name);
	xml_put(xml, "=\"");
	xml_text(xml, value);
	xml_put(xml, "\"");
}

void xml_attribute_number(struct xml *xml, const char *name, double value)
{
	char text[NUMBER_BYTES];

	snprintf(text, sizeof(text), "%.10g", value);
	xml_attribute(xml, name, text);
}

void xml_cdata(struct xml *xml, const char *text, size_t len)
{
	const char *end = text + len, *cut;
	char *copy = NULL;

	if (!is_ascii(text, len)) {
		copy = copy_chars(text, len);
		if (copy != NULL && xml->ascii)
			copy = to_ascii(copy, "\\u");
		if (copy == NULL) {
			xml->nomem = true;
			return;
		}
		text = copy;
		end = copy + strlen(copy);
	}
	xml_put(xml, "<![CDATA[");
	while ((cut = memmem(text, (size_t)(end - text), "]]>", 3)) != NULL) {
		xml_put_bytes(xml, text, (size_t)(cut + 2 - text));
		xml_put(xml, "]]><![CDATA[");
		text = cut + 2;
	}
	xml_put_bytes(xml, text, (size_t)(end - text));
	xml_put(xml, "]]>");
	free(copy);
}
