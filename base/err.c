#include "base/err.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

#undef err_set
#undef err_set_errno
#undef err_nomem
#undef err_prefix

void err_defang(char *text)
{
	size_t len = strlen(text), used;

	for (size_t at = 0; at < len; at += used) {
		uint32_t code = utf8_next(text + at, len - at, &used);

		if (code == UTF8_INVALID || utf8_is_obeyed(code))
			memset(text + at, '?', used);
	}
}

/* How much of text[0, len) to keep so that it does not end within a UTF-8 sequence. */
static size_t whole_utf8(const char *text, size_t len)
{
	size_t lead = len, used;

	while (lead > 0 && len - lead < 3 && ((unsigned char)text[lead - 1] & 0xc0) == 0x80)
		lead--;
	if (lead > 0 && utf8_next(text + lead - 1, len - lead + 1, &used) == UTF8_INVALID)
		return lead - 1;
	return len;
}

PRINTF_LIKE(3, 0)
static void set_message(struct err *err, enum err_code code, const char *fmt, va_list args)
{
	int len = vsnprintf(err->msg, sizeof(err->msg), fmt, args);

	err->code = code;
	if (len >= (int)sizeof(err->msg))
		err->msg[whole_utf8(err->msg, sizeof(err->msg) - 1)] = '\0';
	err_defang(err->msg);
}

/*
 * Append ": " and `text` to the message. If it is too long, the middle is cut:
 * a long path must not hide the reason that follows it.
 */
static void append(struct err *err, const char *text)
{
	const size_t room = sizeof(err->msg) - 1, half = room / 2;
	size_t len = strlen(err->msg), more = strlen(text);

	if (len + 2 + more > room && len > half) {
		size_t keep = more + 5 < half ? room - more - 5 : half - 5;

		len = whole_utf8(err->msg, keep);
		memcpy(err->msg + len, "...", 3);
		len += 3;
	}
	memcpy(err->msg + len, ": ", 2);
	len += 2;
	if (more > room - len)
		more = whole_utf8(text, room - len);
	memcpy(err->msg + len, text, more);
	err->msg[len + more] = '\0';
}

bool err_set(struct err *err, enum err_code code, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	set_message(err, code, fmt, args);
	va_end(args);
	return false;
}

bool err_set_errno(struct err *err, int errno_value, const char *fmt, ...)
{
	char reason[128];
	va_list args;

	va_start(args, fmt);
	set_message(err, errno_value == EPIPE ? ERR_PIPE : ERR_IO, fmt, args);
	va_end(args);

	if (strerror_r(errno_value, reason, sizeof(reason)) != 0)
		snprintf(reason, sizeof(reason), "error %d", errno_value);
	append(err, reason);
	return false;
}

bool err_nomem(struct err *err)
{
	return err_set(err, ERR_NOMEM, "out of memory");
}

bool err_prefix(struct err *err, const char *fmt, ...)
{
	struct err whole;
	va_list args;

	va_start(args, fmt);
	set_message(&whole, err->code, fmt, args);
	va_end(args);
	append(&whole, err->msg);
	*err = whole;
	return false;
}
