#ifndef TESTS_READ_FD_H
#define TESTS_READ_FD_H

#include <errno.h>
#include <unistd.h>

#include "base/err.h"

/* Folded text of a file descriptor: folded_read(read_fd, &fd, ...). */
static inline bool read_fd(void *from, char *bytes, size_t size, size_t *len, struct err *err)
{
	const int *fd = from;
	ssize_t got;

	do
		got = read(*fd, bytes, size);
	while (got < 0 && errno == EINTR); /* by libFuzzer's alarm */
	if (got < 0)
		return err_set_errno(err, errno, "cannot read");
	*len = (size_t)got;
	return true;
}

#endif /* TESTS_READ_FD_H */
