#ifndef TESTS_FAULT_SERVER_H
#define TESTS_FAULT_SERVER_H

/*
 * For libraries that are preloaded, with the descriptor of a socket in FAULT_SERVER: for each
 * number that is read from it the program is started again, by fork() before main(); its status as
 * of waitpid() and the number of its calls are written there. Loading the libraries takes longer
 * than most programs run.
 */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int fault_report_fd = -1;

/* Returns in each child, with its number; the parent ends when nobody asks any more. */
static inline unsigned long fault_serve(int socket)
{
	unsigned long at, result[2]; /* status, calls */
	int status = 0, fds[2];

	while (read(socket, &at, sizeof(at)) == (ssize_t)sizeof(at)) {
		pid_t child = pipe(fds) == 0 ? fork() : -1;

		if (child == 0) {
			close(socket);
			close(fds[0]);
			fault_report_fd = fds[1];
			alarm(60);
			return at;
		}
		close(fds[1]);
		if (child < 0 || waitpid(child, &status, 0) != child)
			_exit(98);
		result[0] = (unsigned)status;
		if (read(fds[0], &result[1], sizeof(result[1])) < (ssize_t)sizeof(result[1]))
			result[1] = 0; /* it was killed */
		close(fds[0]);
		if (write(socket, result, sizeof(result)) < 0)
			_exit(98);
	}
	_exit(0);
}

/* For a destructor. */
static inline void fault_report(unsigned long calls)
{
	if (fault_report_fd >= 0 && write(fault_report_fd, &calls, sizeof(calls)) < 0)
		_exit(99);
}

#endif /* TESTS_FAULT_SERVER_H */
