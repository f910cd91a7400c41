#include "collapse/input/rank_name.h"

#include <stdio.h>

#include "base/chars.h"

/* Without leading zeros. */
static void rank_of_digits(const char *digits, size_t len, char rank[RANK_SIZE])
{
	while (len > 1 && *digits == '0') {
		digits++;
		len--;
	}
	snprintf(rank, RANK_SIZE, "rank %.*s", (int)(len < 20 ? len : 20), digits);
}

/*
 * Match all of `text` against `pattern`. One backtracking point is enough: a later '*' makes
 * an earlier one's choice final.
 */
static bool matches(const char *text, const char *pattern, char rank[RANK_SIZE])
{
	const char *star = NULL, *from = NULL;

	while (*text != '\0' || *pattern != '\0') {
		if (*pattern == '*') {
			star = ++pattern;
			from = text;
		} else if (pattern[0] == '%' && pattern[1] == 'r' && is_digit(*text)) {
			const char *digits = text;

			while (is_digit(*text))
				text++;
			rank_of_digits(digits, (size_t)(text - digits), rank);
			pattern += 2;
		} else if (*text != '\0' && *text == *pattern) {
			text++;
			pattern++;
		} else if (star != NULL && *from != '\0' && *from != '/') {
			text = ++from;
			pattern = star;
		} else {
			return false;
		}
	}
	return rank[0] != '\0';
}

bool rank_by_pattern(const char *path, const char *pattern, char rank[RANK_SIZE])
{
	rank[0] = '\0';
	if (pattern == NULL)
		return false;
	/* at the beginning, and after each '/' */
	for (const char *at = path, *slash; at != NULL; at = slash != NULL ? slash + 1 : NULL) {
		rank[0] = '\0';
		if (matches(at, pattern, rank))
			return true;
		slash = strchr(at, '/');
	}
	rank[0] = '\0';
	return false;
}

/* "rank" and a number, optionally with a blank, '_', '-', '.' or '=' between them. */
bool rank_of_path(const char *path, char rank[RANK_SIZE])
{
	const char *slash = strrchr(path, '/');
	const char *at = strstr(slash != NULL ? slash : path, "rank");

	rank[0] = '\0';
	for (; at != NULL; at = strstr(at + 1, "rank")) {
		const char *digits = at + strlen("rank");

		digits += *digits != '\0' && strchr(" _-.=", *digits) != NULL;
		if (is_digit(*digits)) {
			rank_of_digits(digits, strspn(digits, "0123456789"), rank);
			return true;
		}
	}
	return false;
}

void rank_of_file(const char *path, const char *pattern, const struct names *names, uint32_t own,
	char rank[RANK_SIZE])
{
	size_t len = strlen(path);

	if (rank_by_pattern(path, pattern, rank))
		return;
	if (own != NAME_NONE)
		snprintf(rank, RANK_SIZE, "%s", names->list[own].text);
	else if (!rank_of_path(path, rank))
		/* the end is more distinctive */
		snprintf(rank, RANK_SIZE, "%s",
			len < RANK_SIZE ? path : path + len - (RANK_SIZE - 1));
}

bool rank_check(const char *path, const char *rank, struct err *err)
{
	static const char word[] = "rank ";
	size_t len = sizeof(word) - 1;

	return (strncmp(rank, word, len) == 0 && rank[len] != '\0' &&
		       strspn(rank + len, "0123456789") == strlen(rank + len)) ||
	       err_set(err, ERR_USAGE,
		       "'%s' does not say which rank it is of; --rank-pattern NAME says where "
		       "file names have it",
		       path);
}
