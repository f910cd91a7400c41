/*
 * LD_PRELOAD: the time of day jumps by CLOCK_JUMP seconds, forwards or backwards, some 400 ms after
 * the program's first look at it. CLOCK_MONOTONIC does not; with CLOCK_STEP it advances by so many
 * nanoseconds at a time, it is CLOCK_SLEPT seconds behind for the first 400 ms, and CLOCK_AHEAD
 * seconds ahead. CLOCK_SOURCE: a file to be read as the name of the kernel's clock.
 */
#define _GNU_SOURCE /* syscall */
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define MILLISECOND 1000000L

static long monotonic_ms(void)
{
	struct timespec now;

	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / MILLISECOND;
}

static bool is_late(void)
{
	static atomic_long first_ms;
	long now = monotonic_ms(), none = 0;

	atomic_compare_exchange_strong(&first_ms, &none, now);
	return now - atomic_load(&first_ms) > 400;
}

static long seconds(const char *variable)
{
	const char *text = getenv(variable);

	return text != NULL ? strtol(text, NULL, 10) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
	int result = (int)syscall(SYS_clock_gettime, clock, now);
	const char *step = getenv("CLOCK_STEP");

	if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
		now->tv_sec += is_late() ? seconds("CLOCK_JUMP") : 0;
	else if (result == 0 && clock == CLOCK_MONOTONIC && !is_late())
		now->tv_sec -= seconds("CLOCK_SLEPT");
	if (result == 0 && clock == CLOCK_MONOTONIC)
		now->tv_sec += seconds("CLOCK_AHEAD");
	if (result == 0 && clock == CLOCK_MONOTONIC && step != NULL)
		now->tv_nsec -= now->tv_nsec % strtol(step, NULL, 10);
	return result;
}

int open(const char *path, int flags, ...)
{
	static const char name[] = "/current_clocksource";
	const char *source = getenv("CLOCK_SOURCE"), *end = strrchr(path, '/');
	mode_t mode = 0;

	if ((flags & O_CREAT) != 0) {
		va_list arguments;

		va_start(arguments, flags);
		mode = va_arg(arguments, mode_t);
		va_end(arguments);
	}
	if (source != NULL && end != NULL && strcmp(end, name) == 0)
		path = source;
	return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
	struct timespec precise;

	(void)zone;
	clock_gettime(CLOCK_REALTIME, &precise);
	now->tv_sec = precise.tv_sec;
	now->tv_usec = precise.tv_nsec / 1000;
	return 0;
}

time_t time(time_t *result)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (result != NULL)
		*result = now.tv_sec;
	return now.tv_sec;
}
