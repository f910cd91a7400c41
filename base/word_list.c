#include "base/word_list.h"

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
