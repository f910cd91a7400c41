#ifndef TESTS_UNIT_MADE_ENVIRONMENT_H
#define TESTS_UNIT_MADE_ENVIRONMENT_H

#include <stddef.h>
#include <string.h>

/* An environment, for tests of what reads one: ENVIRONMENT(name, value, name, value...). */
#define ENVIRONMENT(...)          \
	(const char *[])          \
	{                         \
		__VA_ARGS__, NULL \
	}

/* A variable of an ENVIRONMENT, the context. */
static inline const char *get(void *context, const char *name)
{
	for (const char *const *p = context; *p != NULL; p += 2) {
		if (strcmp(p[0], name) == 0)
			return p[1];
	}
	return NULL;
}

#endif /* TESTS_UNIT_MADE_ENVIRONMENT_H */
