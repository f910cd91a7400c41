#include "cmd/record/outcome.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/mem.h"
#include "capture/format.h"
#include "capture/status.h"
#include "cmd/record/processes.h"
#include "collapse/input/database.h"

void outcome_release(struct outcome *outcome)
{
	for (size_t i = 0; i < outcome->count; i++) {
		free(outcome->processes[i].rank);
		free(outcome->processes[i].path);
	}
	for (size_t i = 0; i < outcome->failure_count; i++)
		free(outcome->failures[i].message);
	free(outcome->processes);
	free(outcome->failures);
	*outcome = (struct outcome){ 0 };
}

/*
 * The known process that a line is about, by pid and file, or that has no file yet: a
 * process that calls exec is captured a second time under the same pid.
 */
static struct outcome_process *find(const struct outcome *outcome, const struct status *status)
{
	for (size_t i = outcome->count; i-- > 0 && status->kind != STATUS_CUDA;) {
		struct outcome_process *process = &outcome->processes[i];

		if (process->pid != status->pid)
			continue;
		if (process->path == NULL ? !process->done
					  : strcmp(process->path, status->text) == 0)
			return process;
	}
	return NULL;
}

static struct outcome_process *add_process(
	struct outcome *outcome, const struct status *status, struct err *err)
{
	void *items = outcome->processes;
	struct outcome_process *process;

	if (!mem_try_grow(&items, &outcome->cap, outcome->count + 1, sizeof(*process), err))
		return NULL;
	outcome->processes = items;
	process = &outcome->processes[outcome->count++];
	*process = (struct outcome_process){ .pid = status->pid, .rank = strdup(status->rank) };
	if (process->rank == NULL) {
		err_nomem(err);
		return NULL;
	}
	return process;
}

static bool add_failure(struct outcome *outcome, const struct status *status, struct err *err)
{
	void *items = outcome->failures;
	struct outcome_failure *failure;

	if (!mem_try_grow(&items, &outcome->failure_cap, outcome->failure_count + 1,
		    sizeof(*failure), err))
		return false;
	outcome->failures = items;
	failure = &outcome->failures[outcome->failure_count++];
	*failure = (struct outcome_failure){ status->pid, strdup(status->text) };
	outcome->has_failed |= status->kind == STATUS_FAIL;
	return failure->message != NULL || err_nomem(err);
}

bool outcome_add(struct outcome *outcome, const struct status *status, struct err *err)
{
	struct outcome_process *process;

	if (status->kind == STATUS_FAIL || status->kind == STATUS_NOTE)
		return add_failure(outcome, status, err);
	process = find(outcome, status);
	if (process == NULL)
		process = add_process(outcome, status, err);
	if (process == NULL)
		return false;
	if (process->path == NULL && strcmp(status->text, "-") != 0) {
		process->path = strdup(status->text);
		if (process->path == NULL)
			return err_nomem(err);
	}
	process->done = process->known = status->kind == STATUS_DONE;
	process->ops = status->ops;
	process->ns = status->ns;
	process->ranges = status->ranges;
	process->dropped = status->dropped;
	process->rate = status->rate;
	process->buffers = status->buffers;
	return true;
}

static bool read_lines(struct outcome *outcome, FILE *file, const char *path, struct err *err)
{
	char *line = NULL;
	size_t size = 0;
	bool ok = true;

	while (ok && getline(&line, &size, file) >= 0) {
		struct status status;

		if (status_parse(line, &status))
			ok = outcome_add(outcome, &status, err);
		else
			outcome->torn++;
	}
	if (ok && ferror(file))
		ok = err_set_errno(err, errno, "cannot read '%s'", path);
	free(line);
	return ok;
}

bool outcome_read(struct outcome *outcome, const char *path, struct err *err)
{
	FILE *file = fopen(path, "re");
	bool ok;

	*outcome = (struct outcome){ 0 };
	if (file == NULL && errno == ENOENT)
		return true;
	if (file == NULL)
		return err_set_errno(err, errno, "cannot read '%s'", path);
	ok = read_lines(outcome, file, path, err);
	fclose(file);
	if (!ok)
		outcome_release(outcome);
	return ok;
}

/* The first column of the first row of `sql`, as a count; false when there is none. */
static bool read_count(sqlite3 *db, const char *sql, uint64_t *count)
{
	sqlite3_stmt *statement = NULL;
	bool found = db != NULL && sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
		     sqlite3_step(statement) == SQLITE_ROW;
	sqlite3_int64 value = found ? sqlite3_column_int64(statement, 0) : 0;

	sqlite3_finalize(statement);
	if (value > 0)
		*count = (uint64_t)value;
	return found;
}

uint64_t outcome_count_lost(sqlite3 *db)
{
	uint64_t count = 0;

	(void)read_count(db, "SELECT total(count) FROM " FORMAT_LOSS_TABLE, &count);
	return count;
}

#define META(name) "SELECT value FROM " FORMAT_META_TABLE " WHERE name = '" name "'"

/*
 * A process that ended before its first write has no file: there is the one that was there
 * before or, in a new place, an empty one.
 */
static void look_into_database(struct outcome_process *process, sqlite3 *db)
{
	uint64_t pid = (uint64_t)process->pid, pending = 0;
	bool any = read_count(db, META(FORMAT_META_OPS), &process->ops);

	(void)read_count(db, META(FORMAT_META_PID), &pid);
	process->known = true;
	if (!any || pid != (uint64_t)process->pid) {
		process->ops = 0;
		free(process->path);
		process->path = NULL;
		return;
	}
	process->known = read_count(db, META(FORMAT_META_NS), &process->ns) &&
			 read_count(db, META(FORMAT_META_RANGES), &process->ranges);
	process->dropped = outcome_count_lost(db);
	(void)read_count(db, META(FORMAT_META_RATE), &process->rate);
	(void)read_count(db, META(FORMAT_META_BUFFERS), &process->buffers);
	/* launched, and nothing more came of them */
	if (read_count(db, META(FORMAT_META_PENDING), &pending))
		process->dropped += pending;
}

static void look_into_file(struct outcome_process *process)
{
	int fd = open(process->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct err ignored = { 0 };
	struct database db;
	struct stat status;

	if (fd < 0)
		return;
	if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) {
		if (status.st_size == 0) {
			look_into_database(process, NULL);
		} else if (database_open(&db, fd, process->path, process->path, &ignored)) {
			look_into_database(process, db.handle);
			database_close(&db);
		}
	}
	close(fd);
}

void outcome_look_into_files(struct outcome *outcome)
{
	for (size_t i = 0; i < outcome->count; i++) {
		struct outcome_process *process = &outcome->processes[i];

		/* a file that is being written is left alone */
		if (!process->done && process->path != NULL &&
			!processes_is_running((pid_t)process->pid))
			look_into_file(process);
	}
}

void outcome_note_end(struct outcome *outcome, int64_t pid, int status)
{
	for (size_t i = outcome->count; i-- > 0;) {
		struct outcome_process *process = &outcome->processes[i];

		if (process->pid != pid)
			continue;
		process->has_status = true;
		process->status = status;
		return;
	}
}

/* Whether the process was captured again, as another program. */
static bool has_called_exec(const struct outcome *outcome, const struct outcome_process *process)
{
	for (size_t i = outcome->count; &outcome->processes[--i] != process;) {
		if (outcome->processes[i].pid == process->pid)
			return true;
	}
	return false;
}

void outcome_describe_end(const struct outcome *outcome, const struct outcome_process *process,
	char text[OUTCOME_END_SIZE])
{
	if (has_called_exec(outcome, process))
		snprintf(text, OUTCOME_END_SIZE, "became another program (exec)");
	else if (processes_is_running((pid_t)process->pid))
		snprintf(text, OUTCOME_END_SIZE, "still runs");
	else if (process->has_status && WIFSIGNALED(process->status))
		snprintf(text, OUTCOME_END_SIZE, "was ended by signal %d",
			WTERMSIG(process->status));
	else if (process->has_status)
		snprintf(text, OUTCOME_END_SIZE, "ended with status %d, by _exit or exec",
			WEXITSTATUS(process->status));
	else
		snprintf(text, OUTCOME_END_SIZE, "ended early, by a signal, _exit or exec");
}
