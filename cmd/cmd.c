#include "cmd/cmd.h"

#include <stdio.h>
#include <string.h>

int cmd_fail(const struct err *err)
{
	fprintf(stderr, "gpuflame: %s\n", err->msg);
	return err->code == ERR_USAGE || err->code == ERR_PATTERN ? EXIT_USAGE : EXIT_FAILED;
}

bool cmd_refuse_stdin(const char *const *files, size_t count, struct err *err)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(files[i], "-") == 0)
			return err_set(err, ERR_USAGE,
				"cannot read '-': the input is read more than once; write it to a "
				"file first");
	}
	return true;
}
