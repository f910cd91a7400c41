#ifndef CMD_RECORD_OUTCOME_H
#define CMD_RECORD_OUTCOME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * The result of a recording: the lines that captured processes appended to the
 * status file (capture/status.h), by process.
 */
struct outcome_process {
	int64_t pid;
	char *rank; /* "-": none */
	char *path; /* its file; NULL: none */
	bool done;  /* it finished its file; else it ended early or still runs */
	bool known; /* the figures are, as reported or from its file */
	uint64_t ops, ns, ranges, dropped;
};

struct outcome_failure {
	int64_t pid;
	char *message;
};

struct outcome {
	struct outcome_process *processes;
	size_t count, cap;
	struct outcome_failure *failures;
	size_t failure_count, failure_cap;
	bool has_failed; /* false: the messages are notes */
	size_t torn;     /* malformed lines */
};

/* Read a status file. ERR_IO, ERR_NOMEM; with nothing to release. */
bool outcome_read(struct outcome *outcome, const char *path, struct err *err) MUST_CHECK;

/* Read the figures of processes that ended early from their files. */
void outcome_look_into_files(struct outcome *outcome);

void outcome_release(struct outcome *outcome);

#endif /* CMD_RECORD_OUTCOME_H */
