#include "capture/start/sqlite_hooks.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/types.h>
#include <unistd.h>

#include <sqlite3.h>

#include "capture/start/library.h"

/*
 * The system calls by which SQLite, the copy in this library, uses its files: own_files.h says
 * why they are not the system's own. Only the worker calls them.
 */
static bool has(int fd)
{
	return own_files_has(&library.recorder.files, fd);
}

static int on_open(const char *path, int flags, int mode)
{
	return own_files_open(&library.recorder.files, path, flags, (mode_t)mode);
}

static int on_close(int fd)
{
	return own_files_close(&library.recorder.files, fd);
}

static ssize_t on_read(int fd, void *bytes, size_t size)
{
	return has(fd) ? read(fd, bytes, size) : -1;
}

static ssize_t on_pread(int fd, void *bytes, size_t size, off_t offset)
{
	return has(fd) ? pread(fd, bytes, size, offset) : -1;
}

static ssize_t on_write(int fd, const void *bytes, size_t size)
{
	return has(fd) ? write(fd, bytes, size) : -1;
}

static ssize_t on_pwrite(int fd, const void *bytes, size_t size, off_t offset)
{
	return has(fd) ? pwrite(fd, bytes, size, offset) : -1;
}

static int on_ftruncate(int fd, off_t size)
{
	return has(fd) ? ftruncate(fd, size) : -1;
}

static void set_all(void)
{
	_Static_assert(sizeof(off_t) == 8, "pread() and pread64() are the same");
	static const struct {
		const char *name;
		sqlite3_syscall_ptr call;
	} calls[] = {
		{ "open", (sqlite3_syscall_ptr)on_open },
		{ "close", (sqlite3_syscall_ptr)on_close },
		{ "read", (sqlite3_syscall_ptr)on_read },
		{ "pread", (sqlite3_syscall_ptr)on_pread },
		{ "pread64", (sqlite3_syscall_ptr)on_pread },
		{ "write", (sqlite3_syscall_ptr)on_write },
		{ "pwrite", (sqlite3_syscall_ptr)on_pwrite },
		{ "pwrite64", (sqlite3_syscall_ptr)on_pwrite },
		{ "ftruncate", (sqlite3_syscall_ptr)on_ftruncate },
	};
	sqlite3_vfs *vfs;

	/* of one thread, and without sums of its memory, which cost it locks */
	(void)sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
	(void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	vfs = sqlite3_vfs_find(NULL);
	for (size_t i = 0; vfs != NULL && i < ARRAY_SIZE(calls); i++)
		(void)vfs->xSetSystemCall(vfs, calls[i].name, calls[i].call);
}

void sqlite_hooks_set(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, set_all);
}
