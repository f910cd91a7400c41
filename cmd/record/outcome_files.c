#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "capture/format.h"
#include "capture/status.h"
#include "cmd/record/outcome.h"
#include "collapse/input/database.h"

/*
 * A shell pattern for the files of an output pattern, with the numbers that may be before
 * their suffix. To free(); NULL and ERR_NOMEM.
 */
static char *as_glob(const char *pattern, struct err *err)
{
	const char *slash = strrchr(pattern, '/'), *dot = strrchr(pattern, '.');
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (out == NULL) {
		err_nomem(err);
		return NULL;
	}
	if (dot != NULL && slash != NULL && dot < slash)
		dot = NULL;
	for (const char *p = pattern; *p != '\0'; p++) {
		const char *end = p[0] == '%' && p[1] == 'q' ? strchr(p, '}') : p + 1;

		if (p == dot || (p[0] == '%' && p[1] != '%' && p[1] != '\0' && end != NULL))
			fputc('*', out);
		if (p[0] == '%' && p[1] != '\0' && end != NULL) {
			p = end;
			if (*p != '%')
				continue;
		}
		if (strchr("*?[\\", *p) != NULL)
			fputc('\\', out);
		fputc(*p, out);
	}
	if (dot == NULL)
		fputc('*', out);
	if (fclose(out) != 0) {
		free(text);
		err_nomem(err);
		return NULL;
	}
	return text;
}

/* A value of the capture's GPUFLAME_META, to free(); NULL: there is none. */
static char *read_fact(sqlite3 *db, const char *name)
{
	sqlite3_stmt *row = NULL;
	char *value = NULL;

	if (sqlite3_prepare_v2(db, "SELECT value FROM " FORMAT_META_TABLE " WHERE name = ?1", -1,
		    &row, NULL) == SQLITE_OK &&
		sqlite3_bind_text(row, 1, name, -1, SQLITE_STATIC) == SQLITE_OK &&
		sqlite3_step(row) == SQLITE_ROW && sqlite3_column_text(row, 0) != NULL)
		value = strdup((const char *)sqlite3_column_text(row, 0));
	sqlite3_finalize(row);
	return value;
}

static bool is_equal(const char *a, const char *b)
{
	return a != NULL && b != NULL && strcmp(a, b) == 0;
}

static bool is_known(const struct outcome *outcome, const char *path)
{
	for (size_t i = 0; i < outcome->count; i++) {
		if (is_equal(outcome->processes[i].path, path))
			return true;
	}
	return false;
}

/* A count of GPUFLAME_META; 0: there is none. */
static uint64_t read_count(sqlite3 *db, const char *name)
{
	char *text = read_fact(db, name);
	uint64_t count = text != NULL ? strtoull(text, NULL, 10) : 0;

	free(text);
	return count;
}

/* What the process of the capture would have reported. */
static bool add_process(struct outcome *outcome, sqlite3 *db, const char *path, struct err *err)
{
	char *rank = read_fact(db, FORMAT_META_RANK), *ended = read_fact(db, FORMAT_META_ENDED);
	const struct status status = {
		.kind = is_equal(ended, FORMAT_ENDED_RUNNING) ? STATUS_OPEN : STATUS_DONE,
		.pid = (int64_t)read_count(db, FORMAT_META_PID),
		.rank = rank != NULL ? rank : "-",
		.text = path,
		.ops = read_count(db, FORMAT_META_OPS),
		.ns = read_count(db, FORMAT_META_NS),
		.ranges = read_count(db, FORMAT_META_RANGES),
		.dropped = outcome_count_lost(db),
		.rate = read_count(db, FORMAT_META_RATE),
		.buffers = read_count(db, FORMAT_META_BUFFERS),
	};
	bool ok = outcome_add(outcome, &status, err);

	free(rank);
	free(ended);
	return ok;
}

/* Add the capture at `path` if it is of `run`. */
static bool add_file(struct outcome *outcome, const char *path, const char *run, struct err *err)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct err other_file = { 0 };
	struct database db;
	struct stat status;
	char *of_run = NULL;
	bool ok = true;

	if (fd < 0)
		return true;
	if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0 &&
		database_open(&db, fd, path, path, &other_file)) {
		of_run = read_fact(db.handle, FORMAT_META_RUN);
		if (is_equal(of_run, run))
			ok = add_process(outcome, db.handle, path, err);
		database_close(&db);
	}
	close(fd);
	free(of_run);
	return ok;
}

bool outcome_find_files(
	struct outcome *outcome, const char *pattern, const char *status_path, struct err *err)
{
	const char *slash = strrchr(status_path, '/');
	char *shell_pattern = as_glob(pattern, err);
	bool ok = true;
	glob_t found;

	if (shell_pattern == NULL)
		return false;
	/* single-threaded, and we do not set the environment */
	if (glob(shell_pattern, 0, NULL, &found) == 0) { /* NOLINT(concurrency-mt-unsafe) */
		for (size_t i = 0; ok && i < found.gl_pathc; i++)
			ok = is_known(outcome, found.gl_pathv[i]) ||
			     add_file(outcome, found.gl_pathv[i],
				     slash != NULL ? slash + 1 : status_path, err);
		globfree(&found);
	}
	free(shell_pattern);
	return ok;
}
