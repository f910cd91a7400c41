#include "cmd/cmd.h"

#include <signal.h>
#include <stdio.h>

#include "collapse/input/file_list.h"

int cmd_fail(const struct err *err)
{
	/* ignored until here, so that files and children are cleaned up */
	if (err->code == ERR_PIPE && signal(SIGPIPE, SIG_DFL) != SIG_ERR)
		(void)raise(SIGPIPE);
	fprintf(stderr, "gpuflame: %s\n", err->msg);
	return err->code == ERR_USAGE || err->code == ERR_PATTERN ? EXIT_USAGE : EXIT_FAILED;
}

enum opt_help cmd_help;

bool cmd_parse(const char *usage, const struct opt *const *tables, bool stop_at_operand, int argc,
	const char **argv, int *operands, int *status)
{
	struct err err = { 0 };

	*status = EXIT_OK;
	if (!opt_parse(tables, stop_at_operand, argc - 1, argv + 1, operands, &err)) {
		*status = cmd_fail(&err);
		return false;
	}
	if (cmd_help == HELP_NONE)
		return true;
	fputs(usage, stdout);
	opt_print_help(tables, stdout);
	return false;
}

bool cmd_check_files(const char *help, const char *const *files, size_t count, struct err *err)
{
	size_t times = 0;

	if (count == 0)
		return err_set(err, ERR_USAGE, "no file given; see gpuflame %s", help);
	for (size_t i = 0; i < count; i++)
		times += strcmp(files[i], "-") == 0;
	return times <= 1 || err_set(err, ERR_USAGE, "'-' is given twice: stdin is read once");
}

void cmd_print_earlier(const struct file_list *files)
{
	if (files->earlier > 0)
		fprintf(stderr,
			"gpuflame: note: %zu file%s of earlier attempts of a job %s left out; "
			"files that are named are all read\n",
			files->earlier, files->earlier == 1 ? "" : "s",
			files->earlier == 1 ? "is" : "are");
}
