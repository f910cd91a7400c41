#include "cmd/record/processes.h"

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/opt.h"

struct process {
	pid_t pid;
	pid_t parent;
	bool below;
};

struct table {
	struct process *items;
	size_t count, cap;
};

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
	size_t len;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
	file = fopen(path, "re");
	if (file == NULL)
		return false;
	len = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[len] = '\0';
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

bool processes_is_below(pid_t pid, pid_t ancestor)
{
	char state;

	if (!is_own_proc())
		return false;
	/* a longer chain changed while it was read */
	for (int hops = 0; hops < 4096 && pid > 1; hops++) {
		if (!read_stat(pid, &pid, &state))
			return false;
		if (pid == ancestor)
			return true;
	}
	return false;
}

static void add_process(struct table *table, pid_t pid)
{
	struct process process = { .pid = pid };
	char state;

	if (!read_stat(pid, &process.parent, &state))
		return; /* it ended meanwhile */
	mem_need(table->items, table->cap, table->count + 1);
	table->items[table->count++] = process;
}

static bool read_all(struct table *table, struct err *err)
{
	const struct dirent *entry;
	uint64_t pid;
	DIR *proc;

	if (!is_own_proc())
		return err_set(err, ERR_IO, "no '/proc' of this PID namespace is mounted");
	proc = opendir("/proc");
	if (proc == NULL)
		return err_set_errno(err, errno, "cannot read '/proc'");
	/* the stream is this function's own */
	while ((entry = readdir(proc)) != NULL) { /* NOLINT(concurrency-mt-unsafe) */
		if (opt_parse_uint(entry->d_name, &pid) && pid <= INT32_MAX)
			add_process(table, (pid_t)pid);
	}
	closedir(proc);
	return true;
}

static int compare_pids(const void *a, const void *b)
{
	const struct process *left = a, *right = b;

	return (left->pid > right->pid) - (left->pid < right->pid);
}

static bool is_spared(pid_t pid, const pid_t *spared, size_t spared_count)
{
	for (size_t i = 0; i < spared_count; i++) {
		if (spared[i] == pid)
			return true;
	}
	return false;
}

/* Add the children of the listed processes; returns how many. */
static size_t mark_children(struct table *table, pid_t ancestor, const pid_t *spared,
	size_t spared_count, pid_t *list, size_t count)
{
	size_t added = 0;

	for (size_t i = 0; i < table->count; i++) {
		struct process *process = &table->items[i];
		const struct process key = { .pid = process->parent };
		const struct process *parent;

		if (process->below || is_spared(process->pid, spared, spared_count))
			continue;
		parent = bsearch(
			&key, table->items, table->count, sizeof(*table->items), compare_pids);
		if (process->parent != ancestor && (parent == NULL || !parent->below))
			continue;
		process->below = true;
		list[count + added++] = process->pid;
	}
	return added;
}

pid_t *processes_below(
	pid_t ancestor, const pid_t *spared, size_t spared_count, size_t *count, struct err *err)
{
	struct table table = { 0 };
	pid_t *list;
	size_t added = 1;

	*count = 0;
	if (!read_all(&table, err))
		return NULL;
	list = mem_zeroed(table.count + 1, sizeof(*list));
	if (table.count > 0)
		qsort(table.items, table.count, sizeof(*table.items), compare_pids);
	for (; added > 0; *count += added)
		added = mark_children(&table, ancestor, spared, spared_count, list, *count);
	free(table.items);
	return list;
}
