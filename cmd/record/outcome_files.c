#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/text.h"
#include "capture/format.h"
#include "capture/status.h"
#include "cmd/record/outcome.h"
#include "cmd/record/processes.h"
#include "collapse/input/database.h"

/* --- what a capture says --------------------------------------------------------------- */

/* False: it is no capture, or cannot be read. An empty file is one without tables. */
static bool open_capture(struct database *db, int *fd, const char *path)
{
	struct err ignored = { 0 };
	struct stat status;

	*fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (*fd < 0)
		return false;
	if (fstat(*fd, &status) == 0 && S_ISREG(status.st_mode) &&
		database_open(db, *fd, path, path, &ignored))
		return true;
	close(*fd);
	return false;
}

static void close_capture(struct database *db, int fd)
{
	database_close(db);
	close(fd);
}

/* The first value that a statement gives, of a name if it has one; to free(). NULL: none. */
static char *ask(sqlite3 *db, const char *sql, const char *name)
{
	sqlite3_stmt *row = NULL;
	char *value = NULL;

	if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK &&
		(name == NULL || sqlite3_bind_text(row, 1, name, -1, SQLITE_STATIC) == SQLITE_OK) &&
		sqlite3_step(row) == SQLITE_ROW && sqlite3_column_text(row, 0) != NULL)
		value = text_format("%s", (const char *)sqlite3_column_text(row, 0));
	sqlite3_finalize(row);
	return value;
}

/* A value of GPUFLAME_META. */
static char *read_fact(sqlite3 *db, const char *name)
{
	return ask(db, "SELECT value FROM " FORMAT_META_TABLE " WHERE name = ?1", name);
}

static bool has_fact(sqlite3 *db, const char *name, const char *wanted)
{
	char *value = read_fact(db, name);
	bool has = value != NULL && strcmp(value, wanted) == 0;

	free(value);
	return has;
}

/* A number, whose text is freed; 0: there is none. */
static uint64_t number_of(char *text)
{
	uint64_t number = text != NULL && text[0] != '-' ? strtoull(text, NULL, 10) : 0;

	free(text);
	return number;
}

static uint64_t read_count(sqlite3 *db, const char *name)
{
	return number_of(read_fact(db, name));
}

static uint64_t overflow_ns(sqlite3 *db)
{
	return number_of(ask(db,
		"SELECT CAST(total(ns) AS INTEGER) FROM " FORMAT_VALUE_TABLE
		" WHERE stackId IN (SELECT id FROM " FORMAT_STACK_TABLE " WHERE name = ?1)",
		FORMAT_OVERFLOW_NAME));
}

/* What the process of the capture would have reported; `rank` is to be freed. */
static struct status status_of(sqlite3 *db, const char *path, char **rank)
{
	*rank = read_fact(db, FORMAT_META_RANK);
	return (struct status){
		.kind = has_fact(db, FORMAT_META_ENDED, FORMAT_ENDED_RUNNING) ? STATUS_OPEN
									      : STATUS_DONE,
		.pid = (int64_t)read_count(db, FORMAT_META_PID),
		.rank = *rank != NULL ? *rank : "-",
		.text = path,
		.ops = read_count(db, FORMAT_META_OPS),
		.ns = read_count(db, FORMAT_META_NS),
		.ranges = read_count(db, FORMAT_META_RANGES),
		.dropped = number_of(ask(
			db, "SELECT CAST(total(count) AS INTEGER) FROM " FORMAT_LOSS_TABLE, NULL)),
	};
}

/* --- processes that ended early --------------------------------------------------------- */

/*
 * A process that ended before its first write has no file: there is the one that was there
 * before or, in a new place, an empty one.
 */
static void look_into(struct outcome_process *process, sqlite3 *db)
{
	char *rank, *ops = read_fact(db, FORMAT_META_OPS);
	const struct status status = status_of(db, process->path, &rank);
	bool is_its_own = ops != NULL && (status.pid == 0 || status.pid == process->pid);

	free(rank);
	free(ops);
	process->known = true;
	if (!is_its_own) {
		free(process->path);
		process->path = NULL;
		return;
	}
	process->ops = status.ops;
	process->ns = status.ns;
	process->ranges = status.ranges;
	/* those that were launched, and nothing more came of them, are lost, too */
	process->dropped = status.dropped + read_count(db, FORMAT_META_PENDING);
}

void outcome_look_into_files(struct outcome *outcome)
{
	for (size_t i = 0; i < outcome->count; i++) {
		struct outcome_process *process = &outcome->processes[i];
		struct database db;
		int fd;

		/* a file that is being written is left alone */
		if (process->path == NULL ||
			(!process->done && processes_is_running((pid_t)process->pid)) ||
			!open_capture(&db, &fd, process->path))
			continue;
		if (!process->done)
			look_into(process, db.handle);
		if (process->path != NULL) {
			outcome->overflow_ns += overflow_ns(db.handle);
			process->is_cut =
				has_fact(db.handle, FORMAT_META_ENDED, FORMAT_ENDED_COSTLY) ||
				has_fact(db.handle, FORMAT_META_ENDED, FORMAT_ENDED_DETACHED);
		}
		close_capture(&db, fd);
	}
}

/* --- processes that could not report ---------------------------------------------------- */

char *outcome_glob(const char *pattern)
{
	const char *slash = strrchr(pattern, '/'), *dot = strrchr(pattern, '.');
	struct text text = { 0 };

	if (dot != NULL && slash != NULL && dot < slash)
		dot = NULL;
	for (const char *p = pattern; *p != '\0'; p++) {
		const char *end = p[0] == '%' && p[1] == 'q' ? strchr(p, '}') : p + 1;
		bool is_value = p[0] == '%' && p[1] != '%' && p[1] != '\0' && end != NULL;

		if ((p == dot || is_value) && (text.len == 0 || text.bytes[text.len - 1] != '*'))
			text_add_string(&text, "*");
		if (p[0] == '%' && p[1] != '\0' && end != NULL)
			p = end;
		if (!is_value)
			text_addf(&text, strchr("*?[\\", *p) != NULL ? "\\%c" : "%c", *p);
	}
	if (dot == NULL)
		text_add_string(&text, "*");
	return text.bytes;
}

static bool is_known(const struct outcome *outcome, const char *path)
{
	for (size_t i = 0; i < outcome->count; i++) {
		const char *known = outcome->processes[i].path;

		if (known != NULL && strcmp(known, path) == 0)
			return true;
	}
	return false;
}

/* Add the capture at `path` if it is of `run`. */
static void add_file(struct outcome *outcome, const char *path, const char *run)
{
	struct database db;
	int fd;

	if (!open_capture(&db, &fd, path))
		return;
	if (has_fact(db.handle, FORMAT_META_RUN, run)) {
		char *rank;
		const struct status status = status_of(db.handle, path, &rank);

		outcome_add(outcome, &status);
		free(rank);
	}
	close_capture(&db, fd);
}

void outcome_find_files(struct outcome *outcome, const char *pattern, const char *status_path)
{
	const char *slash = strrchr(status_path, '/');
	char *shell_pattern = outcome_glob(pattern);
	glob_t found;

	/* single-threaded, and we do not set the environment */
	if (glob(shell_pattern, 0, NULL, &found) == 0) { /* NOLINT(concurrency-mt-unsafe) */
		for (size_t i = 0; i < found.gl_pathc; i++) {
			if (!is_known(outcome, found.gl_pathv[i]))
				add_file(outcome, found.gl_pathv[i],
					slash != NULL ? slash + 1 : status_path);
		}
		globfree(&found);
	}
	free(shell_pattern);
}
