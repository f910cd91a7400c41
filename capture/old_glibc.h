#ifndef CAPTURE_OLD_GLIBC_H
#define CAPTURE_OLD_GLIBC_H

#include <sys/stat.h>
#include <sys/types.h>

/*
 * What glibc 2.17 lacks, as system calls. The Makefile renames references in our objects and in
 * SQLite's to these (capture/old_glibc.syms): the source names none of them.
 */
int old_stat(const char *path, struct stat *info);
int old_lstat(const char *path, struct stat *info);
int old_fstat(int fd, struct stat *info);
pid_t old_gettid(void);
ssize_t old_getrandom(void *bytes, size_t size, unsigned flags);

#endif /* CAPTURE_OLD_GLIBC_H */
