#define _XOPEN_SOURCE 700 /* realpath */
#include "cmd/record/inject.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "capture/config.h"
#include "cmd/record/variables.h"

#define LIBRARY_NAME "libgpuflame.so"
#define LIBRARY_VARIABLE "GPUFLAME_LIBRARY"

/* A copy of `path` without links and dots if it is readable, else NULL. */
static char *resolve(const char *path)
{
	return access(path, R_OK) == 0 ? realpath(path, NULL) : NULL;
}

/* The folder of this executable, without a trailing '/'. */
static bool executable_folder(char folder[PATH_MAX], struct err *err)
{
	ssize_t len = readlink("/proc/self/exe", folder, PATH_MAX - 1);

	/* without /proc, the name that it was started by */
	if (len >= 0)
		folder[len] = '\0';
	else if (realpath((const char *)getauxval(AT_EXECFN), folder) == NULL)
		return err_set_errno(err, errno, "cannot read '/proc/self/exe'");
	*strrchr(folder, '/') = '\0';
	return true;
}

char *inject_find_library(struct err *err)
{
	static const char *const places[] = { "", "/../lib", "/../lib/gpuflame", "/../lib64",
		"/../lib64/gpuflame" };
	const char *chosen = config_getenv(NULL, LIBRARY_VARIABLE);
	char folder[PATH_MAX], path[PATH_MAX + 32];
	char *found = NULL;

	if (chosen != NULL && *chosen != '\0') {
		found = resolve(chosen);
		if (found == NULL)
			err_set_errno(
				err, errno, "cannot read '%s' (" LIBRARY_VARIABLE ")", chosen);
		return found;
	}
	if (!executable_folder(folder, err))
		return NULL;
	for (size_t i = 0; i < ARRAY_SIZE(places) && found == NULL; i++) {
		snprintf(path, sizeof(path), "%s%s/" LIBRARY_NAME, folder, places[i]);
		found = resolve(path);
	}
	if (found == NULL)
		err_set(err, ERR_IO,
			"no " LIBRARY_NAME " in '%s' or '%s/../lib': it is built only with the "
			"CUDA headers; " LIBRARY_VARIABLE " can name it",
			folder, folder);
	return found;
}

/* A line for the terminal; values of the environment are untrusted. */
static void warn_of(const char *name, const char *value, const char *what)
{
	struct err line = { 0 };

	err_set(&line, ERR_USAGE, "%s is '%s': %s", name, value, what);
	fprintf(stderr, "gpuflame: warning: %s\n", line.msg);
}

static void set_injection(struct variables *variables, const char *name, const char *library)
{
	const char *other = variables_get(variables, name);
	char *path = other != NULL && *other != '\0' ? realpath(other, NULL) : NULL;

	if (other != NULL && *other != '\0' && (path == NULL || strcmp(path, library) != 0))
		warn_of(name, other, "gpuflame replaces that profiler");
	free(path);
	variables_set(variables, name, library);
}

void inject_set(struct variables *variables, const char *library)
{
	const char *preload = variables_get(variables, "LD_PRELOAD");

	/* libToolsInjection*.so belongs to nsys */
	if (preload != NULL &&
		(strstr(preload, "nsys") != NULL || strstr(preload, "nsight") != NULL ||
			strstr(preload, "ToolsInjection") != NULL))
		warn_of("LD_PRELOAD", preload,
			"two profilers cannot record one process; run gpuflame outside of nsys");
	set_injection(variables, CONFIG_CUDA_INJECTION, library);
	set_injection(variables, CONFIG_NVTX_INJECTION, library);
}
