#ifndef CMD_RECORD_RECORD_H
#define CMD_RECORD_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "cmd/record/outcome.h"
#include "cmd/record/record_options.h"

/*
 * Recording a command: what `gpuflame record` does, for `gpuflame run` too.
 */

/* What record_command() did; to be released. */
struct record_result {
	struct outcome outcome;
	int status; /* of the command, as a shell has it; 1 when only the recording failed */
	int signal; /* that ended the command, or 0 */
};

/*
 * Check the options, run `argv` (NULL-ended) and print the summary on stderr. With
 * `folder`, the files go there under names of their own, -o is not looked at and
 * the summary names no files. Returns false when the command was not run: `err`
 * says why, and result->status is the exit status to end with.
 */
bool record_command(const struct record *record, const char *folder, const char **argv,
	struct record_result *result, struct err *err) MUST_CHECK;

void record_result_release(struct record_result *result);

#endif /* CMD_RECORD_RECORD_H */
