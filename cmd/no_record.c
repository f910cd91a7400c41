/* Replaces cmd/record/ with the Makefile's RECORD=no. */

#include "cmd/cmd.h"

static int refuse(UNUSED int argc, const char **argv)
{
	struct err err = { 0 };

	err_set(&err, ERR_USAGE, "this build has no recorder: '%s' needs a build without RECORD=no",
		argv[0]);
	return cmd_fail(&err);
}

const struct command command_record = { .name = "record", .run = refuse };
const struct command command_start = { .name = "start", .run = refuse };
const struct command command_stop = { .name = "stop", .run = refuse };
const struct command command_snapshot = { .name = "snapshot", .run = refuse };
const struct command command_env = { .name = "env", .run = refuse };
const struct command command_check = { .name = "check", .run = refuse };
