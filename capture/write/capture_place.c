#include "capture/write/capture_place.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/platform.h"
#include "base/sync.h"
#include "capture/format.h"
#include "capture/output_path.h"
#include "capture/own_files.h"
#include "capture/recorder.h"

/* Of the name of a file that is not complete. */
enum { TEMPORARY_SIZE = PATH_MAX + 64 };

/* `path` made absolute, since the program may have changed its directory. malloc'ed. */
static char *absolute(const struct recorder *recorder, const char *path, struct err *err)
{
	const char *directory = path[0] == '/' ? "" : recorder->directory;
	char *result;
	size_t size;

	if (directory == NULL) {
		err_set(err, ERR_IO,
			"cannot write '%s': the program was started in a folder that no longer "
			"exists",
			path);
		return NULL;
	}
	size = strlen(directory) + strlen(path) + 2;
	result = malloc(size);
	if (result == NULL) {
		err_nomem(err);
		return NULL;
	}
	snprintf(result, size, "%s%s%s", directory, directory[0] != '\0' ? "/" : "", path);
	return result;
}

/* Whether the file is a capture of this run, or of a process that still runs on this host. */
static bool is_in_use(const struct recorder *recorder, const char *path)
{
	static const char sql[] = "SELECT sum(name = '" FORMAT_META_RUN "' AND value = ?1),"
				  " sum((name, value) IN (VALUES ('" FORMAT_META_HOST "', ?2),"
				  " ('" FORMAT_META_ENDED "', '" FORMAT_ENDED_RUNNING "'))),"
				  " max(iif(name = '" FORMAT_META_PID "', value, 0)),"
				  " max(iif(name = '" FORMAT_META_START "', value / 1000000000, 0))"
				  " FROM " FORMAT_META_TABLE;
	const char *status = recorder->config.status, *slash;
	char host[256] = "";
	sqlite3_stmt *row = NULL;
	sqlite3 *db = NULL;
	bool is = false;

	slash = status != NULL ? strrchr(status, '/') : NULL;
	(void)gethostname(host, sizeof(host) - 1);
	/* "unix-none": without locks, since this process holds one */
	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, "unix-none") ==
			SQLITE_OK &&
		sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL) == SQLITE_OK &&
		sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK &&
		sqlite3_bind_text(row, 1, slash != NULL ? slash + 1 : status, -1, SQLITE_STATIC) ==
			SQLITE_OK &&
		sqlite3_bind_text(row, 2, host, -1, SQLITE_STATIC) == SQLITE_OK &&
		sqlite3_step(row) == SQLITE_ROW) {
		int64_t began = platform_process_began(sqlite3_column_int64(row, 2));

		/* another process may have the number by now; a second, for rounding */
		is = sqlite3_column_int64(row, 0) > 0 ||
		     (sqlite3_column_int64(row, 1) == 2 && began > 0 &&
			     began <= sqlite3_column_int64(row, 3) + 1);
	}
	sqlite3_finalize(row);
	sqlite3_close(db);
	return is;
}

/* Whether the file was written since this process started or, as `force` says, since the run did.
 */
static bool is_new(const struct recorder *recorder, const struct stat *file)
{
	int64_t began = recorder->start_ns + recorder->epoch_ns;

	if (recorder->config.force > 1)
		began = (int64_t)recorder->config.force;
	return file->st_mtim.tv_sec * INT64_C(1000000000) + file->st_mtim.tv_nsec >= began;
}

/* Make the folders above `path`, as far as they are missing. */
static void make_folders(const char *path)
{
	char folder[PATH_MAX];

	for (const char *slash = strchr(path + 1, '/'); slash != NULL;
		slash = strchr(slash + 1, '/')) {
		snprintf(folder, sizeof(folder), "%.*s", (int)(slash - path), path);
		if (mkdir(folder, 0777) != 0 && errno != EEXIST)
			return;
	}
}

/* False: another process has the file locked. Where locks are not supported there is none. */
static bool lock(int fd)
{
	int result;

	do
		result = flock(fd, LOCK_EX | LOCK_NB);
	while (result != 0 && errno == EINTR);
	return result == 0 || errno != EWOULDBLOCK;
}

/*
 * Whether a file may be overwritten; `*old` is then open, and locked, until it is replaced. A
 * symbolic link is removed, so that its name is free, and its target kept.
 */
static bool take_old(const struct recorder *recorder, const char *path, int *old)
{
	int fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat file, there;
	bool ok;

	if (fd < 0)
		return errno == ENOENT && lstat(path, &there) != 0;
	ok = lock(fd) && fstat(fd, &file) == 0 && S_ISREG(file.st_mode) &&
	     !is_new(recorder, &file) && lstat(path, &there) == 0 &&
	     (S_ISLNK(there.st_mode) ||
		     (there.st_dev == file.st_dev && there.st_ino == file.st_ino)) &&
	     !is_in_use(recorder, path);
	if (ok && S_ISREG(there.st_mode)) {
		*old = fd;
		return true;
	}
	close(fd);
	return ok && unlink(path) == 0;
}

/* --- writing ------------------------------------------------------------- */

static bool write_all(struct recorder *recorder, int fd, const struct capture_bytes *bytes)
{
	size_t done = 0;

	while (done < bytes->size) {
		ssize_t wrote = pwrite(fd, bytes->bytes + done, bytes->size - done, (off_t)done);

		if (wrote == 0)
			errno = ENOSPC;
		if (wrote <= 0 && errno != EINTR)
			return false;
		done += wrote > 0 ? (size_t)wrote : 0;
	}
	if (!recorder->config.sync || recorder->cannot_sync || fdatasync(fd) == 0)
		return true;
	recorder->cannot_sync = errno == EINVAL || errno == ENOTSUP || errno == ENOSYS;
	return recorder->cannot_sync;
}

/* For errno: the temporary file, if there is one, goes. */
static bool fail(char temporary[TEMPORARY_SIZE], const char *path, struct err *err)
{
	int reason = errno;

	if (temporary[0] != '\0')
		unlink(temporary);
	temporary[0] = '\0';
	return err_set_errno(err, reason, "cannot write '%s'", path);
}

/* Write a file of our own beside `path`, whose name messages have. */
static bool write_beside(struct recorder *recorder, const char *path,
	char temporary[TEMPORARY_SIZE], const struct capture_bytes *bytes, struct err *err)
{
	int fd = -1, reason;
	bool ok;

	/* a file of that name is another's, or was left by a killed process */
	for (unsigned number = 0; fd < 0 && number < 1000; number++) {
		snprintf(temporary, TEMPORARY_SIZE, "%s.%ld-%u.tmp", path, (long)getpid(), number);
		fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd < 0 && errno == ENOENT && number == 0)
			make_folders(path);
		else if (fd < 0 && errno != EEXIST)
			break;
	}
	if (fd < 0) {
		temporary[0] = '\0';
		return fail(temporary, path, err);
	}
	/* so that it is none of those that the program closes, or closes twice */
	fd = own_file_move(fd);
	ok = write_all(recorder, fd, bytes);
	reason = errno;
	if (close(fd) == 0)
		errno = reason;
	else
		ok = false;
	return ok || fail(temporary, path, err);
}

/* A journal left by another would be rolled back into the file by its next reader. */
static bool remove_beside(const char *path, struct err *err)
{
	static const char *const endings[] = { "-journal", "-wal", "-shm" };
	char beside[TEMPORARY_SIZE];

	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		snprintf(beside, sizeof(beside), "%s%s", path, endings[i]);
		if (unlink(beside) != 0 && errno != ENOENT)
			return err_set_errno(
				err, errno, "cannot write '%s': cannot remove '%s'", path, beside);
	}
	return true;
}

/* Give the file its name, unless something has it (EEXIST). */
static bool name_it(const char *temporary, const char *path)
{
	int fd;

	if (link(temporary, path) == 0) {
		unlink(temporary);
		return true;
	}
	if (errno == EEXIST)
		return false;
	/* a file system without links */
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		return false;
	close(fd);
	return rename(temporary, path) == 0;
}

/* How often a file may appear and vanish before it counts as taken; how many names are tried. */
enum { MOST_TRIES = 100, MOST_NUMBERS = 100000 };

/* Write a file of that name; *taken is false if something else is there. */
static bool take(struct recorder *recorder, const char *path, bool may_replace,
	const struct capture_bytes *bytes, bool *taken, struct err *err)
{
	char temporary[TEMPORARY_SIZE] = "";
	struct stat status;
	bool ok = true;

	*taken = false;
	/* SQLite cannot write to devices, and their folder is no place for another name */
	if (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
		return err_set(err, ERR_IO, "cannot write '%s': it is not a regular file", path);
	for (int i = 0; ok && !*taken && i < MOST_TRIES; i++) {
		int old = -1;

		if (lstat(path, &status) == 0 && (!may_replace || !take_old(recorder, path, &old)))
			break;
		ok = (temporary[0] != '\0' ||
			     write_beside(recorder, path, temporary, bytes, err)) &&
		     remove_beside(path, err);
		*taken = ok && (old >= 0 ? rename(temporary, path) == 0 : name_it(temporary, path));
		if (ok && !*taken && errno != EEXIST)
			ok = fail(temporary, path, err);
		if (old >= 0)
			close(old);
	}
	if (!*taken && temporary[0] != '\0')
		unlink(temporary);
	return ok;
}

/*
 * The pattern's path, absolute, with `number` for %n, or before the suffix if there is no
 * %n and the number is not 0. malloc'ed.
 */
static char *expand(const struct recorder *recorder, uint64_t number, struct err *err)
{
	const struct config *config = &recorder->config;
	char host[256] = "", path[PATH_MAX], text[24];
	const struct output_place place = {
		.host = host,
		.pid = (long)getpid(),
		.rank = recorder->job.rank,
		.has_more_ranks = job_has_more_ranks(&recorder->job),
		.job = recorder->job.id,
		.attempt = recorder->job.attempt,
		.node = recorder->job.node,
		.number = number,
		.began = (time_t)((recorder->start_ns + recorder->epoch_ns) / 1000000000),
		.get = config_getenv,
	};

	gethostname(host, sizeof(host) - 1); /* or none */
	if (!output_path_expand(config->output, &place, path, sizeof(path), NULL, err))
		return NULL;
	snprintf(text, sizeof(text), "%" PRIu64, number);
	if (number > 0 && !output_path_has(config->output, 'n') &&
		!output_path_insert(path, sizeof(path), text)) {
		err_set(err, ERR_IO, "cannot write '%s': the name is too long", path);
		return NULL;
	}
	return absolute(recorder, path, err);
}

static void report_other_name(struct recorder *recorder, const char *path)
{
	struct err ignored = { 0 };
	char *first = expand(recorder, 0, &ignored);

	if (first != NULL)
		recorder_say("'%s' exists: recording to '%s'", first, path);
	free(first);
}

/* Write the file under a name that is free, or may be overwritten. */
static bool put_first(
	struct recorder *recorder, char **path, const struct capture_bytes *bytes, struct err *err)
{
	bool counts = output_path_has(recorder->config.output, 'n'), taken = false, ok = true;
	uint64_t number = counts ? 1 : 0;
	char *tried = NULL;

	for (; ok && !taken && number < MOST_NUMBERS; number++) {
		free(tried);
		tried = expand(recorder, number, err);
		ok = tried != NULL && take(recorder, tried, !counts && recorder->config.force > 0,
					      bytes, &taken, err);
	}
	if (!taken) {
		free(tried);
		return ok && err_set(err, ERR_IO,
				     "cannot write '%s': too many numbered files of this name "
				     "exist",
				     recorder->config.output);
	}
	*path = tried;
	recorder->is_shared = platform_is_shared(tried);
	recorder_report(recorder, &(const struct status){ .kind = STATUS_OPEN, .text = tried });
	if (!counts && number > 1 && !recorder->is_again)
		report_other_name(recorder, tried);
	return true;
}

static bool put_again(struct recorder *recorder, const char *path,
	const struct capture_bytes *bytes, struct err *err)
{
	char temporary[TEMPORARY_SIZE];

	return write_beside(recorder, path, temporary, bytes, err) &&
	       (rename(temporary, path) == 0 || fail(temporary, path, err));
}

bool capture_place_put(
	struct recorder *recorder, char **path, const struct capture_bytes *bytes, struct err *err)
{
	bool is_first = *path == NULL;

	if (!(is_first ? put_first(recorder, path, bytes, err)
		       : put_again(recorder, *path, bytes, err)))
		return false;
	if (recorder->config.sync && (is_first || bytes->is_last))
		sync_folder(*path);
	return true;
}

void capture_place_folder(const struct recorder *recorder, char *folder, size_t size)
{
	struct err ignored = { 0 };
	char *path = expand(recorder, 1, &ignored);
	const char *slash = path != NULL ? strrchr(path, '/') : NULL;

	folder[0] = '\0';
	if (slash != NULL)
		snprintf(folder, size, "%.*s", slash == path ? 1 : (int)(slash - path), path);
	free(path);
}

/* How often fold mode writes its file after some minutes. */
#define RARELY_NS INT64_C(10000000000)

int64_t capture_place_rest_ns(const struct recorder *recorder, int64_t begin, int64_t end)
{
	int64_t age = end - recorder->young_ns, least = age / 20, rest = 9 * (end - begin);

	least = least < RARELY_NS ? least : RARELY_NS;
	if (recorder->is_shared)
		least = RARELY_NS + getpid() % 4096 * INT64_C(1000000);
	/* it may be a program of some moments */
	rest = rest < age ? rest : age;
	return least > rest ? least : rest;
}
