#define _GNU_SOURCE /* memmem */
#include "base/literal.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

const char *literal_class_end(const char *open)
{
	const char *p = open + 1;

	p += *p == '^';
	p += *p == ']'; /* the first stands for itself */
	for (; *p != '\0' && *p != ']'; p++) {
		const char *named = *p == '[' && p[1] == ':' ? strstr(p + 2, ":]") : NULL;

		if (named != NULL)
			p = named + 1;
		else if (*p == '\\' && p[1] != '\0')
			p++;
	}
	return p;
}

/* What follows the class, the bounds or the escape at `p`; the next byte for any other. */
static const char *behind(const char *p)
{
	const char *end = *p == '[' ? literal_class_end(p) : *p == '{' ? strchr(p, '}') : p;

	if (*p == '\\' && p[1] != '\0')
		return p + 2;
	return end == NULL || *end == '\0' ? p + strlen(p) : end + 1;
}

/*
 * Whether what follows is not as it looks: behind options, but not those of "(?i:...)", which end
 * in its brackets; or behind an escape that may take more than a letter, such as "\x41".
 */
static bool is_beyond_us(const char *p)
{
	if (p[0] == '\\')
		return isalnum((unsigned char)p[1]) &&
		       strchr("dDwWsSbBAzZnrtvVhHRXKG", p[1]) == NULL;
	return strncmp(p, "(*", 2) == 0 ||
	       (strncmp(p, "(?", 2) == 0 && p[2 + strspn(p + 2, "imnsxUJ^-")] == ')');
}

struct literal literal_of_pattern(const char *pattern)
{
	struct literal best = { pattern, 0 };
	const char *begin = pattern;
	size_t depth = 0;

	for (const char *p = pattern, *next; *p != '\0'; p = next) {
		next = behind(p);
		if (is_beyond_us(p) || (*p == '|' && depth == 0))
			return (struct literal){ pattern, 0 };
		depth += *p == '(';
		if (depth > 0 || strchr("\\^$.?*+[]{}()|", *p) != NULL ||
			(*next != '\0' && strchr("?*+{", *next) != NULL))
			begin = next;
		else if ((size_t)(next - begin) > best.len)
			best = (struct literal){ begin, (size_t)(next - begin) };
		depth -= *p == ')' && depth > 0;
	}
	return best;
}

static uint8_t pair_at(const char *at)
{
	return (uint8_t)((unsigned char)at[0] * 29 + (unsigned char)at[1]);
}

void literal_find_pairs(struct literal_pairs *pairs, const char *text, size_t len)
{
	*pairs = (struct literal_pairs){ { false } };
	for (size_t i = 0; i + 1 < len; i++)
		pairs->seen[pair_at(text + i)] = true;
}

bool literal_is_in(const struct literal *literal, const struct literal_pairs *pairs,
	const char *text, size_t len)
{
	for (size_t i = 0; i + 1 < literal->len; i++) {
		if (!pairs->seen[pair_at(literal->text + i)])
			return false;
	}
	return memmem(text, len, literal->text, literal->len) != NULL;
}
