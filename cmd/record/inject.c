#define _XOPEN_SOURCE 700 /* realpath */
#include "cmd/record/inject.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "capture/config.h"
#include "cmd/record/variables.h"

#define LIBRARY_NAME "libgpuflame.so"
#define LIBRARY_VARIABLE "GPUFLAME_LIBRARY"

/* The header of a 64-bit ELF file; false when `path` is something else. */
static bool read_elf_header(const char *path, Elf64_Ehdr *header)
{
	FILE *file = fopen(path, "re");
	size_t len;

	if (file == NULL)
		return false;
	len = fread(header, 1, sizeof(*header), file);
	fclose(file);
	return len == sizeof(*header) && memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
	       header->e_ident[EI_CLASS] == ELFCLASS64;
}

/* The loader refuses a library of another architecture without a message. */
static bool check_library(const char *path, struct err *err)
{
	Elf64_Ehdr own, library;

	if (!read_elf_header(path, &library) || library.e_type != ET_DYN)
		return err_set(err, ERR_FORMAT, "'%s' is not a 64-bit shared library", path);
	if (read_elf_header("/proc/self/exe", &own) && own.e_machine != library.e_machine)
		return err_set(err, ERR_FORMAT,
			"'%s' is built for another processor architecture than this gpuflame",
			path);
	return true;
}

/* A copy of `path` without links and dots if it is readable, else NULL. */
static char *resolve(const char *path)
{
	return access(path, R_OK) == 0 ? realpath(path, NULL) : NULL;
}

/* The folder of this executable, without a trailing '/'. */
static bool executable_folder(char folder[PATH_MAX], struct err *err)
{
	ssize_t len = readlink("/proc/self/exe", folder, PATH_MAX - 1);

	if (len < 0)
		return err_set_errno(err, errno, "cannot read '/proc/self/exe'");
	folder[len] = '\0';
	*strrchr(folder, '/') = '\0';
	return true;
}

static char *search_library(struct err *err)
{
	static const char *const places[] = { "", "/../lib" };
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

char *inject_find_library(struct err *err)
{
	char *path = search_library(err);

	if (path != NULL && !check_library(path, err)) {
		free(path);
		path = NULL;
	}
	return path;
}

/* A line for the terminal; values of the environment are untrusted. */
static void warn_of(const char *name, const char *value, const char *what)
{
	struct err line = { 0 };

	err_set(&line, ERR_USAGE, "%s is '%s': %s", name, value, what);
	fprintf(stderr, "gpuflame: warning: %s\n", line.msg);
}

static bool set_injection(
	struct variables *variables, const char *name, const char *library, struct err *err)
{
	const char *other = variables_get(variables, name);
	char *path = other != NULL && *other != '\0' ? realpath(other, NULL) : NULL;

	if (other != NULL && *other != '\0' && (path == NULL || strcmp(path, library) != 0))
		warn_of(name, other, "gpuflame replaces that profiler");
	free(path);
	return variables_set(variables, name, library, err);
}

bool inject_set(struct variables *variables, const char *library, struct err *err)
{
	const char *preload = variables_get(variables, "LD_PRELOAD");

	/* libToolsInjection*.so belongs to nsys */
	if (preload != NULL &&
		(strstr(preload, "nsys") != NULL || strstr(preload, "nsight") != NULL ||
			strstr(preload, "ToolsInjection") != NULL))
		warn_of("LD_PRELOAD", preload,
			"two profilers cannot record one process; run gpuflame outside of nsys");
	return set_injection(variables, CONFIG_CUDA_INJECTION, library, err) &&
	       set_injection(variables, CONFIG_NVTX_INJECTION, library, err);
}

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

/* An ELF program without an interpreter ("PT_INTERP"): statically linked. */
static bool is_static(const char *path)
{
	Elf64_Ehdr header;
	Elf64_Phdr segment;
	bool ok = true, found = false;
	FILE *file;

	if (!read_elf_header(path, &header) || header.e_phentsize != sizeof(segment))
		return false;
	file = fopen(path, "re");
	if (file == NULL || fseek(file, (long)header.e_phoff, SEEK_SET) != 0)
		ok = false;
	for (unsigned i = 0; ok && !found && i < header.e_phnum; i++) {
		ok = fread(&segment, sizeof(segment), 1, file) == 1;
		found = ok && segment.p_type == PT_INTERP;
	}
	if (file != NULL)
		fclose(file);
	return ok && !found;
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

const char *inject_obstacle(const struct variables *variables, const char *name)
{
	static const char *const gates[] = { "sudo", "su", "doas", "ssh", "docker", "podman",
		"kubectl", "srun", "mpirun", "mpiexec" };
	char path[PATH_MAX];
	const char *slash = strrchr(name, '/'), *base = slash != NULL ? slash + 1 : name;

	for (size_t i = 0; i < ARRAY_SIZE(gates); i++) {
		if (strcmp(base, gates[i]) == 0)
			return "it may not pass its environment on: put 'gpuflame record' after "
			       "it, before the program itself";
	}
	if (!find_program(variables, name, path, sizeof(path)))
		return NULL;
	if (changes_user(path))
		return "it runs with elevated privileges (set-uid or capabilities), so that no "
		       "library can be injected";
	if (is_static(path))
		return "it is statically linked: no library can be injected";
	return NULL;
}
