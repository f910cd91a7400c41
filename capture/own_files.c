#include "capture/own_files.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Below the usual limit of 1024, and so that fork() has no large table to copy. */
enum { HIGH = 960 };

int own_file_move(int fd)
{
	int saved = errno, high = fd;

	/* a lower limit of files may be in force */
	for (int least = HIGH; high == fd && least > fd && least > 8; least /= 2) {
		int moved = fcntl(fd, F_DUPFD_CLOEXEC, least);

		if (moved >= 0)
			high = moved;
	}
	if (high != fd)
		close(fd);
	errno = saved;
	return high;
}

void own_file_set(struct own_file *file, int fd)
{
	struct stat status;

	*file = (struct own_file){ .fd = -1 };
	if (fstat(fd, &status) == 0)
		*file = (struct own_file){ fd, status.st_dev, status.st_ino };
}

bool own_file_is(const struct own_file *file)
{
	struct stat status;

	return file->fd >= 0 && fstat(file->fd, &status) == 0 && status.st_dev == file->device &&
	       status.st_ino == file->inode;
}

void own_file_close(struct own_file *file)
{
	int saved = errno;

	if (own_file_is(file))
		close(file->fd);
	file->fd = -1;
	errno = saved;
}
