/*
 * LD_PRELOAD: memory that runs out. The allocation with the number FAULT_AT,
 * counted from 1, fails; with FAULT_MODE=from all that follow it fail, too.
 * FAULT_LIBRARY: only those count that come from the library of that name, its
 * mappings of memory with them.
 * FAULT_SERVER: the program starts anew, by fork() before main(), for each FAULT_AT that
 * is read from that descriptor, a socket; what waitpid() said of it and its number of
 * allocations are written there. Loading the libraries takes longer than most programs do.
 */
#define _GNU_SOURCE /* reallocarray, dladdr */
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The C library's own allocator, which it exports under these names. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t align, size_t size);

static unsigned long calls, fail_at;
static int fail_from, count_fd = -1;
static const char *library;

static int is_of_library(const void *caller)
{
	Dl_info info;

	return dladdr(caller, &info) != 0 && info.dli_fname != NULL &&
	       strstr(info.dli_fname, library) != NULL;
}

static int fails(const void *caller)
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
	if (library != NULL && fails(__builtin_return_address(0)))
		return MAP_FAILED;
	return (void *)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
}

/* Returns in each child; the parent ends when nobody asks any more. */
static void serve(int socket)
{
	unsigned long result[2]; /* status, allocations */
	int status = 0, fds[2];

	while (read(socket, &fail_at, sizeof(fail_at)) == (ssize_t)sizeof(fail_at)) {
		pid_t child = pipe(fds) == 0 ? fork() : -1;

		if (child == 0) {
			close(socket);
			close(fds[0]);
			count_fd = fds[1];
			alarm(60);
			return;
		}
		close(fds[1]);
		if (child < 0 || waitpid(child, &status, 0) != child)
			_exit(98);
		result[0] = (unsigned)status;
		if (read(fds[0], &result[1], sizeof(result[1])) < (ssize_t)sizeof(result[1]))
			result[1] = 0; /* it was killed */
		close(fds[0]);
		if (write(socket, result, sizeof(result)) < 0)
			_exit(98);
	}
	_exit(0);
}

__attribute__((constructor)) static void begin(void)
{
	const char *at = getenv("FAULT_AT"), *mode = getenv("FAULT_MODE");
	const char *server = getenv("FAULT_SERVER");

	if (server != NULL)
		serve(atoi(server));
	calls = 0; /* do not count allocations of loading */
	if (server == NULL)
		fail_at = at != NULL ? strtoul(at, NULL, 10) : 0;
	library = getenv("FAULT_LIBRARY");
	fail_from = mode != NULL && strcmp(mode, "from") == 0;
}

__attribute__((destructor)) static void end(void)
{
	if (count_fd >= 0 && write(count_fd, &calls, sizeof(calls)) < 0)
		_exit(99);
}
