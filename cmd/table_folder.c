#include "cmd/table_folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool table_folder_is(const char *output)
{
	struct stat status;

	return output != NULL && output[0] != '\0' &&
	       (output[strlen(output) - 1] == '/' ||
		       (stat(output, &status) == 0 && S_ISDIR(status.st_mode)));
}

bool table_folder_close(struct table_folder *folder, bool abort, struct err *err)
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

bool table_folder_next(
	void *context, const struct print_heading *heading, FILE **file, struct err *err)
{
	struct table_folder *folder = context;
	struct text name = { 0 };
	size_t len = strlen(folder->path);

	if (!table_folder_close(folder, false, err))
		return false;
	if (mkdir(folder->path, 0777) != 0 && errno != EEXIST)
		return err_set_errno(err, errno, "cannot make folder '%s'", folder->path);
	if (!text_add_string(&name, folder->path, err) ||
		!text_add_string(&name, folder->path[len - 1] == '/' ? "" : "/", err) ||
		!text_add_string(&name, heading->name, err) ||
		!text_add_string(&name, folder->ending, err)) {
		text_release(&name);
		return false;
	}
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
