#define _GNU_SOURCE /* MAP_ANONYMOUS, MAP_POPULATE */
#include "capture/pages.h"

#include <sys/mman.h>

static void *map(size_t bytes, int more)
{
	void *pages = mmap(
		NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | more, -1, 0);

	return pages == MAP_FAILED ? NULL : pages;
}

void *pages_new(size_t bytes)
{
	return map(bytes, 0);
}

void *pages_new_now(size_t bytes)
{
	return map(bytes, MAP_POPULATE);
}

void pages_free(void *pages, size_t bytes)
{
	munmap(pages, bytes);
}
