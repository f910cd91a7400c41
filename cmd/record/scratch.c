#define _XOPEN_SOURCE 700 /* mkdtemp, realpath */
#include "cmd/record/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "capture/config.h"

char *scratch_make(const char *name, struct err *err)
{
	const char *chosen = config_getenv(NULL, "TMPDIR");
	const char *place = chosen != NULL && *chosen != '\0' ? chosen : "/tmp";
	char *absolute = realpath(place, NULL), *folder;

	if (absolute == NULL) {
		err_set_errno(err, errno, "cannot use '%s' for temporary files", place);
		return NULL;
	}
	folder = text_format("%s/gpuflame-%s-XXXXXX", absolute, name);
	free(absolute);
	if (mkdtemp(folder) != NULL)
		return folder;
	err_set_errno(err, errno, "cannot create a folder in '%s'", place);
	free(folder);
	return NULL;
}

void scratch_remove(const char *path)
{
	DIR *folder = opendir(path);
	const struct dirent *entry;

	/* the stream is this function's own */
	while (folder != NULL &&
		(entry = readdir(folder)) != NULL) { /* NOLINT(concurrency-mt-unsafe) */
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			unlinkat(dirfd(folder), entry->d_name, 0);
	}
	if (folder != NULL)
		closedir(folder);
	rmdir(path);
}
