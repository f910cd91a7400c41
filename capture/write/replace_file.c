#include "capture/write/replace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/sync.h"
#include "capture/recorder.h"
#include "capture/write/capture_place.h"

/* A file of our own beside `path`, in `*temporary` to free(). */
static bool make_temporary(
	struct recorder *recorder, const char *path, char **temporary, struct err *err)
{
	size_t size = strlen(path) + 64;
	int fd = -1;

	*temporary = malloc(size);
	if (*temporary == NULL)
		return err_nomem(err);
	/* a file of that name is another's, or was left by a killed process */
	for (unsigned number = 0; fd < 0 && number < 1000; number++) {
		snprintf(*temporary, size, "%s.%ld-%u.tmp", path, (long)getpid(), number);
		fd = own_files_open(
			&recorder->files, *temporary, O_WRONLY | O_CREAT | O_EXCL, 0666);
		/* its folder was removed meanwhile */
		if (fd < 0 && errno == ENOENT && number == 0)
			capture_place_make_folders(path);
		else if (fd < 0 && errno != EEXIST)
			break;
	}
	if (fd < 0) {
		err_set_errno(err, errno, "cannot write '%s'", path);
		free(*temporary);
		return false;
	}
	own_files_close(&recorder->files, fd);
	return true;
}

/* A journal left by another would be rolled back into the file by its next reader. */
static bool remove_beside(const char *path, struct err *err)
{
	static const char *const endings[] = { "-journal", "-wal", "-shm" };
	char beside[PATH_MAX + 64];

	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		snprintf(beside, sizeof(beside), "%s%s", path, endings[i]);
		if (unlink(beside) != 0 && errno != ENOENT)
			return err_set_errno(
				err, errno, "cannot write '%s': cannot remove '%s'", path, beside);
	}
	return true;
}

/* Messages name the path that it will have. */
static bool write_temporary(const struct recorder *recorder, const char *temporary,
	const char *path, enum capture_db_use use, replace_fill *fill, void *context,
	struct err *err)
{
	struct capture_db db;
	bool ok;

	if (!capture_db_open(&db, recorder, temporary, use, err))
		return false;
	db.path = path;
	ok = fill(context, &db, err);
	if (!capture_db_close(&db) && ok)
		ok = err_set(err, ERR_IO, "cannot write '%s'", path);
	return ok;
}

bool replace_file(struct recorder *recorder, const char *path, enum capture_db_use use,
	replace_fill *fill, void *context, struct err *err)
{
	char *temporary;
	bool ok;

	if (!make_temporary(recorder, path, &temporary, err))
		return false;
	ok = write_temporary(recorder, temporary, path, use, fill, context, err) &&
	     remove_beside(path, err);
	if (ok && rename(temporary, path) != 0)
		ok = err_set_errno(err, errno, "cannot write '%s'", path);
	if (!ok)
		unlink(temporary);
	else if (recorder->config.sync)
		sync_folder(path);
	free(temporary);
	return ok;
}
