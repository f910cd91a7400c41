/*
 * LD_PRELOAD: how often a program opens the file whose name is COUNT_OPENS_OF, and how
 * many streams it begins to inflate: a line in the file COUNT_OPENS_TO when it ends.
 */
#define _GNU_SOURCE /* RTLD_NEXT, O_TMPFILE, program_invocation_short_name */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <zlib.h>

static atomic_int opens, inflations;

static int open_counted(int folder, const char *path, int flags, mode_t mode)
{
	const char *wanted = getenv("COUNT_OPENS_OF"), *slash = strrchr(path, '/');

	if (wanted != NULL && strcmp(slash != NULL ? slash + 1 : path, wanted) == 0)
		opens++;
	return (int)syscall(SYS_openat, folder, path, flags, mode);
}

static mode_t mode_of(int flags, va_list arguments)
{
	return (flags & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))) != 0 ? va_arg(arguments, mode_t)
								     : 0;
}

#define DEFINE_OPEN(NAME)                                         \
	int NAME(const char *path, int flags, ...)                \
	{                                                         \
		va_list arguments;                                \
		mode_t mode;                                      \
                                                                  \
		va_start(arguments, flags);                       \
		mode = mode_of(flags, arguments);                 \
		va_end(arguments);                                \
		return open_counted(AT_FDCWD, path, flags, mode); \
	}
DEFINE_OPEN(open)
DEFINE_OPEN(open64)

#define DEFINE_OPENAT(NAME)                                     \
	int NAME(int folder, const char *path, int flags, ...)  \
	{                                                       \
		va_list arguments;                              \
		mode_t mode;                                    \
                                                                \
		va_start(arguments, flags);                     \
		mode = mode_of(flags, arguments);               \
		va_end(arguments);                              \
		return open_counted(folder, path, flags, mode); \
	}
DEFINE_OPENAT(openat)
DEFINE_OPENAT(openat64)

/* The C library's own open() is not the one above. */
static FILE *fopen_counted(const char *path, const char *mode, const char *name)
{
	FILE *(*next)(const char *, const char *);
	const char *wanted = getenv("COUNT_OPENS_OF"), *slash = strrchr(path, '/');

	*(void **)&next = dlsym(RTLD_NEXT, name);
	if (wanted != NULL && strcmp(slash != NULL ? slash + 1 : path, wanted) == 0)
		opens++;
	return next(path, mode);
}

FILE *fopen(const char *path, const char *mode)
{
	return fopen_counted(path, mode, "fopen");
}

FILE *fopen64(const char *path, const char *mode)
{
	return fopen_counted(path, mode, "fopen64");
}

int inflateInit2_(z_streamp stream, int bits, const char *version, int size)
{
	int (*next)(z_streamp, int, const char *, int);

	*(void **)&next = dlsym(RTLD_NEXT, "inflateInit2_");
	inflations++;
	return next(stream, bits, version, size);
}

__attribute__((destructor)) static void end(void)
{
	const char *to = getenv("COUNT_OPENS_TO");
	FILE *out;

	/* only gpuflame reports, not the programs that run it */
	if (to == NULL || strcmp(program_invocation_short_name, "gpuflame") != 0)
		return;
	unsetenv("COUNT_OPENS_OF");
	out = fopen(to, "w");
	if (out == NULL)
		_exit(99);
	fprintf(out, "opened %d, inflated %d\n", opens, inflations);
	if (fclose(out) != 0)
		_exit(99);
}
