#define _GNU_SOURCE /* memmem */
#include "svg/xml.h"

#include <errno.h>
#include <math.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/utf8.h"

void xml_init(struct xml *xml, FILE *out)
{
	*xml = (struct xml){ .out = out };
}

bool xml_finish(struct xml *xml, struct err *err)
{
	return xml->failure == 0 || err_set_errno(err, xml->failure, "cannot write");
}

void xml_put_bytes(struct xml *xml, const char *bytes, size_t len)
{
	if (xml->failure == 0 && fwrite(bytes, 1, len, xml->out) != len)
		xml->failure = errno != 0 ? errno : EIO;
}

void xml_vputf(struct xml *xml, const char *format, va_list args)
{
	if (xml->failure == 0 && vfprintf(xml->out, format, args) < 0)
		xml->failure = errno != 0 ? errno : EIO;
}

void xml_putf(struct xml *xml, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	xml_vputf(xml, format, args);
	va_end(args);
}

void xml_put_number(struct xml *xml, double number)
{
	uint64_t hundredths = number < 1e15 ? (uint64_t)(fabs(number) * 100 + 0.5) : (uint64_t)1e17;
	unsigned rest = (unsigned)(hundredths % 100);
	char text[32], *end = text;

	if (number < 0)
		*end++ = '-';
	if (hundredths >= 100 || rest == 0)
		end = text_write_digits(end, hundredths / 100);
	if (rest > 0) {
		*end++ = '.';
		*end++ = (char)('0' + rest / 10);
	}
	if (rest % 10 > 0)
		*end++ = (char)('0' + rest % 10);
	xml_put_bytes(xml, text, (size_t)(end - text));
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

	for (size_t at = 0; at < len; at += used) {
		const char *other = written_as(utf8_next(text + at, len - at, &used));

		if (other != NULL)
			end = stpcpy(end, other);
		for (size_t i = 0; other == NULL && i < used; i++)
			*end++ = text[at + i];
	}
	return escaped;
}

void xml_text_bytes(struct xml *xml, const char *text, size_t len)
{
	char *escaped = xml_escape(text, len);

	xml_put(xml, escaped);
	free(escaped);
}

void xml_text(struct xml *xml, const char *text)
{
	xml_text_bytes(xml, text, strlen(text));
}

void xml_attribute(struct xml *xml, const char *name, const char *value)
{
	xml_putf(xml, " %s=\"", name);
	xml_text(xml, value);
	xml_put(xml, "\"");
}

void xml_attribute_number(struct xml *xml, const char *name, double value)
{
	xml_putf(xml, " %s=\"%.10g\"", name, value);
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
