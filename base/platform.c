#define _GNU_SOURCE /* all that is below */
#include "base/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __linux__
#include <stdio_ext.h>
#include <sys/random.h>

bool platform_random(void *bytes, size_t size)
{
	return getrandom(bytes, size, GRND_NONBLOCK) == (ssize_t)size;
}

void platform_purge(FILE *file)
{
	__fpurge(file);
}

void platform_use_huge_pages(void *block, size_t size)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)block;
	const uintptr_t before = at % page;

	madvise((char *)block - before, (size + before + page - 1) / page * page, MADV_HUGEPAGE);
}

int platform_open_unnamed(const char *folder)
{
	return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

bool platform_name_unnamed(int fd, const char *path)
{
	char from[32];

	snprintf(from, sizeof(from), "/proc/self/fd/%d", fd);
	return linkat(AT_FDCWD, from, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
}

#else /* macOS, the BSDs */

bool platform_random(void *bytes, size_t size)
{
	arc4random_buf(bytes, size);
	return true;
}

void platform_purge(FILE *file)
{
	fpurge(file);
}

void platform_use_huge_pages(void *block, size_t size)
{
	(void)block;
	(void)size;
}

int platform_open_unnamed(const char *folder)
{
	(void)folder;
	errno = ENOTSUP;
	return -1;
}

bool platform_name_unnamed(int fd, const char *path)
{
	(void)fd;
	(void)path;
	errno = ENOTSUP;
	return false;
}

#endif

#if defined(__APPLE__) || (defined(__FreeBSD__) && __FreeBSD__ < 14)

struct comparison {
	int (*compare)(const void *a, const void *b, void *context);
	void *context;
};

static int compare_turned(void *comparison, const void *a, const void *b)
{
	const struct comparison *by = comparison;

	return by->compare(a, b, by->context);
}

void platform_sort(void *items, size_t count, size_t item_size,
	int (*compare)(const void *a, const void *b, void *context), void *context)
{
	struct comparison comparison = { compare, context };

	qsort_r(items, count, item_size, &comparison, compare_turned);
}

#else

void platform_sort(void *items, size_t count, size_t item_size,
	int (*compare)(const void *a, const void *b, void *context), void *context)
{
	qsort_r(items, count, item_size, compare, context);
}

#endif
