#include "cmd/record/witness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture/config.h"
#include "cmd/record/processes.h"

/* Whether /proc/PID/maps has CUDA's driver, and not the library. */
static bool uses_cuda_alone(pid_t pid, const char *library)
{
	const char *slash = strrchr(library, '/'), *name = slash != NULL ? slash : library;
	char path[64], *line = NULL;
	bool has_driver = false, has_library = false;
	size_t size = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%ld/maps", (long)pid);
	file = fopen(path, "re");
	while (file != NULL && getline(&line, &size, file) >= 0) {
		has_driver |= strstr(line, "/libcuda.so.") != NULL;
		has_library |= strstr(line, name) != NULL;
	}
	free(line);
	if (file != NULL)
		fclose(file);
	return has_driver && !has_library;
}

/*
 * Whether the process was started without the variable. Not known where it has written over its
 * environment, as for a title of its own.
 */
static bool lacks_variable(pid_t pid, const char *name)
{
	char path[64], *item = NULL;
	size_t size = 0, len = strlen(name);
	bool found = false, is_whole = false;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%ld/environ", (long)pid);
	file = fopen(path, "re");
	while (file != NULL && !found && getdelim(&item, &size, '\0', file) >= 0) {
		found = strncmp(item, name, len) == 0 && item[len] == '=';
		is_whole |= strchr(item, '=') != NULL;
	}
	free(item);
	if (file != NULL)
		fclose(file);
	return is_whole && !found;
}

static void read_name(pid_t pid, char name[64])
{
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%ld/comm", (long)pid);
	file = fopen(path, "re");
	if (file == NULL || fgets(name, 64, file) == NULL)
		name[0] = '\0';
	name[strcspn(name, "\n")] = '\0';
	if (file != NULL)
		fclose(file);
}

static void look_at(struct witness *witness, pid_t pid)
{
	struct err line = { 0 };
	char name[64];

	if (!uses_cuda_alone(pid, witness->library) || !lacks_variable(pid, CONFIG_CUDA_INJECTION))
		return;
	read_name(pid, name);
	err_set(&line, ERR_NONE,
		"process %ld ('%s') was started without " CONFIG_CUDA_INJECTION
		": something before it dropped the environment",
		(long)pid, name);
	snprintf(witness->found, sizeof(witness->found), "%s", line.msg);
}

void witness_look(struct witness *witness)
{
	struct err ignored = { 0 };
	size_t count = 0;
	pid_t *list;

	witness->looks++;
	/* at 1, 2, 4, 8 */
	if (witness->found[0] != '\0' || (witness->looks & (witness->looks - 1)) != 0)
		return;
	list = processes_below(getpid(), NULL, 0, &count, &ignored);
	for (size_t i = 0; list != NULL && i < count && witness->found[0] == '\0'; i++)
		look_at(witness, list[i]);
	free(list);
}
