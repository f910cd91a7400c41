#define _GNU_SOURCE /* MAP_ANONYMOUS, MAP_POPULATE */
#include "capture/pages.h"

#include <sys/mman.h>

void *pages_new(size_t bytes, bool now)
{
	void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | (now ? MAP_POPULATE : 0), -1, 0);

	return pages == MAP_FAILED ? NULL : pages;
}

void pages_free(void *pages, size_t bytes)
{
	munmap(pages, bytes);
}
