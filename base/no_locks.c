#include "base/no_locks.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>

#include <sqlite3.h>

static int on_fcntl(int fd, int command, ...)
{
	struct flock *lock;
	va_list more;
	int result;

	va_start(more, command);
	lock = va_arg(more, struct flock *); /* or a number, for other commands */
	va_end(more);
	result = fcntl(fd, command, lock);
	if (result == 0 || (command != F_SETLK && command != F_GETLK) ||
		(errno != ENOSYS && errno != ENOTSUP && errno != ENOLCK))
		return result;
	lock->l_type = F_UNLCK;
	return 0;
}

void no_locks_allow(void)
{
	sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);

	if (vfs != NULL)
		(void)vfs->xSetSystemCall(vfs, "fcntl", (sqlite3_syscall_ptr)on_fcntl);
}
