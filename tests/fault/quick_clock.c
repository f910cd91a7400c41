/*
 * LD_PRELOAD: a clock that advances by most of a second with each reading, and not
 * otherwise, so that delayed output is shown at once, and at the same place
 * however busy the machine is.
 */
#define _GNU_SOURCE /* syscall */
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
	static atomic_long looks;
	long ms;

	if (clock != CLOCK_MONOTONIC)
		return (int)syscall(SYS_clock_gettime, clock, now);
	ms = 700 * ++looks;
	now->tv_sec = 1000 + ms / 1000;
	now->tv_nsec = ms % 1000 * 1000000;
	return 0;
}
