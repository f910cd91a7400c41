#ifndef CMD_CMD_H
#define CMD_CMD_H

#include "base/opt.h"

/*
 * A subcommand: one file each, listed in cmd/main.c. Only this folder reads
 * argv, prints to the terminal or decides how the process exits.
 */
struct command {
	const char *name;
	const char *summary; /* one line of `gpuflame --help`; NULL: not in this build */
	bool starts_program; /* leaves signals alone, for the program it starts */
	/* argv[0] is the subcommand's name. The result is the exit status. */
	int (*run)(int argc, const char **argv);
};

extern const struct command command_record;
extern const struct command command_start;
extern const struct command command_stop;
extern const struct command command_snapshot;
extern const struct command command_env;
extern const struct command command_check;
extern const struct command command_collapse;
extern const struct command command_svg;
extern const struct command command_findings;
extern const struct command command_stats;
extern const struct command command_diff;

/* `gpuflame FILE -o flame.svg`: collapse and render at once. */
extern const struct command command_render;

enum exit_status {
	EXIT_OK = 0,
	EXIT_FAILED = 1,
	EXIT_USAGE = 2,
};

/*
 * Print "gpuflame: MESSAGE" on stderr; returns the exit status for the error. For ERR_PIPE it ends
 * the process silently, as SIGPIPE would have: `| head` is not a failure.
 */
int cmd_fail(const struct err *err);

/* What --help sets: OPT_HELP(&cmd_help). */
extern enum opt_help cmd_help;

/*
 * Parse the options of a command, as opt_parse(). False: *status is that of the command, which has
 * printed `usage` and the tables, as --help asks for, or an error. Else it is EXIT_OK.
 */
bool cmd_parse(const char *usage, const struct opt *const *tables, bool stop_at_operand, int argc,
	const char **argv, int *operands, int *status) MUST_CHECK;

/*
 * ERR_USAGE where there is no file, with what shows the command's usage, "diff --help", or where
 * standard input, "-", which can be read once, is among them twice.
 */
bool cmd_check_files(
	const char *help, const char *const *files, size_t count, struct err *err) MUST_CHECK;

/* What --strict makes an error of. */
#define CMD_STRICT_HELP "fail if the input has anomalies, lost events, missing or repeated ranks"

struct file_list; /* collapse/input/file_list.h */

/* Say that files of earlier attempts of a job are left out. */
void cmd_print_earlier(const struct file_list *files);

#endif /* CMD_CMD_H */
