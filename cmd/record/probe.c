#define _GNU_SOURCE /* pipe2, strverscmp */
#include "cmd/record/probe.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/err.h"
#include "cmd/record/elf_file.h"
#include "cmd/record/variables.h"

/* How long a loader may take; what it says beyond the buffer is not needed. */
enum { PATIENCE_MS = 1000, SAID_SIZE = 4096, MOST_SCRIPTS = 4 };

/* --- commands that are known ----------------------------------------------------------- */

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

static bool is_one_of(const char *name, const char *const *names)
{
	while (*names != NULL && strcmp(*names, name) != 0)
		names++;
	return *names != NULL;
}

/* env -i, env -, env -u NAME: up to its command. */
static bool is_env_that_drops(const char *const *argv)
{
	if (strcmp(base_of(argv[0]), "env") != 0)
		return false;
	for (argv++; *argv != NULL && (**argv == '-' || strchr(*argv, '=') != NULL); argv++) {
		if (strcmp(*argv, "-") == 0 || strcmp(*argv, "-i") == 0 ||
			strcmp(*argv, "--ignore-environment") == 0)
			return true;
	}
	return false;
}

/* A command that starts programs elsewhere, or with another environment. */
static bool explain_gate(struct probe *probe, const char *library, const char *const *argv)
{
	static const char *const gates[] = { "sudo", "su", "doas", "runuser", "systemd-run", "ssh",
		"kubectl", "srun", "mpirun", "mpiexec", NULL };
	static const char *const containers[] = { "docker", "podman", "nerdctl", NULL };
	static const char *const images[] = { "apptainer", "singularity", "enroot", "bwrap",
		"chroot", NULL };
	const char *name = base_of(argv[0]);

	if (is_one_of(name, gates))
		snprintf(probe->why, sizeof(probe->why),
			"it may not pass its environment on: put 'gpuflame record' after it, "
			"before the program itself");
	else if (is_env_that_drops(argv))
		snprintf(probe->why, sizeof(probe->why),
			"it drops its environment: put 'gpuflame record' after it, before the "
			"program itself");
	else if (is_one_of(name, containers))
		snprintf(probe->why, sizeof(probe->why),
			"a container has its own environment and files: run 'gpuflame record' in "
			"it, or mount the library (-v %s:%s:ro) and set CUDA_INJECTION64_PATH, "
			"NVTX_INJECTION64_PATH and GPUFLAME_OUTPUT (-e)",
			library, library);
	else if (is_one_of(name, images))
		snprintf(probe->why, sizeof(probe->why),
			"the container may not see the library: bind-mount it (%s)", library);
	return probe->why[0] != '\0';
}

/* --- the program ------------------------------------------------------------------------- */

/* Look `name` up in the PATH, into `path`. */
static bool find_program(
	const struct variables *variables, const char *name, char *path, size_t size)
{
	const char *folders = variables_get(variables, "PATH");

	if (strchr(name, '/') != NULL)
		return (size_t)snprintf(path, size, "%s", name) < size;
	while (folders != NULL && *folders != '\0') {
		size_t len = strcspn(folders, ":");

		if ((size_t)snprintf(path, size, "%.*s/%s", (int)len, folders, name) < size &&
			access(path, X_OK) == 0)
			return true;
		folders += len + (folders[len] == ':');
	}
	return false;
}

/*
 * The interpreter in the first line of a script, in `path`: of `#!/usr/bin/env NAME` that of
 * NAME. False: it is not a script, or its line is not understood.
 */
static bool read_interpreter(const struct variables *variables, char path[PATH_MAX])
{
	FILE *file = fopen(path, "re");
	char line[PATH_MAX], *rest = line + 2;
	bool is_script = file != NULL && fgets(line, sizeof(line), file) != NULL &&
			 strncmp(line, "#!", 2) == 0;
	const char *first, *second;

	if (file != NULL)
		fclose(file);
	if (!is_script)
		return false;
	first = strtok_r(rest, " \t\n", &rest);
	second = strtok_r(NULL, " \t\n", &rest);
	if (second != NULL && strcmp(second, "-S") == 0)
		second = strtok_r(NULL, " \t\n", &rest);
	if (first == NULL)
		return false;
	if (strcmp(base_of(first), "env") != 0 || second == NULL)
		return find_program(variables, first, path, PATH_MAX);
	return second[0] != '-' && strchr(second, '=') == NULL &&
	       find_program(variables, second, path, PATH_MAX);
}

static bool changes_user(const char *path)
{
	struct stat status;

	if (getxattr(path, "security.capability", NULL, 0) > 0)
		return true;
	return stat(path, &status) == 0 &&
	       (((status.st_mode & S_ISUID) != 0 && status.st_uid != geteuid()) ||
		       ((status.st_mode & S_ISGID) != 0 && status.st_gid != getegid()));
}

/* --- the loader -------------------------------------------------------------------------- */

/* Read what a process says until it ends or time is over; true: it ended. */
static bool listen_to(int fd, char said[SAID_SIZE])
{
	struct pollfd ready = { .fd = fd, .events = POLLIN };
	char rest[512];
	size_t len = 0;
	ssize_t got = 1;

	while (got > 0) {
		if (poll(&ready, 1, PATIENCE_MS) <= 0)
			return false;
		if (len < SAID_SIZE - 1)
			got = read(fd, said + len, SAID_SIZE - 1 - len);
		else
			got = read(fd, rest, sizeof(rest));
		if (got > 0 && len < SAID_SIZE - 1)
			len += (size_t)got;
		said[len] = '\0';
	}
	return true;
}

/* Run `LOADER --list LIBRARY`; its status, or -1. What it says goes to `said`. */
static int ask_loader(const struct variables *variables, const char *loader, const char *library,
	char said[SAID_SIZE])
{
	const char *const argv[] = { loader, "--list", library, NULL };
	const char *path = variables_get(variables, "LD_LIBRARY_PATH");
	char search[PATH_MAX + 32];
	/* without LD_WARN missing versions are not looked for */
	const char *const environment[] = { "LD_WARN=1", search, NULL };
	posix_spawn_file_actions_t actions;
	int fds[2], status = 0;
	bool has_ended = false;
	pid_t pid;

	snprintf(search, sizeof(search), "LD_LIBRARY_PATH=%s", path != NULL ? path : "");
	said[0] = '\0';
	if (pipe2(fds, O_CLOEXEC) != 0)
		return -1;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, fds[1], STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&actions, fds[1], STDERR_FILENO);
	/* exec does not modify the arguments */
	if (posix_spawn(&pid, loader, &actions, NULL, (char *const *)(const void *)argv,
		    (char *const *)(const void *)environment) != 0)
		pid = -1;
	posix_spawn_file_actions_destroy(&actions);
	close(fds[1]);
	if (pid > 0) {
		has_ended = listen_to(fds[0], said);
		if (!has_ended)
			kill(pid, SIGKILL);
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			continue;
	}
	close(fds[0]);
	return has_ended && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#define VERSION_BEGIN "version `"

/* The newest of the versions of glibc that are not found: in `version`, "" if there are none. */
static void find_version(const char *said, char version[32])
{
	version[0] = '\0';
	while ((said = strstr(said, VERSION_BEGIN "GLIBC_")) != NULL) {
		char name[32];

		said += strlen(VERSION_BEGIN);
		snprintf(name, sizeof(name), "%.*s", (int)strcspn(said, "'"), said);
		if (version[0] == '\0' || strverscmp(name, version) > 0)
			memcpy(version, name, sizeof(name));
	}
}

/* Whether a library is missing: its name in `name`. */
static bool find_missing(const char *said, char name[256])
{
	static const char loading[] = "error while loading shared libraries: ";
	const char *begin = strstr(said, loading), *end = strstr(said, " => not found");

	if (begin != NULL) {
		begin += strlen(loading);
		end = strstr(begin, ": cannot open");
	} else {
		for (begin = end;
			begin != NULL && begin > said && strchr("\t\n", begin[-1]) == NULL;)
			begin--;
	}
	if (begin == NULL || end == NULL)
		return false;
	snprintf(name, 256, "%.*s", (int)(end - begin), begin);
	return true;
}

/* What the loader of glibc or musl said when it refused the library; false: nothing known. */
static bool explain_refusal(struct probe *probe, const char *loader, int status, const char *said)
{
	char version[32], name[256];

	find_version(said, version);
	if (version[0] != '\0')
		snprintf(probe->why, sizeof(probe->why), "its glibc is too old: it has no %s",
			version);
	else if (find_missing(said, name))
		snprintf(probe->why, sizeof(probe->why), "a library that it needs is not found: %s",
			name);
	else if (status > 0 && strncmp(base_of(loader), "ld-musl", 7) == 0)
		snprintf(probe->why, sizeof(probe->why), "the program runs with musl, not glibc");
	return probe->why[0] != '\0';
}

static void probe_loader(struct probe *probe, const struct variables *variables, const char *loader,
	const char *library)
{
	char said[SAID_SIZE];
	int status = ask_loader(variables, loader, library, said);

	/* a loader that does not know the question answers otherwise */
	probe->is_refused = status >= 0 && explain_refusal(probe, loader, status, said);
}

static void probe_program(struct probe *probe, const struct variables *variables, const char *path,
	const char *library)
{
	struct elf_file program, own;
	const char *why = NULL;

	if (!elf_file_read(&program, path) || !elf_file_read(&own, library))
		return;
	if (!program.is_64_bit)
		why = "it is a 32-bit program";
	else if (program.machine != own.machine)
		why = "it is built for another processor architecture";
	else if (changes_user(path))
		why = "it runs with elevated privileges (set-uid or capabilities), so that no "
		      "library can be injected";
	else if (program.interpreter[0] == '\0')
		why = "it is statically linked: no library can be injected";
	if (why != NULL)
		snprintf(probe->why, sizeof(probe->why), "%s", why);
	else
		probe_loader(probe, variables, program.interpreter, library);
}

void probe_command(struct probe *probe, const struct variables *variables, const char *library,
	const char *const *argv)
{
	char path[PATH_MAX];

	*probe = (struct probe){ .why = "" };
	if (explain_gate(probe, library, argv) ||
		!find_program(variables, argv[0], path, sizeof(path)))
		return;
	for (int i = 0; i < MOST_SCRIPTS && read_interpreter(variables, path); i++)
		continue;
	probe_program(probe, variables, path, library);
}
