#include "cmd/table_folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool table_folder_is(const char *output)
{
	struct stat status;

	return output != NULL && output[0] != '\0' &&
	       (output[strlen(output) - 1] == '/' ||
		       (stat(output, &status) == 0 && S_ISDIR(status.st_mode)));
}

bool table_folder_open(struct table_folder *folder, struct err *err)
{
	folder->is_new = mkdir(folder->path, 0777) == 0;
	if (!folder->is_new && errno != EEXIST)
		return err_set_errno(err, errno, "cannot make folder '%s'", folder->path);
	return folder->is_new || access(folder->path, W_OK | X_OK) == 0 ||
	       err_set_errno(err, errno, "cannot write to folder '%s'", folder->path);
}

/* Complete the file before, if there is one. */
static bool close_file(struct table_folder *folder, bool abort, struct err *err)
{
	bool ok = true;

	if (folder->name == NULL)
		return true;
	/* nothing in it: the report was skipped */
	if (abort || (fflush(folder->out.file) == 0 && ftell(folder->out.file) == 0))
		out_abort(&folder->out);
	else
		ok = out_commit(&folder->out, err);
	free(folder->name);
	folder->name = NULL;
	return ok;
}

bool table_folder_close(struct table_folder *folder, bool abort, struct err *err)
{
	bool ok = close_file(folder, abort, err);

	if (folder->is_new && (abort || !ok))
		rmdir(folder->path); /* which leaves it if something is in it */
	return ok;
}

bool table_folder_next(
	void *context, const struct print_heading *heading, FILE **file, struct err *err)
{
	struct table_folder *folder = context;
	struct text name = { 0 };
	size_t len = strlen(folder->path);

	if (!close_file(folder, false, err))
		return false;
	text_addf(&name, "%s%s%s%s", folder->path, folder->path[len - 1] == '/' ? "" : "/",
		heading->name, folder->ending);
	for (char *colon = strchr(name.bytes + len, ':'); colon != NULL; colon = strchr(colon, ':'))
		*colon = '_'; /* not allowed in names on every system */
	if (!out_open(&folder->out, name.bytes, err)) {
		text_release(&name);
		return false;
	}
	folder->name = name.bytes;
	*file = folder->out.file;
	return true;
}
