#define _GNU_SOURCE /* syscall */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/*
 * What glibc 2.17 lacks, as system calls. The Makefile renames references in our objects and in
 * SQLite's to these (capture/old_glibc.syms): the source names none of them. On 64-bit systems
 * struct stat is the kernel's.
 */
int old_stat(const char *path, struct stat *info);
int old_lstat(const char *path, struct stat *info);
int old_fstat(int fd, struct stat *info);
pid_t old_gettid(void);
ssize_t old_getrandom(void *bytes, size_t size, unsigned flags);

#ifdef SYS_newfstatat

/* What SQLite calls them: there the two structures are the same. */
int old_stat64(const char *path, struct stat *info) __attribute__((alias("old_stat")));
int old_lstat64(const char *path, struct stat *info) __attribute__((alias("old_lstat")));
int old_fstat64(int fd, struct stat *info) __attribute__((alias("old_fstat")));

int old_stat(const char *path, struct stat *info)
{
	return (int)syscall(SYS_newfstatat, AT_FDCWD, path, info, 0);
}

int old_lstat(const char *path, struct stat *info)
{
	return (int)syscall(SYS_newfstatat, AT_FDCWD, path, info, AT_SYMLINK_NOFOLLOW);
}

int old_fstat(int fd, struct stat *info)
{
	return (int)syscall(SYS_fstat, fd, info);
}

pid_t old_gettid(void)
{
	return (pid_t)syscall(SYS_gettid);
}

ssize_t old_getrandom(void *bytes, size_t size, unsigned flags)
{
	return syscall(SYS_getrandom, bytes, size, flags);
}

#endif
