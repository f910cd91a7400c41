#define _GNU_SOURCE /* dladdr */
#include "capture/recorder.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "capture/device/activity.h"
#include "capture/write/capture_file.h"
#include "capture/device/cupti_abi.h"
#include "capture/write/worker.h"

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int InitializeInjection(void);

struct recorder recorder = { .is_off = true };

bool recorder_is_forked(void)
{
	return atomic_load_explicit(&recorder.is_forked, memory_order_relaxed);
}

/* Not stdio: the program may hold its lock. A pipe that nobody reads must not end it. */
static void say(const char *line, size_t len)
{
	const struct timespec no_time = { 0 };
	sigset_t broken_pipe, pending, before;
	int saved = errno;

	sigemptyset(&broken_pipe);
	sigaddset(&broken_pipe, SIGPIPE);
	sigpending(&pending);
	pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
	if (write(STDERR_FILENO, line, len) < 0 && errno == EPIPE &&
		!sigismember(&pending, SIGPIPE))
		(void)sigtimedwait(&broken_pipe, NULL, &no_time);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = saved;
}

void recorder_fail(const char *fmt, ...)
{
	struct err err = { 0 };
	char line[sizeof(err.msg) + 16];
	va_list args;
	int len;

	if (atomic_exchange(&recorder.has_told, true))
		return;
	va_start(args, fmt);
	vsnprintf(err.msg, sizeof(err.msg), fmt, args);
	va_end(args);
	err_defang(err.msg);
	len = snprintf(line, sizeof(line), "gpuflame: %s\n", err.msg);
	if (len > 0)
		say(line, (size_t)len);
	capture_file_say(STATUS_FAIL, err.msg, NULL);
}

/* --- setting up ------------------------------------------------------------------------ */

static void turn_off(void)
{
	atomic_store(&recorder.is_off, true);
}

static void in_forked_child(void)
{
	atomic_store(&recorder.is_forked, true);
	turn_off();
}

static bool is_same_file(const char *a, const char *b)
{
	struct stat left, right;

	return stat(a, &left) == 0 && stat(b, &right) == 0 && left.st_dev == right.st_dev &&
	       left.st_ino == right.st_ino;
}

/* Whether a variable names this library: by a path, or as the loader looks for it. */
static bool is_self(const char *value)
{
	int (*initialize)(void);
	void *library;

	if (strchr(value, '/') != NULL)
		return is_same_file(value, recorder.self_path);
	library = dlopen(value, RTLD_LAZY | RTLD_NOLOAD);
	if (library == NULL)
		return false;
	*(void **)&initialize = dlsym(library, "InitializeInjection");
	dlclose(library);
	return initialize == InitializeInjection;
}

/*
 * Both variables are to lead here, whichever brought us: ranges before cuInit()
 * come by NVTX's alone. One that leads elsewhere is another profiler's.
 */
static bool claim_variable(const char *name)
{
	/* within the first call into CUDA or NVTX: as early as can be */
	const char *value = getenv(name); /* NOLINT(concurrency-mt-unsafe) */

	if (value == NULL || value[0] == '\0') {
		setenv(name, recorder.self_path, 1); /* NOLINT(concurrency-mt-unsafe) */
		return true;
	}
	if (is_self(value))
		return true;
	recorder_fail("another profiler is attached (%s='%s'): this process is not captured", name,
		value);
	return false;
}

static bool find_self(void)
{
	Dl_info info;

	if (dladdr(&recorder, &info) == 0 || info.dli_fname == NULL)
		return false;
	recorder.self_path = realpath(info.dli_fname, NULL);
	return recorder.self_path != NULL;
}

static void read_clocks(void)
{
	struct timespec now;

	recorder.start_ns = clock_ns();
	clock_gettime(CLOCK_REALTIME, &now);
	recorder.epoch_ns = now.tv_sec * INT64_C(1000000000) + now.tv_nsec - recorder.start_ns;
}

static void init_locks(void)
{
	pthread_condattr_t monotonic;

	recorder.buffers_lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	recorder.worker_lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&recorder.worker_wake, &monotonic);
	pthread_cond_init(&recorder.worker_done, &monotonic);
	pthread_condattr_destroy(&monotonic);
}

static void prepare(void)
{
	const char *rank = config_rank(config_getenv, NULL);
	struct err err = { 0 };

	read_clocks();
	ticks_init(&recorder.ticks);
	init_locks();
	if (rank != NULL)
		recorder.rank = strdup(rank);
	recorder.directory = getcwd(NULL, 0);
	if (!config_read(&recorder.config, config_getenv, NULL, &err)) {
		recorder_fail("%s: this process is not captured", err.msg);
		return;
	}
	if (!find_self() || !claim_variable(CONFIG_CUDA_INJECTION) ||
		!claim_variable(CONFIG_NVTX_INJECTION))
		return;
	if (!stacks_init(&recorder.stacks, (uint32_t)recorder.config.max_nodes, &err) ||
		!threads_init(&recorder.threads) || !nvtx_init(&recorder.nvtx) ||
		pthread_atfork(NULL, NULL, in_forked_child) != 0) {
		recorder_fail("memory ran out: this process is not captured");
		return;
	}
	spans_init(&recorder.spans);
	window_init(&recorder.window);
	recorder.is_ready = true;
	atomic_store(&recorder.is_off, false);
}

bool recorder_prepare(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	if (recorder_is_forked())
		return false;
	pthread_once(&once, prepare);
	return recorder.is_ready && !atomic_load(&recorder.is_off);
}

/* Where CUPTI has no clock of ours, its own is told apart by what it says now. */
static void set_device_origin(void)
{
	int64_t least = INT64_MAX;

	recorder.device_origin_ns = recorder.start_ns;
	if (recorder.cupti.register_clock != NULL)
		return;
	/* of three readings the one in which least happened: this thread may be stopped in one */
	for (int i = 0; i < 3; i++) {
		int64_t before = clock_ns(), after;
		uint64_t now = 0;

		if (recorder.cupti.get_timestamp(&now) != CUPTI_OK)
			return;
		after = clock_ns();
		if (after - before >= least)
			continue;
		least = after - before;
		recorder.device_origin_ns = (int64_t)now - (after - recorder.start_ns);
	}
}

static bool start_cupti(struct err *err)
{
	if (!cupti_load(&recorder.cupti, recorder.config.cupti, err) ||
		!launches_start(&recorder.launches, err))
		return false;
	set_device_origin();
	return true;
}

static void start(void)
{
	struct err err = { 0 };

	if ((recorder.config.cuda && !start_cupti(&err)) || !worker_start(&err)) {
		launches_stop();
		turn_off();
		recorder_fail("%s: this process is not captured", err.msg);
		return;
	}
	window_start(&recorder.window);
}

bool recorder_start(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	if (!recorder_prepare())
		return false;
	pthread_once(&once, start);
	return !atomic_load(&recorder.is_off);
}

/* CUDA calls this from cuInit(). It is told that all is well in any case: it must not fail. */
EXPORTED int InitializeInjection(void)
{
	/*
	 * CUDA begins in a child of a process that had NVTX's ranges and no CUDA. Not
	 * even its locks are ours, but nobody should look for its capture in vain.
	 */
	if (recorder_is_forked() && recorder.is_ready && recorder.config.cuda)
		recorder_fail(
			"a process that was forked, and not started by exec, uses CUDA: it is "
			"not captured (Python's multiprocessing: use spawn)");
	if (recorder_prepare() && recorder.config.cuda)
		recorder_start();
	return 1;
}
