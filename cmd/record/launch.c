#define _GNU_SOURCE /* pipe2, execvpe, SI_KERNEL, environ */
#include "cmd/record/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "cmd/record/processes.h"

enum {
	PATIENCE_MS = 2000, /* how long to wait for left-over processes silently */
	LEAVE_MS = 4500,    /* how long left-over processes have to end after a signal */
	GRACE_MS = 1000,    /* how long after the end a signal still counts as its cause */
	STATUS_NOT_RUN = 126,
	STATUS_NOT_FOUND = 127,
	STATUS_SIGNAL = 128,
};

/* Signals that are forwarded; the terminal's own reach the command's process group directly. */
static const int forwarded[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2 };

/* The original signal state, which the command gets. */
struct signals {
	sigset_t mask;
	struct sigaction child, pipe;
	sigset_t waited; /* signals that the loop waits for */
};

struct running {
	const struct launch *launch;
	struct launch_end *end;
	pid_t primary;
	bool primary_ended;
	int ending;       /* the signal that was to end the command; 0: none */
	int64_t leave_ms; /* when left-over processes are given up; 0: they have not had it */
	int64_t ended_ms; /* when, on the monotonic clock */
	bool waits_all;   /* for what the command leaves behind, too */
	bool gave_up;     /* a signal came while waiting for that */
	bool is_reported; /* waiting was reported */
};

static void take_signals(struct signals *signals)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, normal = { .sa_handler = SIG_DFL };

	sigemptyset(&signals->waited);
	sigaddset(&signals->waited, SIGCHLD);
	for (size_t i = 0; i < ARRAY_SIZE(forwarded); i++) {
		struct sigaction action;

		/* what nohup, or a shell for a background job, ignores stays ignored */
		if (sigaction(forwarded[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
			sigaddset(&signals->waited, forwarded[i]);
	}
	pthread_sigmask(SIG_BLOCK, &signals->waited, &signals->mask);
	sigaction(SIGCHLD, &normal, &signals->child);
	sigaction(SIGPIPE, &ignore, &signals->pipe);
}

static void give_signals_back(const struct signals *signals)
{
	sigaction(SIGCHLD, &signals->child, NULL);
	sigaction(SIGPIPE, &signals->pipe, NULL);
	pthread_sigmask(SIG_SETMASK, &signals->mask, NULL);
}

/* In the child: become the command, or send the reason why not. */
static _Noreturn void become(
	const struct launch *launch, const struct signals *signals, int reason_fd)
{
	int reason;
	ssize_t written;

	give_signals_back(signals);
	environ = launch->environment;
	/* exec does not modify the arguments */
	execvp(launch->argv[0], (char *const *)(const void *)launch->argv);
	reason = errno;
	written = write(reason_fd, &reason, sizeof(reason));
	(void)written; /* nobody is left to report to */
	_exit(STATUS_NOT_RUN);
}

static bool fail_to_start(const char *name, int reason, struct launch_end *end, struct err *err)
{
	end->status = reason == ENOENT ? STATUS_NOT_FOUND : STATUS_NOT_RUN;
	if (reason == ENOENT && strchr(name, '/') == NULL)
		return err_set(err, ERR_IO, "cannot run '%s': command not found", name);
	if (reason == ENOENT && access(name, F_OK) == 0)
		return err_set(
			err, ERR_IO, "cannot run '%s': its interpreter does not exist", name);
	return err_set_errno(err, reason, "cannot run '%s'", name);
}

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The errno of a failed exec as the child sent it, or 0 when the command runs. */
static int read_reason(int fd)
{
	int reason = 0;
	ssize_t len;

	do {
		len = read(fd, &reason, sizeof(reason));
	} while (len < 0 && errno == EINTR);
	return len == (ssize_t)sizeof(reason) ? reason : 0;
}

static bool start(struct running *running, const struct signals *signals, struct err *err)
{
	const char *name = running->launch->argv[0];
	int pipe_fds[2], reason;

	running->end->status = STATUS_NOT_RUN;
	if (pipe2(pipe_fds, O_CLOEXEC) != 0)
		return err_set_errno(err, errno, "cannot run '%s'", name);
	running->primary = fork();
	if (running->primary == 0)
		become(running->launch, signals, pipe_fds[1]);
	reason = errno;
	close(pipe_fds[1]);
	if (running->primary < 0) {
		close(pipe_fds[0]);
		return err_set_errno(err, reason, "cannot run '%s'", name);
	}
	reason = read_reason(pipe_fds[0]);
	close(pipe_fds[0]);
	if (reason == 0)
		return true;
	waitpid(running->primary, NULL, 0);
	return fail_to_start(name, reason, running->end, err);
}

static void note_end(struct running *running, int status)
{
	running->primary_ended = true;
	running->ended_ms = now_ms();
	if (WIFSIGNALED(status)) {
		running->end->signal = WTERMSIG(status);
		running->end->status = STATUS_SIGNAL + WTERMSIG(status);
	} else {
		running->end->status = WEXITSTATUS(status);
	}
}

static void remember(struct launch_end *end, pid_t pid, int status)
{
	*mem_next(end->ended, end->ended_cap, end->ended_count) =
		(struct launch_ended){ pid, status };
}

/* Reap what has ended; whether a child is left. */
static bool reap(struct running *running)
{
	pid_t pid;

	do {
		int status = 0;

		pid = waitpid(-1, &status, WNOHANG);
		if (pid > 0)
			remember(running->end, pid, status);
		if (pid == running->primary && pid > 0)
			note_end(running, status);
	} while (pid > 0);
	return pid == 0;
}

/* The number of the command's processes. */
static size_t count_left(void)
{
	struct err ignored = { 0 };
	size_t count = 0;

	free(processes_below(getpid(), &count, &ignored));
	return count;
}

static bool is_done(struct running *running)
{
	bool child_left = reap(running);

	return running->primary_ended && (!running->waits_all || !child_left || running->gave_up);
}

static void pass_on(struct running *running, const siginfo_t *info)
{
	/* one that comes with the end ended the others, too: they are finishing their files */
	if (running->primary_ended) {
		running->gave_up = now_ms() - running->ended_ms >= GRACE_MS;
		return;
	}
	/*
	 * The terminal signals the whole process group, so the command has it
	 * already; and what the command itself sends (`kill 0` in a trap) must
	 * not be sent back, or it would never end.
	 */
	if (info->si_code == SI_KERNEL || processes_is_below(info->si_pid, getpid()))
		return;
	kill(running->primary, info->si_signo);
	if (info->si_signo != SIGUSR1 && info->si_signo != SIGUSR2)
		running->ending = info->si_signo;
}

/*
 * The command has ended by a signal that it was sent through us, as the first process of a
 * container is when that stops: what it left behind gets the signal, too, and is not waited for
 * much longer.
 */
static void end_rest(struct running *running)
{
	struct err ignored = { 0 };
	size_t count = 0;
	pid_t *list;

	if (running->leave_ms != 0) {
		running->gave_up |= now_ms() >= running->leave_ms;
		return;
	}
	running->leave_ms = now_ms() + LEAVE_MS;
	list = processes_below(getpid(), &count, &ignored);
	for (size_t i = 0; list != NULL && i < count; i++)
		kill(list[i], running->ending);
	free(list);
}

static void report_waiting(struct running *running)
{
	size_t count = count_left();

	running->is_reported = true;
	if (count > 0)
		fprintf(stderr,
			"gpuflame: the command has ended; waiting for %zu process%s that it left "
			"behind (--wait primary does not)\n",
			count, count == 1 ? "" : "es");
}

static void wait_for_end(struct running *running, const sigset_t *waited)
{
	while (!is_done(running)) {
		bool is_ending = running->ending != 0 && running->primary_ended;
		const struct timespec timeout = { is_ending ? 0 : PATIENCE_MS / 1000,
			is_ending ? 100000000L : 0 };
		siginfo_t info;
		int number = sigtimedwait(waited, &info, &timeout);

		if (number > 0 && number != SIGCHLD)
			pass_on(running, &info);
		if (running->ending != 0 && running->primary_ended)
			end_rest(running);
		if (number > 0)
			continue;
		if (running->primary_ended && !running->is_reported &&
			now_ms() - running->ended_ms >= PATIENCE_MS)
			report_waiting(running);
	}
}

/* Unblock signals again; pending ones are dropped. */
static void free_signals(const struct signals *signals)
{
	const struct timespec at_once = { 0, 0 };

	while (sigtimedwait(&signals->waited, NULL, &at_once) > 0)
		continue;
	pthread_sigmask(SIG_SETMASK, &signals->mask, NULL);
}

/* Whether there are children from before, such as the tee of a shell that became us by exec. */
static bool has_children(void)
{
	pid_t pid;

	do
		pid = waitpid(-1, NULL, WNOHANG);
	while (pid > 0);
	return pid == 0;
}

bool launch_run(const struct launch *launch, struct launch_end *end, struct err *err)
{
	struct running running = { .launch = launch, .end = end };
	struct signals signals;
	bool ok;

	*end = (struct launch_end){ .status = STATUS_NOT_RUN };
	take_signals(&signals);
	/* those from before may wait for our end */
	running.waits_all = launch->wait_all && !has_children();
	/* orphans become our children, so that they can be found and waited for */
	if (running.waits_all)
		prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	ok = start(&running, &signals, err);
	if (ok) {
		wait_for_end(&running, &signals.waited);
		end->left_over = running.waits_all ? count_left() : 0;
	}
	free_signals(&signals);
	return ok;
}

void launch_die_of(int signal)
{
	const struct rlimit no_core = { 0, 0 };
	struct sigaction normal = { .sa_handler = SIG_DFL };
	sigset_t mask;

	fflush(NULL);
	setrlimit(RLIMIT_CORE, &no_core);
	sigaction(signal, &normal, NULL);
	sigemptyset(&mask);
	sigaddset(&mask, signal);
	raise(signal);
	pthread_sigmask(SIG_UNBLOCK, &mask, NULL);
}
