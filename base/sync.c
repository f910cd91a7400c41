#include "base/sync.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool sync_is_on(const char *value)
{
	return value == NULL || strcmp(value, "no") != 0;
}

char *sync_folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
}

void sync_folder(const char *path)
{
	char *folder = sync_folder_of(path);
	int fd = folder != NULL ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

	if (fd >= 0) {
		fsync(fd);
		close(fd);
	}
	free(folder);
}
