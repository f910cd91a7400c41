#include "cmd/record/hotkey.h"

#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <unistd.h>

#include "base/err.h"
#include "cmd/cmd.h"

extern char **environ;

void hotkey_press(struct hotkey *hotkey)
{
	const char *word = hotkey->is_on ? "stop" : "start";
	char pid[32];
	const char *const argv[] = { "gpuflame", word, pid, NULL };
	posix_spawnattr_t attributes;
	struct err err = { 0 };
	sigset_t none;
	pid_t child;
	int failed;

	snprintf(pid, sizeof(pid), "%ld", (long)getpid());
	sigemptyset(&none);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
	/* exec does not modify the arguments */
	failed = posix_spawn(&child, "/proc/self/exe", NULL, &attributes,
		(char *const *)(const void *)argv, environ);
	posix_spawnattr_destroy(&attributes);
	if (failed == 0) {
		hotkey->is_on = !hotkey->is_on;
		return;
	}
	err_set_errno(&err, failed, "cannot run 'gpuflame %s'", word);
	cmd_fail(&err);
}
