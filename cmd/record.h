#ifndef CMD_RECORD_H
#define CMD_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/opt.h"
#include "cmd/outcome.h"

/*
 * Recording a command: what `gpuflame record` does, for `gpuflame run` too.
 */
enum { RECORD_SETTINGS = 18, RECORD_OPTIONS = 64 };

/* An option that a variable of the capture library stands for. */
struct record_setting {
	const char *option;   /* as it is spelled, for messages */
	const char *variable; /* GPUFLAME_* */
	const char *value;    /* NULL: not given */
};

struct record {
	struct record_setting settings[RECORD_SETTINGS];
	const char *output; /* -o; NULL: not given */
	bool force, inherit, wait_all, keep_numbers;
	int kill_signal;
	const char **pairs; /* of -e, "A=B,C=D" each */
	size_t pair_count, pair_cap;
};

/* What record_command() did; to be released. */
struct record_result {
	struct outcome outcome;
	int status; /* of the command, as a shell has it; 1 when only the recording failed */
	int signal; /* that ended the command, or 0 */
};

void record_init(struct record *record);
void record_release(struct record *record);

/* Fill in the options' table, which points into `record`; -o and -f only `with_output`. */
void record_fill_table(struct record *record, bool with_output, struct opt table[RECORD_OPTIONS]);

/*
 * Check the options, run `argv` (NULL-ended) and print the summary on stderr. With
 * `folder`, the files go there under names of their own, -o is not looked at and
 * the summary names no files. Returns false when the command was not run: `err`
 * says why, and result->status is the exit status to end with.
 */
bool record_command(const struct record *record, const char *folder, const char **argv,
	struct record_result *result, struct err *err) MUST_CHECK;

void record_result_release(struct record_result *result);

#endif /* CMD_RECORD_H */
