#define _GNU_SOURCE /* environ */
#include "collapse/nsys/nsys_export.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char export_name[] = "/export.sqlite";

/* A path for the export in a folder that only we may enter. */
static char *make_private_path(struct err *err)
{
	const char *base = getenv("TMPDIR");
	size_t size;
	char *path;

	if (base == NULL || base[0] == '\0')
		base = "/tmp";
	size = strlen(base) + sizeof("/gpuflame-XXXXXX") + sizeof(export_name);
	path = malloc(size);
	if (path == NULL) {
		err_nomem(err);
		return NULL;
	}
	snprintf(path, size, "%s/gpuflame-XXXXXX", base);
	if (mkdtemp(path) == NULL) {
		err_set_errno(err, errno, "cannot make a temporary folder in '%s'", base);
		free(path);
		return NULL;
	}
	memcpy(path + strlen(path), export_name, sizeof(export_name));
	return path;
}

void nsys_export_remove(char *sqlite_path)
{
	if (sqlite_path == NULL)
		return;
	unlink(sqlite_path);
	sqlite_path[strlen(sqlite_path) - strlen(export_name)] = '\0';
	rmdir(sqlite_path);
	free(sqlite_path);
}

/*
 * Start it with its stdout on our stderr, since ours may be a pipe that waits
 * for folded stacks, and with SIGPIPE as programs expect it, which we ignore.
 */
static int spawn(const char *const argv[], pid_t *pid)
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
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
	code = posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
	if (code == 0)
		code = posix_spawnp(
			pid, argv[0], &actions, &attributes, (char **)(uintptr_t)argv, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return code;
}

static bool run(const char *const argv[], int *status, struct err *err)
{
	pid_t pid;
	int code = spawn(argv, &pid);

	if (code == ENOENT)
		return err_set(err, ERR_IO,
			"no '%s' found; install Nsight Systems, or name it with --nsys PATH, or "
			"export"
			" the report where nsys is: nsys export --type sqlite REPORT",
			argv[0]);
	if (code != 0)
		return err_set_errno(err, code, "cannot run '%s'", argv[0]);
	while (waitpid(pid, status, 0) < 0) {
		if (errno != EINTR)
			return err_set_errno(err, errno, "cannot wait for '%s'", argv[0]);
	}
	return true;
}

bool nsys_export(const char *nsys, const char *report, char **sqlite_path, struct err *err)
{
	const char *argv[] = { nsys, "export", "--type", "sqlite", "--force-overwrite", "true",
		"--output", NULL, report, NULL };
	char *path = make_private_path(err);
	int status;
	bool ok;

	if (path == NULL)
		return false;
	argv[7] = path;
	ok = run(argv, &status, err);
	if (!ok)
		err_prefix(err, "cannot export '%s'", report);
	/* nsys has been seen to exit with 0 after failing: what counts is the file. */
	if (ok && (status != 0 || access(path, R_OK) != 0))
		ok = err_set(err, ERR_IO,
			"cannot export '%s': '%s' failed (see above); a report of a newer nsys "
			"needs"
			" one as new: --nsys PATH",
			report, nsys);
	if (!ok) {
		nsys_export_remove(path);
		return false;
	}
	*sqlite_path = path;
	return true;
}
