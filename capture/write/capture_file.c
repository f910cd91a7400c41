#include "capture/write/capture_file.h"

#include <dlfcn.h>
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

#include "capture/format.h"
#include "capture/write/capture_db.h"
#include "capture/write/sources.h"

/* --- the file's place -------------------------------------------------------------- */

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

/* Whether a process of this session has claimed the file. */
static bool is_said(const struct recorder *recorder, const char *path)
{
	const char *name = recorder->config.status;
	FILE *file = name != NULL ? fopen(name, "re") : NULL;
	struct status status;
	char *line = NULL;
	size_t size = 0;
	bool said = false;

	while (file != NULL && !said && getline(&line, &size, file) >= 0)
		said = status_parse(line, &status) && status.kind != STATUS_FAIL &&
		       strcmp(status.text, path) == 0;
	free(line);
	if (file != NULL)
		fclose(file);
	return said;
}

/*
 * With the file locked: whether it belongs to a process of this run, by the
 * status file, or because it was written since this process started.
 */
static bool is_of_this_run(const struct recorder *recorder, int fd, const char *path)
{
	const int64_t second = INT64_C(1000000000);
	int64_t begin_ns = recorder->start_ns + recorder->epoch_ns;
	struct stat status;

	return is_said(recorder, path) ||
	       (fstat(fd, &status) == 0 &&
		       status.st_mtim.tv_sec * second + status.st_mtim.tv_nsec >= begin_ns);
}

static void lock(int fd)
{
	while (flock(fd, LOCK_EX) != 0 && errno == EINTR)
		continue;
}

/*
 * With the file locked: claim it for this process. A journal left beside it by
 * another would be rolled back into the file by the next reader.
 */
static bool claim(const struct recorder *recorder, const char *path, struct err *err)
{
	static const char *const endings[] = { "-journal", "-wal", "-shm" };
	char beside[PATH_MAX + 64];

	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		snprintf(beside, sizeof(beside), "%s%s", path, endings[i]);
		if (unlink(beside) != 0 && errno != ENOENT)
			return err_set_errno(
				err, errno, "cannot write '%s': cannot remove '%s'", path, beside);
	}
	recorder_say(recorder, &(const struct status){ .kind = STATUS_OPEN, .text = path });
	return true;
}

enum taking { TAKING_FAILED, TAKEN, TAKEN_BY_ANOTHER, TAKING_AGAIN };

/*
 * Claim the file, unless another process is faster: ranks that start together
 * race here. The lock is released at once, since it would conflict with
 * SQLite's own on some file systems; where locks are not supported, the status
 * file must suffice.
 */
static enum taking take_new(const struct recorder *recorder, const char *path, struct err *err)
{
	enum taking taking = TAKEN_BY_ANOTHER;
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

	if (fd < 0) {
		if (errno == EEXIST)
			return TAKING_AGAIN;
		err_set_errno(err, errno, "cannot write '%s'", path);
		return TAKING_FAILED;
	}
	lock(fd);
	if (!is_said(recorder, path))
		taking = claim(recorder, path, err) ? TAKEN : TAKING_FAILED;
	close(fd);
	return taking;
}

/*
 * With the file at `path` locked: discard its contents. A symbolic link is replaced, and
 * its target kept; the next to get the lock finds another file in its place.
 */
static enum taking replace(
	const struct recorder *recorder, int fd, const char *path, struct err *err)
{
	struct stat locked, there;

	if (is_of_this_run(recorder, fd, path))
		return TAKEN_BY_ANOTHER;
	if (fstat(fd, &locked) != 0 || lstat(path, &there) != 0)
		return TAKING_AGAIN;
	if (S_ISLNK(there.st_mode))
		return unlink(path) == 0 ? take_new(recorder, path, err) : TAKEN_BY_ANOTHER;
	if (locked.st_dev != there.st_dev || locked.st_ino != there.st_ino)
		return TAKING_AGAIN;
	if (ftruncate(fd, 0) != 0)
		return TAKEN_BY_ANOTHER;
	return claim(recorder, path, err) ? TAKEN : TAKING_FAILED;
}

static enum taking take_old(const struct recorder *recorder, const char *path, struct err *err)
{
	enum taking taking;
	struct stat status;
	int fd;

	if (lstat(path, &status) != 0 && errno == ENOENT)
		return TAKING_AGAIN;
	/* SQLite cannot write to devices. */
	if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) {
		err_set(err, ERR_IO, "cannot write '%s': it is not a regular file", path);
		return TAKING_FAILED;
	}
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT)
		return TAKING_AGAIN;
	if (fd < 0) {
		err_set_errno(err, errno, "cannot write '%s'", path);
		return TAKING_FAILED;
	}
	lock(fd);
	taking = replace(recorder, fd, path, err);
	close(fd);
	return taking;
}

/* How often a file may appear and vanish before it counts as taken. */
enum { MOST_TRIES = 100 };

/* Take the path by creating the file; *taken is false if another process has it. */
static bool take(const struct recorder *recorder, const char *path, bool may_replace, bool *taken,
	struct err *err)
{
	enum taking taking = TAKING_AGAIN;

	for (int i = 0; taking == TAKING_AGAIN && i < MOST_TRIES; i++) {
		taking = take_new(recorder, path, err);
		if (taking == TAKING_AGAIN && (!may_replace || !recorder->config.force))
			break;
		if (taking == TAKING_AGAIN)
			taking = take_old(recorder, path, err);
	}
	*taken = taking == TAKEN;
	return taking != TAKING_FAILED;
}

/* "run.gpuflame" -> "run.1234.gpuflame" */
static void insert_pid(const char *path, char *result, size_t size)
{
	const char *slash = strrchr(path, '/');
	const char *dot = strrchr(path, '.');

	if (dot == NULL || (slash != NULL && dot < slash + 2))
		dot = path + strlen(path);
	snprintf(result, size, "%.*s.%ld%s", (int)(dot - path), path, (long)getpid(), dot);
}

static bool expand(
	const struct recorder *recorder, uint64_t number, char path[PATH_MAX], struct err *err)
{
	char host[256] = "";
	const struct config_place place = {
		.host = host,
		.pid = (long)getpid(),
		.rank = recorder->rank,
		.number = number,
		.get = config_getenv,
	};

	if (gethostname(host, sizeof(host) - 1) != 0)
		host[0] = '\0';
	return config_expand_path(recorder->config.output, &place, path, PATH_MAX, NULL, err);
}

bool capture_file_reserve(const struct recorder *recorder, char **path, struct err *err)
{
	bool counts = config_pattern_has(recorder->config.output, 'n'), taken = false;
	char expanded[PATH_MAX], other[PATH_MAX + 32];

	for (uint64_t number = 1; !taken; number++) {
		if (!expand(recorder, number, expanded, err))
			return false;
		*path = absolute(recorder, expanded, err);
		if (*path == NULL)
			return false;
		if (!take(recorder, *path, !counts, &taken, err))
			break;
		if (!taken && (!counts || number == UINT32_MAX)) {
			insert_pid(*path, other, sizeof(other));
			free(*path);
			*path = strdup(other);
			if (*path == NULL)
				return err_nomem(err);
			if (take(recorder, *path, !counts, &taken, err) && !taken)
				err_set(err, ERR_IO,
					"cannot write '%s': it exists; set GPUFLAME_FORCE=1",
					*path);
			break;
		}
		if (!taken)
			free(*path);
	}
	if (!taken) {
		free(*path);
		*path = NULL;
	}
	return taken;
}

/* --- what a capture says of itself ------------------------------------------------------ */

/* The command line, arguments joined by blanks, cut if too long. */
static void read_command(char *text, size_t size)
{
	int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
	ssize_t got = fd >= 0 ? read(fd, text, size - 1) : 0;

	if (fd >= 0)
		close(fd);
	if (got < 0)
		got = 0;
	while (got > 0 && text[got - 1] == '\0')
		got--;
	for (ssize_t i = 0; i < got; i++) {
		if (text[i] == '\0')
			text[i] = ' ';
	}
	text[got] = '\0';
}

struct meta {
	const struct capture_db *db;
	sqlite3_stmt *statement;
	struct err *err;
	bool ok;
};

static void put_text(struct meta *meta, const char *name, const char *value)
{
	if (!meta->ok || value == NULL || value[0] == '\0')
		return;
	sqlite3_bind_text(meta->statement, 1, name, -1, SQLITE_STATIC);
	sqlite3_bind_text(meta->statement, 2, value, -1, SQLITE_TRANSIENT);
	meta->ok = capture_db_step(meta->db, meta->statement, meta->err);
}

static void put_number(struct meta *meta, const char *name, int64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64, value);
	put_text(meta, name, text);
}

static void put_devices(struct meta *meta)
{
	for (uint32_t device = 0; device < capture_device_count(); device++) {
		char key[32], name[256];

		snprintf(key, sizeof(key), FORMAT_META_DEVICE "%u", device);
		capture_device_name(device, name);
		put_text(meta, key, name);
	}
}

static void put_all(struct meta *meta, const struct sources *from, const struct file_facts *facts)
{
	const struct recorder *recorder = from->recorder;
	char text[8192];

	put_text(meta, FORMAT_META_VERSION, FORMAT_VERSION);
	put_text(meta, FORMAT_META_PRODUCT, GPUFLAME_VERSION);
	put_text(meta, FORMAT_META_MODE, facts->mode);
	put_text(meta, FORMAT_META_ENDED, facts->ended);
	if (gethostname(text, sizeof(text)) == 0)
		put_text(meta, FORMAT_META_HOST, text);
	put_number(meta, FORMAT_META_PID, getpid());
	put_text(meta, FORMAT_META_RANK, recorder->rank);
	read_command(text, sizeof(text));
	put_text(meta, FORMAT_META_COMMAND, text);
	put_number(meta, FORMAT_META_START, recorder->start_ns + recorder->epoch_ns);
	put_number(meta, FORMAT_META_END, facts->end_ns);
	if (from->gpu->cupti.handle != NULL)
		put_number(meta, FORMAT_META_CUPTI, from->gpu->cupti.version);
	if (cupti_driver_version() > 0)
		put_number(meta, FORMAT_META_DRIVER, cupti_driver_version());
	put_devices(meta);
	if (!recorder_is_trace(recorder))
		put_text(meta, FORMAT_META_STRIPPED, recorder->config.strip ? "1" : "0");
	put_number(meta, FORMAT_META_OPS, (int64_t)facts->ops);
	put_number(meta, FORMAT_META_NS, (int64_t)facts->ns);
	put_number(meta, FORMAT_META_RANGES, (int64_t)facts->ranges);
	if (facts->steps > 0)
		put_number(meta, FORMAT_META_STEPS, (int64_t)facts->steps);
	put_number(meta, FORMAT_META_PENDING, (int64_t)facts->pending);
}

static void put_loss(struct meta *meta, const struct file_facts *facts)
{
	for (size_t i = 0; i < ARRAY_SIZE(facts->loss) && meta->ok; i++) {
		const struct file_loss *loss = &facts->loss[i];

		if (loss->count == 0)
			continue;
		sqlite3_bind_text(meta->statement, 1, loss->what, -1, SQLITE_STATIC);
		sqlite3_bind_int64(meta->statement, 2, (int64_t)loss->count);
		if (loss->has_ns)
			sqlite3_bind_int64(meta->statement, 3, (int64_t)loss->ns);
		else
			sqlite3_bind_null(meta->statement, 3);
		meta->ok = capture_db_step(meta->db, meta->statement, meta->err);
	}
}

bool capture_file_write_facts(const struct sources *from, const struct capture_db *db,
	const struct file_facts *facts, struct err *err)
{
	struct meta meta = { .db = db, .err = err, .ok = true };

	if (!capture_db_prepare(
		    db, "REPLACE INTO " FORMAT_META_TABLE " VALUES(?1, ?2)", &meta.statement, err))
		return false;
	put_all(&meta, from, facts);
	sqlite3_finalize(meta.statement);
	meta.statement = NULL;
	if (!meta.ok ||
		!capture_db_prepare(db, "REPLACE INTO " FORMAT_LOSS_TABLE " VALUES(?1, ?2, ?3)",
			&meta.statement, err))
		return false;
	put_loss(&meta, facts);
	sqlite3_finalize(meta.statement);
	return meta.ok;
}

/* A function of the driver, if the process has loaded it. */
static void *driver_function(const char *name)
{
	void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
	void *function = driver != NULL ? dlsym(driver, name) : NULL;

	if (driver != NULL)
		dlclose(driver);
	return function;
}

void capture_device_name(uint32_t device, char name[256])
{
	int (*get_name)(char *name, int len, int device);

	*(void **)&get_name = driver_function("cuDeviceGetName");
	name[0] = '\0';
	if (get_name == NULL || get_name(name, 255, (int)device) != 0)
		name[0] = '\0';
}

uint32_t capture_device_count(void)
{
	int (*get_count)(int *count);
	int count = 0;

	*(void **)&get_count = driver_function("cuDeviceGetCount");
	if (get_count == NULL || get_count(&count) != 0 || count < 0)
		return 0;
	return (uint32_t)count;
}
