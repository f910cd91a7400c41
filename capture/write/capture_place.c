#include "capture/write/capture_place.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/platform.h"
#include "capture/format.h"
#include "capture/output_path.h"
#include "capture/recorder.h"

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

/* A value of the capture's GPUFLAME_META; "" if there is none. */
static void read_fact(sqlite3 *db, const char *name, char text[256])
{
	sqlite3_stmt *row = NULL;

	text[0] = '\0';
	if (sqlite3_prepare_v2(db, "SELECT value FROM " FORMAT_META_TABLE " WHERE name = ?1", -1,
		    &row, NULL) == SQLITE_OK &&
		sqlite3_bind_text(row, 1, name, -1, SQLITE_STATIC) == SQLITE_OK &&
		sqlite3_step(row) == SQLITE_ROW && sqlite3_column_text(row, 0) != NULL)
		snprintf(text, 256, "%s", (const char *)sqlite3_column_text(row, 0));
	sqlite3_finalize(row);
}

/* Whether the file is a capture of this run, or of a process that still runs on this host. */
static bool is_in_use(const struct recorder *recorder, const char *path)
{
	const char *status = recorder->config.status;
	char run[256] = "", host[256] = "", own[256] = "", ended[256] = "", pid[256] = "",
	     start[256] = "";
	sqlite3 *db = NULL;
	int64_t second;

	/* "unix-none": without locks, since this process holds one */
	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, "unix-none") ==
		SQLITE_OK) {
		sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
		read_fact(db, FORMAT_META_RUN, run);
		read_fact(db, FORMAT_META_HOST, host);
		read_fact(db, FORMAT_META_ENDED, ended);
		read_fact(db, FORMAT_META_PID, pid);
		read_fact(db, FORMAT_META_START, start);
	}
	sqlite3_close(db);
	if (status != NULL && strrchr(status, '/') != NULL)
		status = strrchr(status, '/') + 1;
	if (status != NULL && run[0] != '\0' && strcmp(run, status) == 0)
		return true;
	if (host[0] == '\0' || gethostname(own, sizeof(own) - 1) != 0 || strcmp(host, own) != 0 ||
		strcmp(ended, FORMAT_ENDED_RUNNING) != 0)
		return false;
	/* another process may have the number by now; a second, for rounding */
	second = platform_process_began(strtoll(pid, NULL, 10));
	return second > 0 && second <= strtoll(start, NULL, 10) / INT64_C(1000000000) + 1;
}

/* Whether the file was written since this process started, or is empty: a process has taken it. */
static bool is_new(const struct recorder *recorder, const struct stat *file)
{
	const int64_t second = INT64_C(1000000000);
	int64_t begin_ns = recorder->start_ns + recorder->epoch_ns;

	if (file->st_size == 0)
		begin_ns -= 60 * second;
	return file->st_mtim.tv_sec * second + file->st_mtim.tv_nsec >= begin_ns;
}

void capture_place_make_folders(const char *path)
{
	char folder[PATH_MAX];

	for (const char *slash = strchr(path + 1, '/'); slash != NULL;
		slash = strchr(slash + 1, '/')) {
		snprintf(folder, sizeof(folder), "%.*s", (int)(slash - path), path);
		if (mkdir(folder, 0777) != 0 && errno != EEXIST)
			return;
	}
}

static int create(const char *path)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
	int fd = open(path, flags, 0666);

	if (fd >= 0 || errno != ENOENT)
		return fd;
	capture_place_make_folders(path);
	return open(path, flags, 0666);
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
 * Take the name of a file that may be overwritten, which stays, locked, until it is replaced. A
 * symbolic link is removed, so that its name is free, and its target kept. False: whatever has the
 * name is to be left alone.
 */
static bool take_old(struct recorder *recorder, const char *path, bool *taken)
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
	*taken = ok && S_ISREG(there.st_mode);
	if (*taken)
		(void)own_file_set(&recorder->claim, own_file_move(fd));
	else
		close(fd);
	return *taken || (ok && unlink(path) == 0);
}

void capture_place_written(struct recorder *recorder)
{
	own_file_close(&recorder->claim);
}

void capture_place_leave(struct recorder *recorder, const char *path)
{
	struct stat status;

	capture_place_written(recorder);

	if (lstat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0)
		unlink(path);
}

/* How often a file may appear and vanish before it counts as taken; how many names are tried. */
enum { MOST_TRIES = 100, MOST_NUMBERS = 100000 };

/* Take the path, by creating the file; *taken is false if something else is there. */
static bool take(
	struct recorder *recorder, const char *path, bool may_replace, bool *taken, struct err *err)
{
	struct stat status;

	*taken = false;
	/* SQLite cannot write to devices, and their folder is no place for another name */
	if (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
		return err_set(err, ERR_IO, "cannot write '%s': it is not a regular file", path);
	for (int i = 0; !*taken && i < MOST_TRIES; i++) {
		int fd = create(path);

		*taken = fd >= 0;
		if (*taken)
			close(fd);
		else if (errno != EEXIST)
			return err_set_errno(err, errno, "cannot write '%s'", path);
		else if (!may_replace || !take_old(recorder, path, taken))
			break;
	}
	if (*taken)
		recorder_report(
			recorder, &(const struct status){ .kind = STATUS_OPEN, .text = path });
	return true;
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
		.node = recorder->job.node,
		.number = number,
		.get = config_getenv,
	};

	if (gethostname(host, sizeof(host) - 1) != 0)
		host[0] = '\0';
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
		recorder_note(recorder, "'%s' exists: recording to '%s'", first, path);
	free(first);
}

bool capture_place_take(struct recorder *recorder, char **path, struct err *err)
{
	bool counts = output_path_has(recorder->config.output, 'n'), taken = false;
	uint64_t number = counts ? 1 : 0;

	for (; number < MOST_NUMBERS; number++) {
		*path = expand(recorder, number, err);
		if (*path == NULL)
			return false;
		if (!take(recorder, *path, !counts && recorder->config.force, &taken, err) || taken)
			break;
		free(*path);
		*path = NULL;
	}
	if (number == MOST_NUMBERS)
		return err_set(err, ERR_IO,
			"cannot write '%s': too many numbered files of this name exist",
			recorder->config.output);
	if (taken && !counts && number > 0 && !recorder->is_again)
		report_other_name(recorder, *path);
	if (!taken) {
		free(*path);
		*path = NULL;
	}
	return taken;
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

int64_t capture_place_rest_ns(
	const struct recorder *recorder, const char *path, int64_t begin, int64_t end)
{
	int64_t least = (end - recorder->begun_ns) / 20;

	least = least < RARELY_NS ? least : RARELY_NS;
	if (path != NULL && platform_is_shared(path))
		least = RARELY_NS + getpid() % 4096 * INT64_C(1000000);
	return least > 9 * (end - begin) ? least : 9 * (end - begin);
}
