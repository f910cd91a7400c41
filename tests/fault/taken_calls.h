#ifndef TESTS_FAULT_TAKEN_CALLS_H
#define TESTS_FAULT_TAKEN_CALLS_H

#include <errno.h>
#include <sys/syscall.h>

/* The system calls that are made to fail, and how. */
static const struct {
	int number, error;
} taken[] = {
	{ SYS_read, EIO },
	{ SYS_pread64, EIO },
	{ SYS_write, ENOSPC },
	{ SYS_pwrite64, ENOSPC },
	{ SYS_writev, ENOSPC },
	{ SYS_openat, EMFILE },
	{ SYS_close, EIO },
	{ SYS_fstat, EIO },
	{ SYS_newfstatat, EIO },
	{ SYS_lseek, EIO },
	{ SYS_ftruncate, EIO },
	{ SYS_fsync, EIO },
	{ SYS_fdatasync, EIO },
	{ SYS_renameat, EIO },
	{ SYS_renameat2, EIO },
	{ SYS_linkat, EIO },
	{ SYS_unlinkat, EIO },
	{ SYS_mmap, ENOMEM },
#ifdef SYS_open
	{ SYS_open, EMFILE },
	{ SYS_rename, EIO },
	{ SYS_unlink, EIO },
#endif
};

#endif /* TESTS_FAULT_TAKEN_CALLS_H */
