#include "cmd/record/processes.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/opt.h"
#include "base/platform.h"

/* In a PID namespace that has no /proc of its own, numbers there are other processes'. */
static bool is_own_proc(void)
{
	char text[32];
	ssize_t len = readlink("/proc/self", text, sizeof(text) - 1);

	if (len < 0)
		return false;
	text[len] = '\0';
	return strtol(text, NULL, 10) == getpid();
}

/* proc(5), /proc/PID/stat: "pid (name) state parent ..."; the name may hold anything. */
static bool read_stat(pid_t pid, pid_t *parent, char *state)
{
	char path[64], text[512];
	const char *name_end;

	snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
	(void)platform_read(path, text, sizeof(text));
	name_end = strrchr(text, ')');
	if (name_end == NULL || name_end[1] != ' ' || name_end[2] == '\0' || name_end[3] != ' ')
		return false;
	*state = name_end[2];
	*parent = (pid_t)strtol(name_end + 4, NULL, 10);
	return true;
}

bool processes_is_running(pid_t pid)
{
	pid_t parent;
	char state;

	return is_own_proc() && read_stat(pid, &parent, &state) && state != 'Z' && state != 'X';
}

static bool is_below(pid_t pid, pid_t ancestor)
{
	char state;

	/* a longer chain changed while it was read */
	for (int hops = 0; hops < 4096 && pid > 1; hops++) {
		if (!read_stat(pid, &pid, &state))
			return false;
		if (pid == ancestor)
			return true;
	}
	return false;
}

bool processes_is_below(pid_t pid, pid_t ancestor)
{
	return is_own_proc() && is_below(pid, ancestor);
}

pid_t *processes_below(pid_t ancestor, size_t *count, struct err *err)
{
	DIR *proc = is_own_proc() ? opendir("/proc") : NULL;
	const struct dirent *entry;
	pid_t *list = NULL;
	size_t cap = 0;
	uint64_t pid;

	*count = 0;
	if (proc == NULL) {
		err_set(err, ERR_IO, "no '/proc' of this PID namespace is mounted");
		return NULL;
	}
	mem_need(list, cap, 1);
	/* the stream is this function's own */
	while ((entry = readdir(proc)) != NULL) { /* NOLINT(concurrency-mt-unsafe) */
		if (!opt_parse_uint(entry->d_name, &pid) || pid > INT32_MAX ||
			!is_below((pid_t)pid, ancestor))
			continue;
		*mem_next(list, cap, *count) = (pid_t)pid;
	}
	closedir(proc);
	return list;
}
