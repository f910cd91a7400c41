#define _GNU_SOURCE /* mkostemp */
#include "base/out.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/die.h"
#include "base/mem.h"
#include "base/platform.h"
#include "base/private_file.h"
#include "base/sync.h"

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

static void remove_named(char *path)
{
	unlink(path);
}

static void remove_temporary(struct out *out)
{
	if (out->temporary != NULL && !out->unnamed)
		unlink(out->temporary);
}

/* Choose a name beside out->target, in the same file system so that it can be renamed. */
static void name_temporary(struct out *out)
{
	static const char name[] = ".gpuflame-XXXXXX";
	const char *slash = strrchr(out->target, '/');
	size_t folder = slash != NULL ? (size_t)(slash - out->target) + 1 : 0;

	out->temporary = mem_zeroed(folder + sizeof(name), 1);
	memcpy(out->temporary, out->target, folder);
	memcpy(out->temporary + folder, name, sizeof(name));
}

static bool is_synced(void)
{
	return sync_is_on(getenv(SYNC_VARIABLE));
}

/* Not everything that can be written to can be synced. */
static bool sync_file(int fd)
{
	return !is_synced() || fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP;
}

/*
 * A file without a name until it is complete leaves nothing behind, however the
 * program ends. -1: the file system does not support that.
 */
static int open_unnamed(const char *temporary)
{
	char *folder = sync_folder_of(temporary);
	int fd = folder != NULL ? platform_open_unnamed(folder) : -1;

	free(folder);
	return fd;
}

/* A file that cannot be given a name, as without /proc, is copied into one that has. */
static bool copy_unnamed(struct out *out)
{
	struct stat status;
	int reason, fd = mkostemp(out->temporary, O_CLOEXEC);

	if (fd < 0)
		return false;
	die_removes(out->temporary, remove_named);
	out->unnamed = false;
	if (fstat(fileno(out->file), &status) == 0)
		(void)!fchmod(fd, status.st_mode & 07777);
	reason = copy_bytes(fileno(out->file), fd) && sync_file(fd) ? 0 : errno;
	if (close(fd) != 0 && reason == 0)
		reason = errno;
	errno = reason;
	return reason == 0;
}

/* Name it as out->temporary, with digits for the X. */
static bool name_unnamed(struct out *out)
{
	static const char places[] = "XXXXXX";
	char *digits;

	assert(out->temporary != NULL); /* what has no name has a place */
	digits = out->temporary + strlen(out->temporary) - strlen(places);

	for (int i = 0; i < 100; i++) {
		snprintf(digits, sizeof(places), "%06x", (unsigned)mem_hash_seed() & 0xffffff);
		if (platform_name_unnamed(fileno(out->file), out->temporary)) {
			out->unnamed = false;
			return true;
		}
		if (errno != EEXIST)
			break;
	}
	memcpy(digits, places, sizeof(places));
	return copy_unnamed(out);
}

static bool open_temporary(struct out *out, mode_t mode, struct err *err)
{
	int fd;

	name_temporary(out);
	fd = open_unnamed(out->temporary);
	out->unnamed = fd >= 0;
	if (fd < 0)
		fd = mkostemp(out->temporary, O_CLOEXEC);
	if (fd < 0)
		return err_set_errno(err, errno, "cannot create '%s'", out->path);
	if (!out->unnamed)
		die_removes(out->temporary, remove_named);
	/* A file system without permissions refuses, and there are none to keep. */
	(void)!fchmod(fd, mode);
	out->file = fdopen(fd, "w");
	if (out->file != NULL)
		return true;
	err_set_errno(err, errno, "cannot create '%s'", out->path);
	close(fd);
	remove_temporary(out);
	return false;
}

/* Names of open descriptors and devices, which a file renamed over would replace. */
static bool is_as_it_is(const char *path, bool exists, const struct stat *status)
{
	return strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0 ||
	       (exists && !S_ISREG(status->st_mode));
}

static bool open_file(struct out *out, struct err *err)
{
	struct stat status;
	bool exists = stat(out->path, &status) == 0;

	if (exists && S_ISDIR(status.st_mode))
		return err_set_errno(err, EISDIR, "cannot write '%s'", out->path);
	if (is_as_it_is(out->path, exists, &status)) {
		out->file = fopen(out->path, "we");
		return out->file != NULL ||
		       err_set_errno(err, errno, "cannot open '%s'", out->path);
	}
	if (exists && faccessat(AT_FDCWD, out->path, W_OK, AT_EACCESS) != 0)
		return err_set_errno(err, errno, "cannot write '%s'", out->path);
	/* A symbolic link is kept: what it points to is replaced. */
	out->target = exists ? realpath(out->path, NULL) : strdup(out->path);
	if (out->target == NULL)
		return err_set_errno(err, errno, "cannot write '%s'", out->path);
	return open_temporary(out, exists ? status.st_mode & 07777 : default_mode(), err);
}

static void forget(struct out *out)
{
	if (out->temporary != NULL)
		die_keeps(out->temporary);
	free(out->temporary);
	free(out->target);
	*out = (struct out){ 0 };
}

bool out_check(const char *path, const char *const *inputs, size_t count, struct err *err)
{
	struct stat output, input;

	if (path == NULL || stat(path, &output) != 0 || !S_ISREG(output.st_mode))
		return true;
	for (size_t i = 0; i < count; i++) {
		if (stat(inputs[i], &input) == 0 && input.st_dev == output.st_dev &&
			input.st_ino == output.st_ino)
			return err_set(err, ERR_USAGE,
				"'%s' is an input; give the output another name", path);
	}
	return true;
}

bool out_open(struct out *out, const char *path, struct err *err)
{
	*out = (struct out){ 0 };
	if (path == NULL || strcmp(path, "-") == 0) {
		out->file = stdout;
		return true;
	}
	out->path = path;
	if (open_file(out, err))
		return true;
	forget(out);
	return false;
}

int out_flush(FILE *file)
{
	if (!ferror(file) && fflush(file) == 0)
		return 0;
	/* The reason of an earlier failed write is lost: another write fails the same way. */
	clearerr(file);
	errno = 0;
	if (fputc('\n', file) == EOF || fflush(file) != 0)
		return errno;
	return EIO;
}

bool out_check_written(FILE *file, struct err *err)
{
	int reason = out_flush(file);

	return reason == 0 || err_set_errno(err, reason, "cannot write");
}

bool out_commit(struct out *out, struct err *err)
{
	int reason = out_flush(out->file);

	if (reason == 0 && out->temporary != NULL && !sync_file(fileno(out->file)))
		reason = errno;
	if (reason == 0 && out->unnamed && !name_unnamed(out))
		reason = errno;
	if (out->file != stdout && fclose(out->file) != 0 && reason == 0)
		reason = errno;
	if (reason == 0 && out->temporary != NULL && rename(out->temporary, out->target) != 0)
		reason = errno;
	if (reason != 0) {
		err_set_errno(err, reason, "cannot write '%s'", out_name(out));
		remove_temporary(out);
	} else if (out->temporary != NULL && is_synced()) {
		sync_folder(out->target);
	}
	forget(out);
	return reason == 0;
}

void out_abort(struct out *out)
{
	if (out->file == stdout)
		platform_purge(stdout);
	else if (out->file != NULL)
		fclose(out->file);
	remove_temporary(out);
	forget(out);
}

bool out_end(struct out *out, bool ok, struct err *err)
{
	if (ok)
		return out_commit(out, err);
	out_abort(out);
	return false;
}
