/*
 * LD_PRELOAD: a disk on which a program's end, or a power failure, comes at any moment. It looks
 * at what is done in one folder, DISK_FOLDER.
 *
 * DISK_KILL=N: before the N-th operation, or write, the program gets SIGKILL. DISK_COUNT=FILE: how
 * many there were, at a regular end.
 *
 * DISK_UNSYNCED, DISK_UNLOCKED: no file can be synced, or locked, as on some file systems.
 * DISK_STALLED: a file that is synced never is.
 *
 * DISK_COPIES=FOLDER: around each operation there are copies of what is then certain to be on the
 * disk: of each file what it held when it was synced last, or nothing. FOLDER/N has the names
 * of that moment, FOLDER/N.synced those of when the folder was synced last: a name may become
 * durable at any time in between.
 */
#define _GNU_SOURCE /* RTLD_NEXT, statx */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_NAMES = 64, LONG_PATH = 2 * PATH_MAX };

/* A file by its inode and birth: inodes are used again. */
struct name {
	char text[NAME_MAX + 1], file[64];
};

struct names {
	struct name list[MOST_NAMES];
	size_t count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct names synced;
static unsigned long operations, copies;

static bool is_in_folder(const char *path)
{
	const char *folder = getenv("DISK_FOLDER");
	size_t len = folder != NULL ? strlen(folder) : 0;

	return len > 0 && strncmp(path, folder, len) == 0 &&
	       (path[len] == '/' || path[len] == '\0');
}

/* The path of an open file in the folder, or of the folder. */
static bool path_of(int fd, char path[PATH_MAX])
{
	char name[64];
	ssize_t len;

	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	len = readlink(name, path, PATH_MAX - 1);
	path[len > 0 ? len : 0] = '\0';
	return is_in_folder(path);
}

static void copy(const char *from, const char *to)
{
	static char bytes[1 << 16];
	int in = open(from, O_RDONLY | O_CLOEXEC);
	int out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	ssize_t got = 0;

	while (in >= 0 && (got = read(in, bytes, sizeof(bytes))) > 0) {
		if (write(out, bytes, (size_t)got) != got)
			abort();
	}
	if (out < 0 || got < 0)
		abort();
	close(out);
	if (in >= 0)
		close(in);
}

/* Where what a file held when it was synced last is kept. */
static void place_of(const char *file, char path[LONG_PATH])
{
	snprintf(path, LONG_PATH, "%s/%s", getenv("DISK_COPIES"), file);
}

static bool identify(const char *path, struct name *name)
{
	struct statx status;

	if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_BTIME, &status) != 0 ||
		!S_ISREG(status.stx_mode))
		return false;
	snprintf(name->text, sizeof(name->text), "%s", strrchr(path, '/') + 1);
	snprintf(name->file, sizeof(name->file), "file-%" PRIu64 "-%" PRId64 ".%u",
		(uint64_t)status.stx_ino, (int64_t)status.stx_btime.tv_sec,
		status.stx_btime.tv_nsec);
	return true;
}

static void look(struct names *names)
{
	DIR *folder = opendir(getenv("DISK_FOLDER"));
	const struct dirent *entry;
	char path[LONG_PATH];

	names->count = 0;
	if (folder == NULL)
		abort();
	while ((entry = readdir(folder)) != NULL && names->count < MOST_NAMES) {
		snprintf(path, sizeof(path), "%s/%s", getenv("DISK_FOLDER"), entry->d_name);
		names->count += identify(path, &names->list[names->count]);
	}
	closedir(folder);
}

static void copy_all(const struct names *names, const char *suffix)
{
	char folder[PATH_MAX], from[LONG_PATH], to[LONG_PATH];

	snprintf(folder, sizeof(folder), "%s/%lu%s", getenv("DISK_COPIES"), copies, suffix);
	if (mkdir(folder, 0777) != 0)
		abort();
	for (size_t i = 0; i < names->count; i++) {
		place_of(names->list[i].file, from);
		snprintf(to, sizeof(to), "%s/%s", folder, names->list[i].text);
		copy(from, to);
	}
}

static void take_copies(void)
{
	static struct names names;

	if (getenv("DISK_COPIES") == NULL)
		return;
	copies++;
	look(&names);
	copy_all(&names, "");
	copy_all(&synced, ".synced");
}

/* What is there already is on the disk. */
__attribute__((constructor)) static void begin(void)
{
	char from[LONG_PATH], to[LONG_PATH];

	if (getenv("DISK_COPIES") == NULL)
		return;
	look(&synced);
	for (size_t i = 0; i < synced.count; i++) {
		snprintf(from, sizeof(from), "%s/%s", getenv("DISK_FOLDER"), synced.list[i].text);
		place_of(synced.list[i].file, to);
		copy(from, to);
	}
}

__attribute__((destructor)) static void end(void)
{
	const char *path = getenv("DISK_COUNT");
	FILE *out = path != NULL ? fopen(path, "we") : NULL;

	if (out != NULL) {
		fprintf(out, "%lu\n", operations);
		fclose(out);
	}
}

static void before(void)
{
	const char *at = getenv("DISK_KILL");

	operations++;
	if (at != NULL && operations == strtoul(at, NULL, 10))
		raise(SIGKILL);
	take_copies();
}

static void keep_synced(const char *path)
{
	struct name name;
	char to[LONG_PATH];

	if (getenv("DISK_COPIES") == NULL)
		return;
	if (strcmp(path, getenv("DISK_FOLDER")) == 0) {
		look(&synced);
	} else if (identify(path, &name)) {
		place_of(name.file, to);
		copy(path, to);
	}
	take_copies();
}

static void *next(const char *name)
{
	void *function = dlsym(RTLD_NEXT, name);

	if (function == NULL)
		abort();
	return function;
}

/* An operation on a file, or on anything else. */
#define ON_FILE(call)                    \
	char path[PATH_MAX];             \
	bool counts = path_of(fd, path); \
	int result;                      \
	pthread_mutex_lock(&lock);       \
	if (counts)                      \
		before();                \
	result = (call);                 \
	if (counts && result == 0)       \
		keep_synced(path);       \
	pthread_mutex_unlock(&lock);     \
	return result

static int cannot_sync(int fd)
{
	(void)fd;
	while (getenv("DISK_STALLED") != NULL)
		pause();
	errno = EINVAL;
	return -1;
}

static int (*sync_call(const char *name))(int)
{
	int (*real)(int);

	*(void **)&real = next(name);
	return getenv("DISK_UNSYNCED") != NULL || getenv("DISK_STALLED") != NULL ? cannot_sync
										 : real;
}

int fsync(int fd)
{
	int (*real)(int) = sync_call("fsync");

	ON_FILE(real(fd));
}

int fdatasync(int fd)
{
	int (*real)(int) = sync_call("fdatasync");

	ON_FILE(real(fd));
}

#define ON_PATH(path, call)               \
	bool counts = is_in_folder(path); \
	int result;                       \
	pthread_mutex_lock(&lock);        \
	if (counts)                       \
		before();                 \
	result = (call);                  \
	if (counts)                       \
		take_copies();            \
	pthread_mutex_unlock(&lock);      \
	return result

int rename(const char *from, const char *to)
{
	int (*real)(const char *, const char *);

	*(void **)&real = next("rename");
	ON_PATH(to, real(from, to));
}

int link(const char *from, const char *to)
{
	int (*real)(const char *, const char *);

	*(void **)&real = next("link");
	ON_PATH(to, real(from, to));
}

int unlink(const char *path)
{
	int (*real)(const char *);

	*(void **)&real = next("unlink");
	ON_PATH(path, real(path));
}

static int lock_call(const char *name, int fd, int command, void *argument)
{
	int (*real)(int, int, ...);

	*(void **)&real = next(name);
	if (getenv("DISK_UNLOCKED") == NULL ||
		(command != F_SETLK && command != F_SETLKW && command != F_GETLK))
		return real(fd, command, argument);
	errno = ENOSYS;
	return -1;
}

#define LOCK(name)                                              \
	int name(int fd, int command, ...)                      \
	{                                                       \
		va_list more;                                   \
		void *argument;                                 \
		va_start(more, command);                        \
		argument = va_arg(more, void *);                \
		va_end(more);                                   \
		return lock_call(#name, fd, command, argument); \
	}

LOCK(fcntl)
LOCK(fcntl64)

/* Writing: a moment to be killed at. */
static ssize_t write_at(int fd, const void *bytes, size_t size, off64_t offset)
{
	ssize_t (*real)(int, const void *, size_t, off64_t);
	char path[PATH_MAX];

	*(void **)&real = next("pwrite64");
	if (getenv("DISK_KILL") != NULL && path_of(fd, path)) {
		pthread_mutex_lock(&lock);
		before();
		pthread_mutex_unlock(&lock);
	}
	return real(fd, bytes, size, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset)
{
	return write_at(fd, bytes, size, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset)
{
	return write_at(fd, bytes, size, offset);
}
