#include "base/err.h"

#include <stdio.h>
#include <string.h>

void err_defang(char *text)
{
	for (unsigned char *p = (unsigned char *)text; *p != '\0'; p++) {
		if (*p < 0x20 || *p == 0x7f)
			*p = '?';
		else if (*p == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0)
			*p = p[1] = '?';
	}
}

/*
 * A message cut at the buffer's end must not end within a UTF-8 sequence: walk
 * back over continuation bytes and drop the lead byte whose tail is missing.
 */
static void trim_partial_utf8(char *text, size_t len)
{
	size_t lead = len;

	while (lead > 0 && ((unsigned char)text[lead - 1] & 0xc0) == 0x80)
		lead--;
	if (lead > 0 && (unsigned char)text[lead - 1] >= 0xc0)
		text[lead - 1] = '\0';
}

static void set_message(struct err *err, enum err_code code, const char *fmt, va_list args)
{
	int len = vsnprintf(err->msg, sizeof(err->msg), fmt, args);

	err->code = code;
	if (len >= (int)sizeof(err->msg))
		trim_partial_utf8(err->msg, sizeof(err->msg) - 1);
	err_defang(err->msg);
}

/* Put ": " and `text` behind the message that stands, as far as there is room. */
static void append(struct err *err, const char *text)
{
	size_t len = strlen(err->msg), room = sizeof(err->msg) - 1 - len, more = strlen(text);

	if (room < 2)
		return;
	memcpy(err->msg + len, ": ", 2);
	len += 2;
	room -= 2;
	if (more > room)
		more = room;
	memcpy(err->msg + len, text, more);
	err->msg[len + more] = '\0';
	if (more == room)
		trim_partial_utf8(err->msg, len + more);
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
	set_message(err, ERR_IO, fmt, args);
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
