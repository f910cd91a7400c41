#ifndef CMD_RECORD_RECORD_H
#define CMD_RECORD_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "cmd/record/outcome.h"
#include "cmd/record/record_options.h"

/*
 * Recording a command, for `gpuflame record` and `gpuflame run`.
 */

/* The result of record_command(), to be released. */
struct record_result {
	struct outcome outcome;
	int status; /* of the command, as in a shell; 1 when it is strict and only the recording
		       failed */
	int signal; /* that ended the command, or 0 */
};

/*
 * Check the options, run `argv` (NULL-ended) and print the summary on stderr. With
 * `folder`, the files go there under generated names, -o is ignored and the
 * summary names no files. Returns false when the command was not run, with `err`
 * and the exit status in result->status.
 */
bool record_command(const struct record *record, const char *folder, const char **argv,
	struct record_result *result, struct err *err) MUST_CHECK;

/* argv, NULL-ended, of a command; to free(). */
const char **record_copy_words(const char **words, int count);

void record_result_release(struct record_result *result);

#endif /* CMD_RECORD_RECORD_H */
