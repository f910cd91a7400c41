/*
 * A program that does what programs do without asking a library: it closes files that it does
 * not know, takes signals within calls of NVTX, has small stacks. It ends with status 0 if
 * nothing disturbed it, and prints the number and total time of its launches.
 *
 *     manners closed|low|errno|signals|cloned|cancelled|thread_ends|at_exit
 *     manners small BYTES [hooks]      on a stack of so many bytes; "hooks": CUDA begins on another
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nvtx3/nvToolsExt.h>

#include "capture/gpuflame.h"
#include "tests/mock/mock.h"
#include "tests/mock/start_cuda.h"

enum { FILES = 64, ROUNDS = 30 };

static _Atomic(uint64_t) total_ops, total_ns;

static void fail(const char *what)
{
	fprintf(stderr, "manners: %s\n", what);
	_exit(1);
}

static void launch(void)
{
	struct mock_record record = { .kind = CUPTI_CONCURRENT_KERNEL, .name = "k", .ns = 5 };

	record.correlation = mock_enter("cudaLaunchKernel");
	mock_exit("cudaLaunchKernel", record.correlation);
	mock_record(&record);
	atomic_fetch_add(&total_ops, 1);
	atomic_fetch_add(&total_ns, record.ns);
}

static void work(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		char name[32];

		snprintf(name, sizeof(name), "range %d", i);
		nvtxRangePushA(name);
		launch();
		nvtxRangePop();
	}
}

/* --- files ------------------------------------------------------------------------- */

static int mine[FILES];

static void open_mine(void)
{
	for (int i = 0; i < FILES; i++) {
		char name[32];

		snprintf(name, sizeof(name), "mine-%d", i);
		mine[i] = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
		if (mine[i] < 0 || write(mine[i], name, sizeof(name)) != sizeof(name))
			fail("cannot write a file of its own");
	}
}

static void check_mine(void)
{
	for (int i = 0; i < FILES; i++) {
		char name[32], got[64];
		struct stat status;

		snprintf(name, sizeof(name), "mine-%d", i);
		if (fstat(mine[i], &status) != 0)
			fail("a file of its own was closed");
		if (status.st_size != sizeof(name) ||
			pread(mine[i], got, sizeof(got), 0) != sizeof(name) ||
			memcmp(got, name, strlen(name) + 1) != 0)
			fail("a file of its own was written to");
	}
}

static void close_others(void)
{
	for (int fd = 3; fd < 1024; fd++)
		close(fd);
}

/* All files are closed, and their numbers are those of other files then. */
static void play_closed(void)
{
	work();
	gpuflame_flush();
	close_others();
	open_mine();
	for (int i = 0; i < 4; i++) {
		work();
		gpuflame_flush();
		check_mine();
	}
	/* a number for whatever the library opens is taken again */
	for (int i = 0; i < FILES; i++)
		close(mine[i]);
	close_others();
	open_mine();
	for (int fd = 900; fd < 940; fd++)
		dup2(mine[0], fd);
	work();
	gpuflame_flush();
	check_mine();
	usleep(300000);
	check_mine();
}

/* Files that the library keeps open have high numbers: low ones are given to the program next. */
static void play_low(void)
{
	int fds[4];

	work();
	gpuflame_flush();
	for (int i = 0; i < 4; i++) {
		fds[i] = open("/dev/null", O_RDONLY);
		if (fds[i] != 3 + i)
			fail("a low number is taken");
	}
	work();
	gpuflame_flush();
	for (int i = 0; i < 4; i++)
		close(fds[i]);
}

/* --- errno ------------------------------------------------------------------------- */

static void check_errno(const char *after)
{
	if (errno != 4711)
		fail(after);
}

static void play_errno(void)
{
	nvtxDomainHandle_t domain = nvtxDomainCreateA("domain");
	nvtxEventAttributes_t event = { 0 };
	char *name = malloc(5000);

	if (name == NULL)
		fail("no memory");
	event.version = NVTX_VERSION;
	event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	event.messageType = NVTX_MESSAGE_TYPE_ASCII;
	event.message.ascii = "event";
	for (int i = 0; i < 1000; i++) {
		nvtxRangeId_t id;

		memset(name, 'a' + i % 26, 5000);
		snprintf(name + 4000, 1000, "%d", i);
		errno = 4711;
		nvtxRangePushA(name);
		check_errno("push changes errno");
		nvtxDomainRangePushEx(domain, &event);
		check_errno("a push of a domain changes errno");
		nvtxRangePushA("short");
		id = nvtxRangeStartA(name + 3900);
		check_errno("start changes errno");
		launch();
		check_errno("a launch changes errno");
		nvtxMarkA(name + 3900);
		check_errno("a mark changes errno");
		nvtxRangeEnd(id);
		check_errno("end changes errno");
		nvtxRangePop();
		nvtxDomainRangePop(domain);
		if (i % 2 == 0)
			nvtxRangePop();
		check_errno("pop changes errno");
		nvtxDomainRegisterStringA(domain, name + 3900);
		check_errno("registering a string changes errno");
		if (i % 200 == 0)
			gpuflame_flush();
		check_errno("a flush changes errno");
	}
	free(name);
}

static void *enter_with_errno(UNUSED void *unused)
{
	errno = 4711;
	nvtxRangePushA("first of a thread");
	check_errno("the first push of a thread changes errno");
	launch();
	check_errno("the first launch of a thread changes errno");
	nvtxRangePop();
	check_errno("pop changes errno");
	return NULL;
}

/* --- stacks ------------------------------------------------------------------------ */

static void *use_everything(UNUSED void *unused)
{
	nvtxDomainHandle_t domain = nvtxDomainCreateA("of a small thread");
	nvtxRangeId_t id;

	nvtxRangePushA("range 1 of a small thread");
	nvtxRangePushA("inner");
	id = nvtxRangeStartA("started");
	launch();
	nvtxMarkA("mark");
	nvtxRangeEnd(id);
	nvtxNameOsThreadA((uint32_t)gettid(), "small");
	nvtxDomainRegisterStringA(domain, "registered");
	nvtxRangePop();
	nvtxRangePop();
	gpuflame_flush();
	return NULL;
}

static void *start_and_use(void *unused)
{
	start_cuda();
	return use_everything(unused);
}

static void run_thread(size_t stack, void *(*run)(void *))
{
	pthread_attr_t attributes;
	pthread_t thread;

	pthread_attr_init(&attributes);
	if (stack > 0 && pthread_attr_setstacksize(&attributes, stack) != 0)
		fail("the stack is too small for a thread");
	if (pthread_create(&thread, &attributes, run, NULL) != 0)
		fail("cannot start a thread");
	pthread_join(thread, NULL);
	pthread_attr_destroy(&attributes);
}

/* --- signals ----------------------------------------------------------------------- */

static _Atomic(unsigned) signals;

static void on_signal(UNUSED int number)
{
	int saved = errno;

	nvtxRangePushA("within a handler");
	nvtxRangePop();
	atomic_fetch_add(&signals, 1);
	errno = saved;
}

/* New names, which take the slow path, and old ones, interrupted everywhere. */
static void play_signals(void)
{
	const struct itimerval often = { { 0, 50 }, { 0, 50 } }, never = { { 0, 0 }, { 0, 0 } };
	const struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };

	/* NVTX's own headers would wait for themselves if the handler interrupted their set-up */
	nvtxRangePushA("old");
	nvtxRangePop();
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	for (int i = 0; i < 200000; i++) {
		char name[64];

		snprintf(name, sizeof(name), "x%c%c%c%c", 'a' + i % 26, 'a' + i / 26 % 26,
			'a' + i / 676 % 26, 'a' + i / 17576 % 26);
		nvtxRangePushA(i % 2 ? name : "old");
		if (i % 16 == 0)
			launch();
		nvtxRangePop();
	}
	setitimer(ITIMER_REAL, &never, NULL);
	if (atomic_load(&signals) == 0)
		fail("there were no signals");
}

/* --- ends -------------------------------------------------------------------------- */

/* A process made by the system call alone: no handler of pthread_atfork() runs. */
static void play_cloned(void)
{
	int status;
	pid_t child;

	work();
	child = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
	if (child == 0)
		exit(0); /* NOLINT(concurrency-mt-unsafe) */
	if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
		fail("the child did not end well");
	work();
}

static void *flush_for_ever(void *unused)
{
	for (;;) {
		gpuflame_flush();
		pthread_testcancel();
	}
	return unused;
}

/* Threads that are cancelled as they wait for the library. */
static void play_cancelled(void)
{
	for (int i = 0; i < 50; i++) {
		pthread_t thread;

		pthread_create(&thread, NULL, flush_for_ever, NULL);
		usleep((useconds_t)(i * 100));
		pthread_cancel(thread);
		pthread_join(thread, NULL);
		work();
	}
	gpuflame_flush();
}

static pthread_key_t late_key;

/* As of a library whose thread ends after ours: it comes back until the last round. */
static void on_thread_end(void *rounds)
{
	uintptr_t left = (uintptr_t)rounds;

	nvtxRangePushA("at a thread's end");
	launch();
	nvtxRangePop();
	if (left > 1)
		pthread_setspecific(late_key, (void *)(left - 1));
}

static void *end_late(void *unused)
{
	nvtxRangePushA("thread");
	launch();
	nvtxRangePop();
	pthread_setspecific(late_key, (void *)(uintptr_t)3);
	return unused;
}

static void play_thread_ends(void)
{
	if (pthread_key_create(&late_key, on_thread_end) != 0)
		fail("no key");
	for (int i = 0; i < 300; i++)
		run_thread(0, end_late);
}

static void print_launches(void)
{
	printf("%llu %llu\n", (unsigned long long)atomic_load(&total_ops),
		(unsigned long long)atomic_load(&total_ns));
	fflush(stdout);
}

static void at_program_end(void)
{
	work();
	gpuflame_flush();
	print_launches();
}

static int play_at_exit(void)
{
	work();
	return atexit(at_program_end);
}

static void play_errno_twice(void)
{
	play_errno();
	run_thread(0, enter_with_errno);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *how;
		void (*play)(void);
	} plays[] = {
		{ "closed", play_closed },
		{ "low", play_low },
		{ "errno", play_errno_twice },
		{ "signals", play_signals },
		{ "cloned", play_cloned },
		{ "cancelled", play_cancelled },
		{ "thread_ends", play_thread_ends },
	};
	const char *how = argc > 1 ? argv[1] : "";
	bool is_known = false;

	if (strcmp(how, "small") == 0 && argc > 2) {
		size_t stack = strtoul(argv[2], NULL, 10);

		if (argc > 3)
			start_cuda();
		else
			run_thread(stack, start_and_use);
		run_thread(stack, use_everything);
		print_launches();
		return 0;
	}
	start_cuda();
	if (strcmp(how, "at_exit") == 0)
		return play_at_exit();
	for (size_t i = 0; i < sizeof(plays) / sizeof(plays[0]); i++) {
		if (strcmp(plays[i].how, how) != 0)
			continue;
		is_known = true;
		plays[i].play();
	}
	print_launches();
	return is_known ? 0 : 2;
}
