#include "cmd/record/outcome.h"

#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>

#include "base/mem.h"
#include "base/text.h"
#include "capture/status.h"
#include "cmd/record/processes.h"

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

static struct outcome_process *add_process(struct outcome *outcome, const struct status *status)
{
	struct outcome_process *process;

	process = mem_next(outcome->processes, outcome->cap, outcome->count);
	*process = (struct outcome_process){
		.pid = status->pid,
		.rank = text_format("%s", status->rank),
	};
	return process;
}

static void add_failure(struct outcome *outcome, const struct status *status)
{
	*mem_next(outcome->failures, outcome->failure_cap, outcome->failure_count) =
		(struct outcome_failure){
			.pid = status->pid,
			.message = text_format("%s", status->text),
		};
	outcome->has_failed |= status->kind == STATUS_FAIL;
}

void outcome_add(struct outcome *outcome, const struct status *status)
{
	struct outcome_process *process;

	if (status->kind == STATUS_FAIL || status->kind == STATUS_NOTE) {
		add_failure(outcome, status);
		return;
	}
	process = find(outcome, status);
	if (process == NULL)
		process = add_process(outcome, status);
	if (process->path == NULL && strcmp(status->text, "-") != 0)
		process->path = text_format("%s", status->text);
	process->done = process->known = status->kind == STATUS_DONE;
	process->ops = status->ops;
	process->ns = status->ns;
	process->ranges = status->ranges;
	process->dropped = status->dropped;
}

static int compare_failures(const void *a, const void *b)
{
	const struct outcome_failure *left = a, *right = b;
	int order = strcmp(left->message, right->message);

	return order != 0 ? order : (left->pid > right->pid) - (left->pid < right->pid);
}

bool outcome_read(struct outcome *outcome, const char *path, struct err *err)
{
	FILE *file = fopen(path, "re");
	struct status status;
	char *line = NULL;
	size_t size = 0;
	bool ok = true;

	*outcome = (struct outcome){ 0 };
	if (file == NULL)
		return errno == ENOENT || err_set_errno(err, errno, "cannot read '%s'", path);
	while (getline(&line, &size, file) >= 0) {
		if (status_parse(line, &status))
			outcome_add(outcome, &status);
		else
			outcome->torn++;
	}
	if (ferror(file))
		ok = err_set_errno(err, errno, "cannot read '%s'", path);
	if (outcome->failure_count > 0)
		qsort(outcome->failures, outcome->failure_count, sizeof(*outcome->failures),
			compare_failures);
	free(line);
	fclose(file);
	if (!ok)
		outcome_release(outcome);
	return ok;
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

/* Whether it said what went wrong. */
static bool has_failed(const struct outcome *outcome, int64_t pid)
{
	for (size_t i = 0; i < outcome->failure_count; i++) {
		if (outcome->failures[i].pid == pid)
			return true;
	}
	return false;
}

void outcome_add_end(
	const struct outcome *outcome, const struct outcome_process *process, struct text *out)
{
	if (processes_is_running((pid_t)process->pid))
		text_add_string(out, "still runs");
	else if (process->has_status && WIFSIGNALED(process->status))
		text_addf(out, "was ended by signal %d", WTERMSIG(process->status));
	else if (process->has_status)
		text_addf(out, "ended with status %d%s", WEXITSTATUS(process->status),
			has_failed(outcome, process->pid) ? "" : ", by _exit or exec");
	else
		text_add_string(out, "ended early, by a signal, _exit or exec");
}
