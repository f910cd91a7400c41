#define _GNU_SOURCE /* all that is below */
#include "base/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/compiler.h"

#ifdef __linux__
#include <stdio_ext.h>
#include <sys/random.h>
#include <sys/vfs.h>
#include <time.h>

bool platform_random(void *bytes, size_t size)
{
	return getrandom(bytes, size, GRND_NONBLOCK) == (ssize_t)size;
}

void *platform_map(size_t bytes, bool now)
{
	void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | (now ? MAP_POPULATE : 0), -1, 0);

	return pages == MAP_FAILED ? NULL : pages;
}

void platform_fill_soon(void *at, size_t size)
{
	uintptr_t from = (uintptr_t)at & ~(uintptr_t)4095;

	(void)madvise((void *)from, (uintptr_t)at + size - from, MADV_HUGEPAGE);
}

void platform_purge(FILE *file)
{
	__fpurge(file);
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

void platform_fill_soon(UNUSED void *at, UNUSED size_t size)
{
}

void platform_purge(FILE *file)
{
	fpurge(file);
}

int platform_open_unnamed(UNUSED const char *folder)
{
	errno = ENOTSUP;
	return -1;
}

bool platform_name_unnamed(UNUSED int fd, UNUSED const char *path)
{
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

	if (count > 0) /* nothing may be NULL */
		qsort_r(items, count, item_size, &comparison, compare_turned);
}

#else

void platform_sort(void *items, size_t count, size_t item_size,
	int (*compare)(const void *a, const void *b, void *context), void *context)
{
	if (count > 0) /* nothing may be NULL */
		qsort_r(items, count, item_size, compare, context);
}

#endif

void platform_unmap(void *pages, size_t bytes)
{
	munmap(pages, bytes);
}

size_t platform_read(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t len = 0;
	ssize_t got = fd >= 0 ? 1 : 0;

	/* a read may end at a page */
	while (got > 0 && len + 1 < size) {
		got = read(fd, text + len, size - 1 - len);
		len += got > 0 ? (size_t)got : 0;
	}
	if (fd >= 0)
		close(fd);
	text[len] = '\0';
	return len;
}

void platform_command_line(char *text, size_t size)
{
	size_t len = platform_read("/proc/self/cmdline", text, size);

	while (len > 0 && text[len - 1] == '\0')
		len--;
	for (size_t i = 0; i < len; i++)
		text[i] = (char)(text[i] == '\0' ? ' ' : text[i]);
}

/* The least limit of a group, a path below `groups`, and of those around it. */
static void lower(uint64_t *limit, const char *groups, const char *file, const char *group)
{
	char path[PATH_MAX], text[64];

	for (size_t len = strcspn(group, "\n");; len--) {
		snprintf(path, sizeof(path), "%s%.*s/%s", groups, (int)len, group, file);
		/* "max" is none; that of version 1 is a huge number */
		if ((len == 0 || group[len] == '/' || group[len] == '\n') &&
			platform_read(path, text, sizeof(text)) > 0 && text[0] >= '0' &&
			text[0] <= '9' && strtoull(text, NULL, 10) < *limit)
			*limit = strtoull(text, NULL, 10);
		if (len == 0)
			return;
	}
}

size_t platform_memory_share(const char *self, const char *groups)
{
	const uint64_t least = UINT64_C(64) << 20, most = UINT64_C(2) << 30;
	uint64_t limit = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
	char text[4096], version_1[256];
	const char *group;

	(void)platform_read(self, text, sizeof(text));
	group = strstr(text, "0::/");
	lower(&limit, groups, "memory.max", group != NULL ? group + 3 : "");
	group = strstr(text, ":memory:/");
	snprintf(version_1, sizeof(version_1), "%s/memory", groups);
	lower(&limit, version_1, "memory.limit_in_bytes", group != NULL ? group + 8 : "");
	limit /= 32;
	return (size_t)(limit < least ? least : limit > most ? most : limit);
}

#ifdef __linux__
int64_t platform_process_began(int64_t pid)
{
	char path[64], text[1024], *field;
	struct timespec up, now;

	snprintf(path, sizeof(path), "/proc/%lld/stat", (long long)pid);
	if (platform_read(path, text, sizeof(text)) == 0)
		return 0;
	/* proc(5): the 22nd field; the 2nd, in parentheses, may hold anything */
	field = strrchr(text, ')');
	for (int i = 2; i < 22 && field != NULL; i++)
		field = strchr(field + 1, ' ');
	if (field == NULL)
		return 0;
	clock_gettime(CLOCK_BOOTTIME, &up);
	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec - up.tv_sec + strtoll(field, NULL, 10) / sysconf(_SC_CLK_TCK);
}

bool platform_is_shared(const char *path)
{
	/* NFS, Lustre, GPFS, BeeGFS, Ceph: their numbers are in no header of the C library */
	static const uint32_t kinds[] = { 0x6969, 0x0bd00bd0, 0x47504653, 0x19830326, 0x00c36400 };
	struct statfs system;
	bool is = false;

	if (statfs(path, &system) != 0)
		return false;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		is |= (uint32_t)system.f_type == kinds[i];
	return is;
}
#endif
