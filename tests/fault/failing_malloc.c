/*
 * LD_PRELOAD: memory that runs out. The allocation with the number FAULT_AT,
 * counted from 1, fails; with FAULT_MODE=from all that follow it fail, too.
 * FAULT_LIBRARY: only those count that come from the library of that name, its
 * mappings of memory with them; with FAULT_QUEUES only those that are to be filled at once.
 * FAULT_COUNT: a file to write their number to, at exit.
 */
#define _GNU_SOURCE /* reallocarray, dladdr */
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The C library's own allocator, which it exports under these names. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t align, size_t size);

static unsigned long calls, fail_at;
static int fail_from, only_queues;
static const char *library;

static int is_of_library(const void *caller)
{
	Dl_info info;

	return dladdr(caller, &info) != 0 && info.dli_fname != NULL &&
	       strstr(info.dli_fname, library) != NULL;
}

static int fails_now(const void *caller)
{
	unsigned long call;

	if (library != NULL && !is_of_library(caller))
		return 0;
	call = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
	if (fail_at == 0 || (fail_from ? call < fail_at : call != fail_at))
		return 0;
	errno = ENOMEM;
	return 1;
}

static int fails(const void *caller)
{
	return !only_queues && fails_now(caller);
}

void *malloc(size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}

void *reallocarray(void *old, size_t count, size_t size)
{
	size_t whole;

	if (__builtin_mul_overflow(count, size, &whole)) {
		errno = ENOMEM;
		return NULL;
	}
	return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(old, whole);
}

void *aligned_alloc(size_t align, size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(align, size);
}

void *memalign(size_t align, size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(align, size);
}

int posix_memalign(void **memory, size_t align, size_t size)
{
	void *got = fails(__builtin_return_address(0)) ? NULL : __libc_memalign(align, size);

	if (got == NULL)
		return ENOMEM;
	*memory = got;
	return 0;
}

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
	if (library != NULL && (!only_queues || (flags & MAP_POPULATE) != 0) &&
		fails_now(__builtin_return_address(0)))
		return MAP_FAILED;
	return (void *)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
}

__attribute__((constructor)) static void begin(void)
{
	const char *at = getenv("FAULT_AT"), *mode = getenv("FAULT_MODE");

	calls = 0; /* do not count allocations of loading */
	fail_at = at != NULL ? strtoul(at, NULL, 10) : 0;
	library = getenv("FAULT_LIBRARY");
	only_queues = getenv("FAULT_QUEUES") != NULL;
	fail_from = mode != NULL && strcmp(mode, "from") == 0;
}

__attribute__((destructor)) static void end(void)
{
	const char *path = getenv("FAULT_COUNT");
	unsigned long count = calls;
	FILE *out = path != NULL ? fopen(path, "w") : NULL;

	if (out != NULL) {
		fprintf(out, "%lu\n", count);
		fclose(out);
	}
}
