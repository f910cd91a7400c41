#define _GNU_SOURCE /* memmem */
#include "svg/xml.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"

enum { BUFFER_BYTES = 64 * 1024, NUMBER_BYTES = 32 };

void xml_init(struct xml *xml, FILE *out)
{
	*xml = (struct xml){ .out = out, .buffer = mem_zeroed(BUFFER_BYTES, 1) };
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
	return xml->failure == 0 || err_set_errno(err, xml->failure, "cannot write");
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

/* Whether XML 1.0 allows the code point. */
static bool is_char(uint32_t code)
{
	return code != UTF8_INVALID &&
	       (code >= 0x20 || code == '\t' || code == '\n' || code == '\r') && code != 0xfffe &&
	       code != 0xffff;
}

/* How a character is written in content and in attributes, or NULL: as it is. */
static const char *written_as(uint32_t code)
{
	switch (code) {
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '&':
		return "&amp;";
	case '"':
		return "&quot;";
	case '\r':
		return "&#13;"; /* a parser would make it a line feed */
	default:
		return is_char(code) ? NULL : "\xef\xbf\xbd";
	}
}

char *xml_escape(const char *text, size_t len)
{
	char *escaped = mem_zeroed(len * strlen("&quot;") + 1, 1), *end = escaped;
	size_t used;

	if (is_plain(text, len))
		return memcpy(escaped, text, len);
	for (size_t at = 0; at < len; at += used) {
		const char *other = written_as(utf8_next(text + at, len - at, &used));

		if (other != NULL) {
			end = stpcpy(end, other);
		} else {
			memcpy(end, text + at, used);
			end += used;
		}
	}
	return escaped;
}

void xml_text_bytes(struct xml *xml, const char *text, size_t len)
{
	char *escaped;

	if (is_plain(text, len)) {
		xml_put_bytes(xml, text, len);
		return;
	}
	escaped = xml_escape(text, len);
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

	xml_put(xml, "<![CDATA[");
	while ((cut = memmem(text, (size_t)(end - text), "]]>", 3)) != NULL) {
		xml_put_bytes(xml, text, (size_t)(cut + 2 - text));
		xml_put(xml, "]]><![CDATA[");
		text = cut + 2;
	}
	xml_put_bytes(xml, text, (size_t)(end - text));
	xml_put(xml, "]]>");
}
