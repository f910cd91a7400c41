#define _GNU_SOURCE /* dladdr */
#include "capture/start/library.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/platform.h"
#include "capture/clock.h"
#include "capture/device/cupti_abi.h"
#include "capture/device/subscribe.h"
#include "capture/write/capture_db.h"
#include "capture/write/sources.h"
#include "capture/write/worker.h"

enum {
	MOST_EXIT_HANDLERS = 2,         /* a program may create contexts repeatedly */
	MOST_COMMAND_LINE = 128 * 1024, /* the longest argument that Linux allows */
};

struct library library;

static void turn_off(void)
{
	atomic_store(&library.recorder.epoch, 0);
}

/* --- fork -------------------------------------------------------------------------------- */

/*
 * A process that has used NVTX, and not CUDA, may fork children that use CUDA: as long as
 * there is no worker, and no thread was within the library, they have all that is needed.
 */
static void before_fork(void)
{
	if (!atomic_load(&library.has_begun) && program_lock(&library.program))
		atomic_store(&library.forks, (uintptr_t)pthread_self());
}

/* Whether this thread had taken the locks for its fork; they are given back. */
static bool unlock_after_fork(void)
{
	if (atomic_load(&library.forks) != (uintptr_t)pthread_self())
		return false;
	atomic_store(&library.forks, 0);
	program_unlock(&library.program);
	return true;
}

static void in_parent(void)
{
	(void)unlock_after_fork();
}

static void in_forked_child(void)
{
	if (unlock_after_fork() && !atomic_load(&library.has_begun)) {
		recorder_forked(&library.recorder);
		threads_forked(&library.program.threads);
		return;
	}
	atomic_store(&library.recorder.is_forked, true);
	atomic_store(&library.recorder.is_idle, false);
	listener_forked(&library.listener);
	turn_off();
}

/* --- preparing --------------------------------------------------------------------------- */

static bool is_same_file(const char *a, const char *b)
{
	struct stat left, right;

	return stat(a, &left) == 0 && stat(b, &right) == 0 && left.st_dev == right.st_dev &&
	       left.st_ino == right.st_ino;
}

/* Whether a variable names this library: by path, or as the loader searches for it. */
static bool is_self(const char *value)
{
	if (strchr(value, '/') != NULL)
		return is_same_file(value, library.self_path);
	return strcmp(value, strrchr(library.self_path, '/') + 1) == 0;
}

/*
 * Both variables should name this library, whichever loaded it: ranges before
 * cuInit() arrive only by NVTX's. One with another value belongs to another
 * profiler.
 */
static bool claim_variable(const char *name)
{
	/* within the first call into CUDA or NVTX: as early as possible */
	const char *value = getenv(name); /* NOLINT(concurrency-mt-unsafe) */

	if (value == NULL || value[0] == '\0') {
		setenv(name, library.self_path, 1); /* NOLINT(concurrency-mt-unsafe) */
		return true;
	}
	if (is_self(value))
		return true;
	recorder_fail(&library.recorder,
		"another profiler is attached (%s='%s'): this process is not captured", name,
		value);
	return false;
}

static bool find_self(void)
{
	Dl_info info;

	if (dladdr(&library, &info) == 0 || info.dli_fname == NULL)
		return false;
	library.self_path = realpath(info.dli_fname, NULL);
	return library.self_path != NULL;
}

/* Whether this is one of the programs that the pattern names. */
static bool is_wanted(const struct config *config)
{
	char *line;
	bool wanted;

	if (config->command == NULL)
		return true;
	line = malloc(MOST_COMMAND_LINE);
	if (line == NULL)
		return false;
	platform_command_line(line, MOST_COMMAND_LINE);
	wanted = config_wants_command(config, line);
	free(line);
	return wanted;
}

static void prepare(void)
{
	struct recorder *recorder = &library.recorder;
	struct err err = { 0 };

	/* its caller chose the environment, which names libraries and files, and is not trusted */
	if (getauxval(AT_SECURE) != 0)
		return;
	recorder_init(recorder);
	job_read(&recorder->job, config_getenv, NULL);
	job_keep(&recorder->job);
	recorder->directory = getcwd(NULL, 0);
	if (!config_read(&recorder->config, config_getenv, NULL, &err)) {
		recorder_fail(&library.recorder, "%s: this process is not captured", err.msg);
		return;
	}
	if (!is_wanted(&recorder->config))
		return;
	if (!find_self() || !claim_variable(CONFIG_CUDA_INJECTION) ||
		!claim_variable(CONFIG_NVTX_INJECTION))
		return;
	if (!program_init(&library.program, recorder, &err) ||
		pthread_atfork(before_fork, in_parent, in_forked_child) != 0) {
		recorder_fail(&library.recorder, "memory ran out: this process is not captured");
		return;
	}
	library.is_ready = true;
	if (recorder->config.start_later)
		atomic_store(&recorder->is_idle, true);
	else
		atomic_store(&recorder->epoch, 1);
}

bool library_prepare(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	if (recorder_is_forked(&library.recorder))
		return false;
	pthread_once(&once, prepare);
	return library.is_ready &&
	       (!recorder_is_off(&library.recorder) || recorder_is_idle(&library.recorder));
}

/* --- what CUPTI and the system call ------------------------------------------------------ */

static void on_request(uint8_t **buffer, size_t *size, size_t *max_records)
{
	*max_records = 0;
	buffers_request(&library.gpu.buffers, buffer, size);
}

static void on_complete(
	void *context, uint32_t stream, uint8_t *data, UNUSED size_t size, size_t valid)
{
	buffers_complete(&library.gpu.buffers, context, stream, data, valid);
}

static void on_enter_frames(struct thread *thread)
{
	python_frames_enter(&library.frames, thread);
}

static void at_exit(void)
{
	struct recorder *recorder = &library.recorder;
	bool is_writing;

	if (recorder_is_forked(recorder) || recorder_end(recorder))
		return;
	is_writing = atomic_load(&recorder->is_writing);
	/* if it is off already, its file is finished, or being written */
	if (atomic_exchange(&recorder->epoch, 0) == 0 && !is_writing)
		return;
	recorder_fail(recorder, "%s does not answer: the capture ends with its last %s",
		is_writing ? "the disk" : "CUPTI", is_writing ? "write" : "flush");
}

/* CUDA has registered its exit handlers: ours, which needs CUDA, must be registered later. */
static void on_cuda_up(void)
{
	/* the last one registered runs first; the others then have nothing to do */
	if (atomic_fetch_add(&library.exit_handlers, 1) < MOST_EXIT_HANDLERS)
		atexit(at_exit);
}

/* --- starting ---------------------------------------------------------------------------- */

static bool start_cupti(struct gpu *gpu, struct err *err)
{
	if ((gpu->cupti.handle == NULL &&
		    !cupti_load(&gpu->cupti, gpu->recorder->config.cupti, err)) ||
		!gpu_start(gpu, err))
		return false;
	device_clock_measure(&gpu->clock, &gpu->cupti, true);
	return true;
}

static void start_window(void)
{
	window_start(&library.program.window, gpu_record, &library.gpu,
		library.gpu.cupti.version < CUPTI_VERSION_LATE_GRAPHS);
}

/* Capture from now on, for the first time or once more. */
static bool begin(struct err *err)
{
	static uint32_t epochs = 1; /* of the worker */
	struct recorder *recorder = &library.recorder;

	recorder->begun_ns = recorder->young_ns = clock_ns();
	if (!start_cupti(&library.gpu, err)) {
		gpu_leave(&library.gpu);
		return false;
	}
	/* CUDA runs, perhaps */
	on_cuda_up();
	window_reset(&library.program.window);
	atomic_store(&recorder->epoch, ++epochs);
	start_window();
	return true;
}

static bool start_worker(struct err *err)
{
	struct recorder *recorder = &library.recorder;
	const struct sources from = {
		.recorder = recorder,
		.program = &library.program,
		.gpu = &library.gpu,
		.listener = &library.listener,
		.begin = begin,
	};

	recorder->young_ns = clock_ns();
	if (!worker_start(&from, err))
		return false;
	atexit(at_exit);
	return true;
}

static void start(void)
{
	struct recorder *recorder = &library.recorder;
	struct gpu *gpu = &library.gpu;
	struct err err = { 0 };

	atomic_store(&library.has_begun, true);
	capture_db_set_up();
	gpu->recorder = recorder;
	gpu->threads = &library.program.threads;
	gpu->hooks = (struct gpu_hooks){
		.request = on_request,
		.complete = on_complete,
		.cuda_is_up = on_cuda_up,
		.enter_frames = on_enter_frames,
	};
	if ((!recorder->config.start_later && !start_cupti(gpu, &err)) || !start_worker(&err)) {
		gpu_leave(gpu);
		turn_off();
		recorder_fail(recorder, "%s: this process is not captured", err.msg);
		return;
	}
	recorder_report(recorder, &(const struct status){ .kind = STATUS_CUDA, .text = "-" });
	if (!recorder->config.start_later)
		start_window();
}

void library_start(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	if (library_prepare())
		pthread_once(&once, start);
}
