#define _GNU_SOURCE /* mkostemp */
#include "base/out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *out_name(const struct out *out)
{
	return out->path != NULL ? out->path : "stdout";
}

/* The permissions that a plain open() would have given. */
static mode_t default_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

static bool open_temporary(struct out *out, mode_t mode, struct err *err)
{
	size_t size = strlen(out->path) + sizeof(".XXXXXX");
	int fd;

	out->temporary = malloc(size);
	if (out->temporary == NULL)
		return err_nomem(err);
	snprintf(out->temporary, size, "%s.XXXXXX", out->path);
	fd = mkostemp(out->temporary, O_CLOEXEC);
	if (fd < 0) {
		err_set_errno(err, errno, "cannot create '%s'", out->path);
		free(out->temporary);
		return false;
	}
	if (fchmod(fd, mode) == 0)
		out->file = fdopen(fd, "w");
	if (out->file == NULL) {
		err_set_errno(err, errno, "cannot create '%s'", out->path);
		close(fd);
		unlink(out->temporary);
		free(out->temporary);
		return false;
	}
	return true;
}

bool out_open(struct out *out, const char *path, struct err *err)
{
	struct stat status;
	bool exists;

	*out = (struct out){ 0 };
	if (path == NULL || strcmp(path, "-") == 0) {
		out->file = stdout;
		return true;
	}
	out->path = path;
	exists = stat(path, &status) == 0;
	if (exists && S_ISDIR(status.st_mode))
		return err_set_errno(err, EISDIR, "cannot write '%s'", path);
	if (!exists || S_ISREG(status.st_mode))
		return open_temporary(out, exists ? status.st_mode & 07777 : default_mode(), err);
	out->file = fopen(path, "we");
	if (out->file == NULL)
		return err_set_errno(err, errno, "cannot open '%s'", path);
	return true;
}

bool out_commit(struct out *out, struct err *err)
{
	bool ok = fflush(out->file) == 0 && !ferror(out->file);
	int reason = errno;

	if (out->file != stdout && fclose(out->file) != 0 && ok) {
		ok = false;
		reason = errno;
	}
	out->file = NULL;
	if (ok && out->temporary != NULL && rename(out->temporary, out->path) != 0) {
		ok = false;
		reason = errno;
	}
	if (!ok) {
		err_set_errno(err, reason, "cannot write '%s'", out_name(out));
		if (out->temporary != NULL)
			unlink(out->temporary);
	}
	free(out->temporary);
	out->temporary = NULL;
	return ok;
}

void out_abort(struct out *out)
{
	if (out->file != NULL && out->file != stdout)
		fclose(out->file);
	if (out->temporary != NULL)
		unlink(out->temporary);
	free(out->temporary);
	*out = (struct out){ 0 };
}
