#ifndef CAPTURE_OWN_FILES_H
#define CAPTURE_OWN_FILES_H

#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>

/*
 * Files that the library keeps open in a program that does not know about them. Some programs close
 * all descriptors (daemons, some shells of Python), or close one of their own twice, and then open
 * other files, which get the same numbers: our writes would go there. So our files have high
 * numbers, which no other file gets by chance; captures are open for a write alone, and before each
 * use of what stays open it is checked that the number still refers to the same file.
 */
struct own_file {
	int fd; /* -1: none */
	dev_t device;
	ino_t inode;
};

/* Give the file a high number, if there is one; returns its number, with FD_CLOEXEC. */
int own_file_move(int fd);

/* Remember what file it is. */
void own_file_set(struct own_file *file, int fd);

/* Whether it still is that file. */
bool own_file_is(const struct own_file *file);

/* Close it, unless it is the program's by now. */
void own_file_close(struct own_file *file);

#endif /* CAPTURE_OWN_FILES_H */
