#define _GNU_SOURCE /* cpu_set_t */
#include "capture/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "capture/clock.h"

#define SECOND INT64_C(1000000000)

/* At its end the program waits for a worker that makes progress, and this long for one that does
 * not. */
enum { PATIENCE_SECONDS = 10 };

static void init_locks(struct recorder *recorder)
{
	pthread_condattr_t monotonic;

	recorder->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&recorder->wake, &monotonic);
	pthread_cond_init(&recorder->done, &monotonic);
	pthread_condattr_destroy(&monotonic);
}

void recorder_init(struct recorder *recorder)
{
	struct timespec now;

	recorder->start_ns = recorder->begun_ns = clock_ns();
	clock_gettime(CLOCK_REALTIME, &now);
	recorder->epoch_ns = now.tv_sec * SECOND + now.tv_nsec - recorder->start_ns;
	init_locks(recorder);
}

void recorder_forked(struct recorder *recorder)
{
	init_locks(recorder);
	atomic_store(&recorder->has_failed, false);
}

/*
 * A thread must not be cancelled as it waits or writes here: the locks that it holds would stay
 * taken. Returns the state to restore.
 */
static int put_off_cancel(void)
{
	int before = PTHREAD_CANCEL_ENABLE;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
	return before;
}

/* --- messages ---------------------------------------------------------------------------- */

/* Not stdio: the program may hold its lock. A broken pipe must not end the program. */
static void write_stderr(const char *line, size_t len)
{
	const struct timespec no_time = { 0 };
	sigset_t broken_pipe, pending, before;
	int saved = errno, cancel = put_off_cancel();

	sigemptyset(&broken_pipe);
	sigaddset(&broken_pipe, SIGPIPE);
	sigpending(&pending);
	pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
	if (write(STDERR_FILENO, line, len) < 0 && errno == EPIPE &&
		!sigismember(&pending, SIGPIPE))
		(void)sigtimedwait(&broken_pipe, NULL, &no_time);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
}

/* The line that was printed. */
static struct err print_line(const char *fmt, va_list args)
{
	struct err err = { 0 };
	char line[sizeof(err.msg) + 16];
	int len;

	vsnprintf(err.msg, sizeof(err.msg), fmt, args);
	err_defang(err.msg);
	len = snprintf(line, sizeof(line), "gpuflame: %s\n", err.msg);
	if (len > 0)
		write_stderr(line, (size_t)len);
	return err;
}

static void report(
	const struct recorder *recorder, enum status_kind kind, const char *fmt, va_list args)
{
	struct err err = print_line(fmt, args);

	recorder_report(recorder, &(const struct status){ .kind = kind, .text = err.msg });
}

void recorder_say(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	(void)print_line(fmt, args);
	va_end(args);
}

void recorder_fail(struct recorder *recorder, const char *fmt, ...)
{
	va_list args;

	if (atomic_exchange(&recorder->has_failed, true))
		return;
	va_start(args, fmt);
	report(recorder, STATUS_FAIL, fmt, args);
	va_end(args);
}

void recorder_note(const struct recorder *recorder, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	report(recorder, STATUS_NOTE, fmt, args);
	va_end(args);
}

/* The file must exist, or nobody reads it any more: none is created, and links are not followed. */
static int open_status(const struct recorder *recorder)
{
	/* if config_read() failed, the configuration is empty */
	const char *path = recorder->config.status != NULL ? recorder->config.status
							   : config_getenv(NULL, CONFIG_STATUS);

	if (path == NULL || path[0] == '\0')
		return -1;
	return open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
}

void recorder_report(const struct recorder *recorder, const struct status *status)
{
	struct status filled = *status;
	char line[STATUS_LINE_SIZE];
	int fd, saved = errno, cancel = put_off_cancel();
	size_t len;

	fd = open_status(recorder);
	filled.pid = getpid();
	filled.rank = recorder->job.rank != NULL ? recorder->job.rank : "-";
	len = status_format(&filled, line);
	/* A failure here cannot be reported anywhere. */
	if (fd >= 0)
		(void)!write(fd, line, len);
	if (fd >= 0)
		close(fd);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
}

/* --- waking and waiting ------------------------------------------------------------------ */

static struct timespec time_of(int64_t ns)
{
	return (struct timespec){ .tv_sec = ns / SECOND, .tv_nsec = ns % SECOND };
}

/*
 * Not in a copy of the process that the system call made alone, clone() without the C library: it
 * has no worker, and its locks may be taken forever.
 */
static bool is_of_worker(const struct recorder *recorder)
{
	return atomic_load(&recorder->worker_pid) == getpid();
}

bool recorder_has_worker(struct recorder *recorder)
{
	bool has_worker;

	if (!is_of_worker(recorder))
		return false;
	pthread_mutex_lock(&recorder->lock);
	has_worker = recorder->has_worker && !recorder->has_ended;
	pthread_mutex_unlock(&recorder->lock);
	return has_worker;
}

void recorder_wake(struct recorder *recorder)
{
	pthread_mutex_lock(&recorder->lock);
	recorder->is_woken = true;
	pthread_cond_signal(&recorder->wake);
	pthread_mutex_unlock(&recorder->lock);
}

/* With the lock: wait for the worker to end, or to finish a flush, while it makes progress. */
static bool wait_for_worker(struct recorder *recorder, uint64_t flush)
{
	uint64_t pulse = atomic_load(&recorder->pulse);
	unsigned idle = 0;

	while (!recorder->has_ended && recorder->flushes_done < flush && idle < PATIENCE_SECONDS) {
		struct timespec until = time_of(clock_ns() + SECOND);
		uint64_t now;

		if (pthread_cond_timedwait(&recorder->done, &recorder->lock, &until) == 0)
			continue;
		now = atomic_load(&recorder->pulse);
		idle = now == pulse ? idle + 1 : 0;
		pulse = now;
	}
	return idle < PATIENCE_SECONDS;
}

void recorder_flush(struct recorder *recorder)
{
	int cancel, saved = errno;

	if (!is_of_worker(recorder))
		return;
	cancel = put_off_cancel();
	pthread_mutex_lock(&recorder->lock);
	if (recorder->has_worker && !recorder->has_ended) {
		uint64_t mine = ++recorder->flushes_asked;

		recorder->is_woken = true;
		pthread_cond_signal(&recorder->wake);
		wait_for_worker(recorder, mine);
	}
	pthread_mutex_unlock(&recorder->lock);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
}

bool recorder_end(struct recorder *recorder)
{
	bool done = true;
	int cancel;

	if (!is_of_worker(recorder))
		return true;
	cancel = put_off_cancel();
	pthread_mutex_lock(&recorder->lock);
	if (recorder->has_worker && !recorder->has_ended && !recorder->is_asked_to_end) {
		recorder->is_asked_to_end = true;
		pthread_cond_signal(&recorder->wake);
		done = wait_for_worker(recorder, UINT64_MAX);
	}
	pthread_mutex_unlock(&recorder->lock);
	pthread_setcancelstate(cancel, NULL);
	return done;
}

void recorder_give_way(void)
{
	cpu_set_t all;

	memset(&all, 0xff, sizeof(all)); /* of which the system takes those that the job has */
	(void)sched_setaffinity(0, sizeof(all), &all);
	if (getpriority(PRIO_PROCESS, 0) < 5)
		(void)setpriority(PRIO_PROCESS, 0, 5);
}

void recorder_worker_began(struct recorder *recorder)
{
	atomic_store(&recorder->worker_pid, getpid());
	pthread_mutex_lock(&recorder->lock);
	recorder->has_worker = true;
	pthread_mutex_unlock(&recorder->lock);
}

bool recorder_sleep(struct recorder *recorder, int64_t ns, uint64_t *asked)
{
	struct timespec until = time_of(clock_ns() + ns);
	bool goes_on;

	pthread_mutex_lock(&recorder->lock);
	while (!recorder->is_woken && !recorder->is_asked_to_end) {
		if (pthread_cond_timedwait(&recorder->wake, &recorder->lock, &until) != 0)
			break;
	}
	recorder->is_woken = false;
	*asked = recorder->flushes_asked != recorder->flushes_done ? recorder->flushes_asked : 0;
	goes_on = !recorder->is_asked_to_end;
	pthread_mutex_unlock(&recorder->lock);
	return goes_on;
}

void recorder_flushed(struct recorder *recorder, uint64_t asked)
{
	pthread_mutex_lock(&recorder->lock);
	recorder->flushes_done = asked;
	pthread_cond_broadcast(&recorder->done);
	pthread_mutex_unlock(&recorder->lock);
}

void recorder_worker_ended(struct recorder *recorder)
{
	pthread_mutex_lock(&recorder->lock);
	recorder->has_ended = true;
	recorder->flushes_done = UINT64_MAX;
	pthread_cond_broadcast(&recorder->done);
	pthread_mutex_unlock(&recorder->lock);
}
