#include "export/json_text.h"

#include <errno.h>
#include <string.h>

#include "base/folded.h"
#include "base/utf8.h"

static bool must_escape(uint32_t code)
{
	return code < 0x20 || code == '"' || code == '\\' || (code >= 0x7f && code < 0xa0) ||
	       code == 0x061c || code == 0x200e || code == 0x200f ||
	       (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

void json_put_string(FILE *out, const char *bytes, size_t len)
{
	size_t plain = 0, used;

	fputc('"', out);
	for (size_t at = 0; at < len; at += used) {
		uint32_t code = utf8_next(bytes + at, len - at, &used);

		if (code != UTF8_INVALID && !must_escape(code))
			continue;
		fwrite(bytes + plain, 1, at - plain, out);
		plain = at + used;
		if (code == UTF8_INVALID)
			fputs("\xef\xbf\xbd", out);
		else if (code == '"' || code == '\\')
			fprintf(out, "\\%c", (int)code);
		else
			fprintf(out, "\\u%04x", (unsigned)code);
	}
	fwrite(bytes + plain, 1, len - plain, out);
	fputc('"', out);
}

void json_put_value(FILE *out, uint64_t value, unsigned decimals)
{
	char text[64];

	folded_format_value(value, decimals, text, sizeof(text));
	fputs(text, out);
}

bool json_flush(FILE *out, struct err *err)
{
	errno = 0;
	if (fflush(out) == 0 && ferror(out) == 0)
		return true;
	return err_set_errno(err, errno != 0 ? errno : EIO, "cannot write");
}
