#ifndef CMD_RECORD_OUTCOME_H
#define CMD_RECORD_OUTCOME_H

#include "base/err.h"

struct status; /* capture/status.h */
struct text;   /* base/text.h */

/*
 * The result of a recording: the lines that captured processes appended to the
 * status file (capture/status.h), by process.
 */
struct outcome_process {
	int64_t pid;
	char *rank;  /* "-": none */
	char *path;  /* its file; NULL: none */
	bool done;   /* it finished its file; else it ended early or still runs */
	bool known;  /* the figures are, as reported or from its file */
	bool is_cut; /* its recording ended before it: FORMAT_ENDED_COSTLY, ..._DETACHED */
	uint64_t ops, ns, ranges, dropped; /* as in struct status */
	bool has_status;
	int status; /* of wait(), if it was our child in the end */
};

struct outcome_failure {
	int64_t pid;
	char *message;
};

struct outcome {
	struct outcome_process *processes;
	size_t count, cap;
	struct outcome_failure *failures; /* by message, then by pid */
	size_t failure_count, failure_cap;
	bool has_failed;      /* false: the messages are notes */
	size_t torn;          /* malformed lines */
	uint64_t overflow_ns; /* in stacks beyond the limit: outcome_look_into_files() */
};

/* Read a status file; one that does not exist is empty. ERR_IO; with nothing to release. */
bool outcome_read(struct outcome *outcome, const char *path, struct err *err) MUST_CHECK;

/* Add what a process reported, or would have. */
void outcome_add(struct outcome *outcome, const struct status *status);

/*
 * Add the captures of this run whose processes could not reach the status file, in a
 * container or on another node: those at the places of the output pattern that name it.
 */
void outcome_find_files(struct outcome *outcome, const char *pattern, const char *status_path);

/*
 * A shell pattern for the files of an output pattern, with the numbers that may be before their
 * suffix. To free().
 */
char *outcome_glob(const char *pattern);

/* Read from the files what processes do not report, and that of those that ended early. */
void outcome_look_into_files(struct outcome *outcome);

/* A process ended: its status of wait(). */
void outcome_note_end(struct outcome *outcome, int64_t pid, int status);

/* How a process that is not `done` ended, as far as known: "was ended by signal 9". */
void outcome_add_end(
	const struct outcome *outcome, const struct outcome_process *process, struct text *out);

void outcome_release(struct outcome *outcome);

#endif /* CMD_RECORD_OUTCOME_H */
