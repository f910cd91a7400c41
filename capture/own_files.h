#ifndef CAPTURE_OWN_FILES_H
#define CAPTURE_OWN_FILES_H

#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>

/*
 * Files that the library keeps open in a program that does not know about them. Some programs close
 * all descriptors (daemons, some shells of Python), or close one of their own twice, and then open
 * other files, which get the same numbers: our writes would go there. So our files have high
 * numbers, which no other file gets by chance, and before each use it is checked that the number
 * still refers to the same file.
 */
struct own_file {
	int fd; /* -1: none */
	dev_t device;
	ino_t inode;
};

enum { OWN_FILES = 8 };

/* For one thread. */
struct own_files {
	struct own_file list[OWN_FILES];
	int count;
};

/* Give the file a high number, if there is one; returns its number, with FD_CLOEXEC. */
int own_file_move(int fd);

/* Remember what file it is. False: it is not open. */
bool own_file_set(struct own_file *file, int fd);

/* Whether it still is that file. */
bool own_file_is(const struct own_file *file);

/* Close it, unless it is the program's by now. */
void own_file_close(struct own_file *file);

/*
 * open(), close(), and whether a number is of one of the files; for others, errno is EBADF. What
 * open() created with O_EXCL, and then cannot be known again, is removed.
 */
int own_files_open(struct own_files *files, const char *path, int flags, mode_t mode);
int own_files_close(struct own_files *files, int fd);
bool own_files_has(const struct own_files *files, int fd);

#endif /* CAPTURE_OWN_FILES_H */
