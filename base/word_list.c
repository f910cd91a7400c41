#include "base/word_list.h"

#include <stdio.h>

void word_list(char *list, size_t size, const char *const *words, size_t count, const char *last)
{
	size_t len = 0;

	list[0] = '\0';
	for (size_t i = 0; i < count && len < size; i++) {
		if (i > 0 && i + 1 == count)
			len += (size_t)snprintf(list + len, size - len, " %s ", last);
		else if (i > 0)
			len += (size_t)snprintf(list + len, size - len, ", ");
		if (len < size)
			len += (size_t)snprintf(list + len, size - len, "%s", words[i]);
	}
}
