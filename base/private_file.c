#define _XOPEN_SOURCE 700 /* realpath */
#include "base/private_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/die.h"
#include "base/text.h"

/* What SQLite keeps beside a file that is being written; the file itself comes last. */
static const char *const suffixes[] = { "-journal", "-wal", "-shm", "" };
enum { SUFFIX_SIZE = sizeof("-journal") };

char *private_folder_make(struct err *err)
{
	const char *chosen = getenv("TMPDIR"); /* NOLINT(concurrency-mt-unsafe) nobody sets it */
	const char *base = chosen != NULL && chosen[0] != '\0' ? chosen : "/tmp";
	char *whole = realpath(base, NULL), *path;

	path = text_format("%s/gpuflame-XXXXXX", whole != NULL ? whole : base);
	free(whole);
	if (mkdtemp(path) != NULL)
		return path;
	err_set_errno(err, errno, "cannot make a temporary folder in '%s'", base);
	free(path);
	return NULL;
}

void private_folder_remove(const char *path)
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

char *private_file_path(const char *name, struct err *err)
{
	char *folder = private_folder_make(err);
	struct text path = { 0 };

	if (folder == NULL)
		return NULL;
	text_addf(&path, "%s/%s", folder, name);
	text_room(&path, SUFFIX_SIZE);
	free(folder);
	die_removes(path.bytes, private_file_remove);
	return path.bytes;
}

void private_file_remove(char *path)
{
	char *end = path + strlen(path);

	for (size_t i = 0; i < ARRAY_SIZE(suffixes); i++) {
		memcpy(end, suffixes[i], strlen(suffixes[i]) + 1);
		unlink(path);
	}
	die_keeps(path);
	*strrchr(path, '/') = '\0';
	rmdir(path);
}

bool copy_bytes(int from, int to)
{
	char bytes[1 << 16];
	ssize_t got, put;

	for (off_t at = 0; (got = pread(from, bytes, sizeof(bytes), at)) > 0; at += got) {
		for (ssize_t done = 0; done < got; done += put) {
			put = write(to, bytes + done, (size_t)(got - done));
			if (put < 0)
				return false;
		}
	}
	return got == 0;
}
