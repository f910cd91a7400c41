#include "base/word_list.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void word_list(char *list, size_t size, word_fn *word, const char *last)
{
	size_t len = 0;

	list[0] = '\0';
	for (size_t i = 0; word(i) != NULL && len < size; i++) {
		if (i > 0 && word(i + 1) == NULL)
			len += (size_t)snprintf(list + len, size - len, " %s ", last);
		else if (i > 0)
			len += (size_t)snprintf(list + len, size - len, ", ");
		if (len < size)
			len += (size_t)snprintf(list + len, size - len, "%s", word(i));
	}
}

size_t word_find(word_fn *word, const char *text)
{
	for (size_t i = 0; word(i) != NULL; i++) {
		if (strcmp(word(i), text) == 0)
			return i;
	}
	return SIZE_MAX;
}

enum { LONGEST = 64 };

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/*
 * How many letters to insert, drop, change or swap with their neighbour (Damerau-Levenshtein,
 * optimal string alignment); words over LONGEST are cut.
 */
static size_t suggest_distance(const char *a, const char *b)
{
	size_t rows[3][LONGEST + 1];
	size_t a_len = least(strlen(a), LONGEST), b_len = least(strlen(b), LONGEST);

	for (size_t j = 0; j <= b_len; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= a_len; i++) {
		const size_t *before = rows[(i + 1) % 3], *above = rows[(i - 1) % 3];
		size_t *row = rows[i % 3];

		row[0] = i;
		for (size_t j = 1; j <= b_len; j++) {
			row[j] = least(above[j], row[j - 1]) + 1;
			row[j] = least(row[j], above[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = least(row[j], before[j - 2] + 1);
		}
	}
	return rows[a_len % 3][b_len];
}

void suggest_offer(struct suggest *suggest, const char *candidate)
{
	size_t len = strlen(suggest->word);
	bool begins = len > 2 && strncmp(suggest->word, candidate, len) == 0;
	size_t distance = begins ? 0 : suggest_distance(suggest->word, candidate);

	if (suggest->nearest != NULL && suggest->distance <= distance)
		return;
	suggest->nearest = candidate;
	suggest->distance = distance;
}

const char *suggest_nearest(const struct suggest *suggest)
{
	size_t len = strlen(suggest->word);

	/* Longer words are cut, which would make any two of them near. */
	return len < LONGEST && suggest->distance <= 1 + len / 4 ? suggest->nearest : NULL;
}
