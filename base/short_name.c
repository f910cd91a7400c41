#include "base/short_name.h"

#include <string.h>

#include "base/chars.h"

/* The bytes of an operator's symbol that begins here, as in "operator<<". */
static size_t symbol_len(const char *text, size_t len)
{
	size_t used = 0;

	if (len >= 2 && (memcmp(text, "()", 2) == 0 || memcmp(text, "[]", 2) == 0))
		return 2;
	while (used < len && used < 3 && memchr("<>-=", text[used], 4) != NULL)
		used++;
	return used;
}

/*
 * Copy `name` without what is in brackets; 0 when brackets do not match. Stops at the
 * parameters of a function, which only qualifiers can follow.
 */
static size_t copy_outside_of_brackets(const char *name, size_t len, char *out)
{
	size_t used = 0, depth = 0, symbol;

	for (size_t i = 0; i < len; i++) {
		if (depth == 0 && ends_with(out, used, "operator")) {
			symbol = symbol_len(name + i, len - i);
			if (symbol > 0) {
				memcpy(out + used, name + i, symbol);
				used += symbol;
				i += symbol - 1;
				continue;
			}
		}
		if (memchr("<({", name[i], 3) != NULL) {
			depth++;
		} else if (memchr(">)}", name[i], 3) != NULL) {
			if (depth == 0 || (name[i] == '>' && name[i - 1] == '-'))
				return 0;
			depth--;
			/* the parameters: preceded by a name and not followed by "::" */
			if (depth == 0 && name[i] == ')' && used > 0 && out[used - 1] != ':' &&
				(len - i < 3 || memcmp(name + i + 1, "::", 2) != 0))
				return used;
		} else if (depth == 0) {
			out[used++] = name[i];
		}
	}
	return depth == 0 ? used : 0;
}

size_t kernel_short_name(const char *name, size_t len, char *out)
{
	size_t used = 0, begin;

	if (len > 0 && name[0] != '[')
		used = copy_outside_of_brackets(name, len, out);
	while (used > 0 && out[used - 1] == ' ')
		used--;
	/* remove the return type and namespaces */
	for (begin = used; begin > 0; begin--) {
		char before = out[begin - 1];

		if ((before == ' ' && !ends_with(out, begin - 1, "operator")) || before == ':' ||
			before == '*' || before == '&')
			break;
	}
	if (used == begin) {
		memcpy(out, name, len);
		return len;
	}
	memmove(out, out + begin, used - begin);
	return used - begin;
}
