#define _GNU_SOURCE /* dl_iterate_phdr */
#include "capture/device/cupti_search.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"

/* Future major versions, too: functions are looked up by name. */
enum { NEWEST_MAJOR = 20, OLDEST_MAJOR = 11 };

/* Folders of loaded libraries; beyond so many, further ones are not looked at. */
enum { MOST_FOLDERS = 32, FOLDER_SIZE = 1024 };

struct folders {
	char paths[MOST_FOLDERS][FOLDER_SIZE];
	size_t count;
};

/* --- opening ------------------------------------------------------------------------- */

static void *open_library(const char *directory, const char *file, int flags)
{
	char path[FOLDER_SIZE + 64];

	if (directory == NULL)
		return dlopen(file, RTLD_LAZY | RTLD_LOCAL | flags);
	snprintf(path, sizeof(path), "%s/%s", directory, file);
	return dlopen(path, RTLD_LAZY | RTLD_LOCAL | flags);
}

/* CUDA 11 named its libraries by release, later ones by the major number alone. */
static void *open_major(const char *directory, int major, int flags)
{
	char file[64];
	void *handle;

	snprintf(file, sizeof(file), "libcupti.so.%d", major);
	handle = open_library(directory, file, flags);
	for (int minor = 8; major == 11 && handle == NULL && minor >= 0; minor--) {
		snprintf(file, sizeof(file), "libcupti.so.11.%d", minor);
		handle = open_library(directory, file, flags);
	}
	return handle;
}

static void *open_newest(const char *directory, int newest, int flags)
{
	void *handle = NULL;

	for (int major = newest; handle == NULL && major >= OLDEST_MAJOR; major--)
		handle = open_major(directory, major, flags);
	return handle;
}

/* In the first of the folders `below` (NULL-ended) of `base` that has one. */
static void *open_below(const char *base, const char *const *below, int newest)
{
	char directory[2 * FOLDER_SIZE];
	void *handle = NULL;

	for (; *below != NULL && handle == NULL; below++) {
		if ((size_t)snprintf(directory, FOLDER_SIZE, "%s/%s", base, *below) < FOLDER_SIZE)
			handle = open_newest(directory, newest, 0);
	}
	return handle;
}

/* --- what is loaded ------------------------------------------------------------------ */

static void add_folder(struct folders *folders, const char *path, size_t len)
{
	if (len == 0 || len >= FOLDER_SIZE || folders->count == MOST_FOLDERS)
		return;
	for (size_t i = 0; i < folders->count; i++) {
		if (strlen(folders->paths[i]) == len && memcmp(folders->paths[i], path, len) == 0)
			return;
	}
	memcpy(folders->paths[folders->count], path, len);
	folders->paths[folders->count++][len] = '\0';
}

struct loaded {
	struct folders cuda;     /* of libraries of CUDA */
	struct folders packages; /* of Python, as site-packages */
};

static int note_library(struct dl_phdr_info *info, UNUSED size_t size, void *data)
{
	static const char *const libraries[] = { "libcudart.so", "libnvrtc.so", "libcublas.so",
		"libcublasLt.so", "libcudnn.so", "libnccl.so", "libnvJitLink.so" };
	static const char *const parents[] = { "/site-packages/", "/dist-packages/" };
	const char *path = info->dlpi_name, *slash = path != NULL ? strrchr(path, '/') : NULL;
	struct loaded *loaded = data;

	if (slash == NULL)
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(libraries); i++) {
		if (strncmp(slash + 1, libraries[i], strlen(libraries[i])) == 0)
			add_folder(&loaded->cuda, path, (size_t)(slash - path));
	}
	for (size_t i = 0; i < ARRAY_SIZE(parents); i++) {
		const char *parent = strstr(path, parents[i]);

		if (parent != NULL)
			add_folder(&loaded->packages, path,
				(size_t)(parent - path) + strlen(parents[i]) - 1);
	}
	return 0;
}

/* Not from the callback, within which the loader must not be called. */
static void *open_beside_loaded(const struct loaded *loaded, int newest)
{
	/* the wheels of CUDA 13; of CUDA 12; a toolkit's lib64; its targets/MACHINE/lib */
	static const char *const beside[] = { ".", "../../cuda_cupti/lib", "../extras/CUPTI/lib64",
		"../../../extras/CUPTI/lib64", NULL };
	static const char *const wheels[] = { "nvidia/cu14/lib", "nvidia/cu13/lib",
		"nvidia/cuda_cupti/lib", "triton/backends/nvidia/lib/cupti", NULL };
	void *handle = NULL;

	for (size_t i = 0; i < loaded->cuda.count && handle == NULL; i++)
		handle = open_below(loaded->cuda.paths[i], beside, newest);
	for (size_t i = 0; i < loaded->packages.count && handle == NULL; i++)
		handle = open_below(loaded->packages.paths[i], wheels, newest);
	return handle;
}

static void *search_loaded(int newest)
{
	struct loaded *loaded = calloc(1, sizeof(*loaded));
	void *handle;

	if (loaded == NULL)
		return NULL;
	dl_iterate_phdr(note_library, loaded);
	handle = open_beside_loaded(loaded, newest);
	free(loaded);
	return handle;
}

/* --- what is installed --------------------------------------------------------------- */

static void *search_installed(int newest)
{
	static const char *const below_home[] = { "extras/CUPTI/lib64", "lib64", "lib", NULL };
	static const char *const variables[] = { "CUDA_HOME", "CUDA_PATH", "CONDA_PREFIX" };
	void *handle = open_newest(NULL, newest, 0);

	for (size_t i = 0; handle == NULL && i < ARRAY_SIZE(variables); i++) {
		/* read while the library starts, like the configuration */
		const char *home = getenv(variables[i]); /* NOLINT(concurrency-mt-unsafe) */

		if (home != NULL && home[0] != '\0')
			handle = open_below(home, below_home, newest);
	}
	if (handle == NULL)
		handle = open_below("/usr/local/cuda", below_home, newest);
	if (handle == NULL)
		handle = open_library(NULL, "libcupti.so", 0);
	return handle;
}

void *cupti_search(int newest)
{
	void *handle = open_newest(NULL, NEWEST_MAJOR, RTLD_NOLOAD);

	if (newest == 0)
		newest = NEWEST_MAJOR;
	/* A program may load its CUPTI by the bare name, too. */
	if (handle == NULL)
		handle = open_library(NULL, "libcupti.so", RTLD_NOLOAD);
	if (handle == NULL)
		handle = search_loaded(newest);
	if (handle == NULL)
		handle = search_installed(newest);
	return handle;
}
