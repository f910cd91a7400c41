#ifndef TESTS_FUZZ_MUST_H
#define TESTS_FUZZ_MUST_H

/* The check of fuzz targets, active in every build, with NDEBUG, too. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void must(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "broken: %s\n", what);
	abort();
}

#endif /* TESTS_FUZZ_MUST_H */
