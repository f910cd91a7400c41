#define _GNU_SOURCE /* environ */
#include "collapse/input/nsys_export.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/private_file.h"
#include "base/text.h"

/*
 * Start it with stdout redirected to our stderr, since our stdout may be a pipe that expects
 * folded stacks, or to nowhere; with SIGPIPE at its default, which we ignore; and in the process
 * group of the guard, which terminates it.
 */
static int spawn(const char *const argv[], bool quiet, pid_t group, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t defaults;
	int code = posix_spawn_file_actions_init(&actions);

	if (code != 0)
		return code;
	code = posix_spawnattr_init(&attributes);
	if (code != 0) {
		posix_spawn_file_actions_destroy(&actions);
		return code;
	}
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	sigaddset(&defaults, SIGXFSZ);
	posix_spawnattr_setsigdefault(&attributes, &defaults);
	posix_spawnattr_setpgroup(&attributes, group);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
	code = quiet ? posix_spawn_file_actions_addopen(
			       &actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
		     : posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
	if (code == 0)
		code = posix_spawnp(
			pid, argv[0], &actions, &attributes, (char **)(uintptr_t)argv, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return code;
}

static void sleep_ms(long ms)
{
	const struct timespec time = { .tv_nsec = ms * 1000000 };

	nanosleep(&time, NULL);
}

/*
 * If this process dies, even by SIGKILL, its child notices that its parent has changed,
 * terminates nsys, which is in its process group, and removes nsys's files. It polls ten times
 * a second: a pipe would stay open in the guards of other reports, which threads start
 * concurrently. Only functions that are safe in a child of a multithreaded process are called.
 */
static void guard(pid_t parent, char *path)
{
	pid_t group;

	setpgid(0, 0); /* keep the terminal's signals from the guard and nsys */
	group = getpid();
	signal(SIGTERM, SIG_IGN);
	while (getppid() == parent)
		sleep_ms(100);
	kill(-group, SIGTERM);
	sleep_ms(500);
	/*
	 * SIGKILL to the group ends the guard, too, so that a process outside of it has to
	 * clean up.
	 */
	if (fork() == 0) {
		setsid();
		kill(-group, SIGKILL);
		sleep_ms(50);
		private_file_remove(path);
		for (;;) /* so that no exit handlers of the parent run */
			raise(SIGKILL);
	}
	for (;;)
		pause();
}

static bool start_guard(struct nsys_export *export, struct err *err)
{
	pid_t parent = getpid();

	export->guard = fork();
	if (export->guard < 0)
		return err_set_errno(err, errno, "cannot fork");
	if (export->guard == 0)
		guard(parent, export->path);
	setpgid(export->guard, export->guard); /* whichever of the two comes first */
	return true;
}

static bool wait_for(pid_t pid, int *status)
{
	while (waitpid(pid, status, 0) < 0) {
		if (errno != EINTR)
			return false;
	}
	return true;
}

void nsys_export_remove(struct nsys_export *export)
{
	int status;

	private_file_remove(export->path);
	free(export->path);
	if (export->guard > 0) {
		kill(export->guard, SIGKILL);
		(void)wait_for(export->guard, &status);
	}
	*export = (struct nsys_export){ 0 };
}

/* Run it to its end. */
static bool run(struct nsys_export *export, const char *const argv[], bool quiet, int *status,
	struct err *err)
{
	pid_t pid;
	int code;

	if (!start_guard(export, err))
		return false;
	code = spawn(argv, quiet, export->guard, &pid);
	if (code == ENOENT)
		return err_set(err, ERR_IO,
			"no '%s' found; install Nsight Systems, or give its path with --nsys PATH, "
			"or export the report where nsys is: nsys export --type sqlite REPORT",
			argv[0]);
	if (code != 0)
		return err_set_errno(err, code, "cannot run '%s'", argv[0]);
	if (!wait_for(pid, status))
		return err_set_errno(err, errno, "cannot wait for '%s'", argv[0]);
	return true;
}

bool nsys_export(struct nsys_export *export, const char *nsys, bool quiet, const char *report,
	struct err *err)
{
	const char *argv[] = { nsys, "export", "--type", "sqlite", "--force-overwrite", "true",
		"--output", NULL, NULL, NULL };
	size_t len = strlen(report);
	char *name;
	int status = 0;
	bool ok;

	if (len > 7 && strcmp(report + len - 7, ".qdstrm") == 0)
		return err_set(err, ERR_IO,
			"cannot export '%s': it was not imported; QdstrmImporter, a part of Nsight "
			"Systems, makes a .nsys-rep of it: QdstrmImporter -i FILE",
			report);
	*export = (struct nsys_export){ .path = private_file_path("export.sqlite", err) };
	if (export->path == NULL)
		return false;
	/* nsys takes a name that begins with '-' for an option */
	name = text_format("%s%s", report[0] == '-' ? "./" : "", report);
	argv[7] = export->path;
	argv[8] = name;
	ok = run(export, argv, quiet, &status, err);
	free(name);
	if (!ok)
		err_prefix(err, "cannot export '%s'", report);
	/* nsys has been seen to exit with 0 after failing: what counts is the file */
	if (ok && (status != 0 || access(export->path, R_OK) != 0))
		ok = err_set(err, ERR_IO,
			"cannot export '%s': '%s' failed (%s); a report of a newer nsys "
			"needs an nsys at least as new: --nsys PATH",
			report, nsys, quiet ? "run without --quiet for its messages" : "see above");
	if (!ok)
		nsys_export_remove(export);
	return ok;
}
