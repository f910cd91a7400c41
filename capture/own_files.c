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

bool own_file_set(struct own_file *file, int fd)
{
	struct stat status;

	*file = (struct own_file){ .fd = -1 };
	if (fstat(fd, &status) != 0)
		return false;
	*file = (struct own_file){ fd, status.st_dev, status.st_ino };
	return true;
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

static const struct own_file *find(const struct own_files *files, int fd)
{
	for (int i = 0; i < files->count; i++) {
		if (files->list[i].fd == fd)
			return &files->list[i];
	}
	return NULL;
}

int own_files_open(struct own_files *files, const char *path, int flags, mode_t mode)
{
	int fd, saved;

	if (files->count == OWN_FILES) {
		errno = EMFILE;
		return -1;
	}
	fd = open(path, flags | O_CLOEXEC, mode);
	if (fd < 0)
		return -1;
	fd = own_file_move(fd);
	if (own_file_set(&files->list[files->count], fd)) {
		files->count++;
		return fd;
	}
	/* it would not be known again */
	saved = errno;
	close(fd);
	if ((flags & O_EXCL) != 0)
		unlink(path);
	errno = saved;
	return -1;
}

bool own_files_has(const struct own_files *files, int fd)
{
	const struct own_file *file = find(files, fd);

	if (file != NULL && own_file_is(file))
		return true;
	errno = EBADF;
	return false;
}

int own_files_close(struct own_files *files, int fd)
{
	for (int i = 0; i < files->count; i++) {
		if (files->list[i].fd != fd)
			continue;
		own_file_close(&files->list[i]);
		files->list[i] = files->list[--files->count];
	}
	return 0;
}
