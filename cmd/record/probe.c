#include "cmd/record/probe.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/record/elf_file.h"
#include "cmd/record/variables.h"

/* Look `name` up in the PATH, into `path`. */
static bool find_program(const struct variables *variables, const char *name, char path[PATH_MAX])
{
	const char *folders = variables_get(variables, "PATH");

	if (strchr(name, '/') != NULL)
		return snprintf(path, PATH_MAX, "%s", name) < PATH_MAX;
	while (folders != NULL && *folders != '\0') {
		size_t len = strcspn(folders, ":");

		if (snprintf(path, PATH_MAX, "%.*s/%s", (int)len, folders, name) < PATH_MAX &&
			access(path, X_OK) == 0)
			return true;
		folders += len + (folders[len] == ':');
	}
	return false;
}

const char *probe_command(const struct variables *variables, const char *name)
{
	struct elf_file program;
	char path[PATH_MAX];

	if (!find_program(variables, name, path) || !elf_file_read(&program, path))
		return NULL;
	if (!program.is_64_bit)
		return "it is a 32-bit program";
	return program.is_static ? "it is statically linked" : NULL;
}
