#include "base/private_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/die.h"
#include "base/mem.h"

/* What SQLite keeps beside a file that is being written; the file itself comes last. */
static const char *const suffixes[] = { "-journal", "-wal", "-shm", "" };
enum { SUFFIX_SIZE = sizeof("-journal") };

char *private_file_path(const char *name, struct err *err)
{
	static const char folder[] = "/gpuflame-XXXXXX";
	const char *base = getenv("TMPDIR"); /* NOLINT(concurrency-mt-unsafe) nobody sets it */
	size_t size, len;
	char *path;

	if (base == NULL || base[0] == '\0')
		base = "/tmp";
	size = strlen(base) + sizeof(folder) + strlen(name) + 1 + SUFFIX_SIZE;
	path = mem_zeroed(size, 1);
	snprintf(path, size, "%s%s", base, folder);
	if (mkdtemp(path) == NULL) {
		err_set_errno(err, errno, "cannot make a temporary folder in '%s'", base);
		free(path);
		return NULL;
	}
	len = strlen(path);
	snprintf(path + len, size - len, "/%s", name);
	die_removes(path, private_file_remove);
	return path;
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
