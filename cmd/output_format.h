#ifndef CMD_OUTPUT_FORMAT_H
#define CMD_OUTPUT_FORMAT_H

#include "base/err.h"

/* The format of an output, by the name of its file and by --format. */
struct output_format {
	const char *name;    /* as --format has it; NULL ends a list */
	const char *endings; /* of files that have it by default, separated by blanks */
	const char *also;    /* of files that may have it, too; or NULL */
};

/*
 * The format of `list`, the first being the default: `given`, from --format, unless it is NULL;
 * else by the ending of `output`, if gpuflame knows it. ERR_USAGE if the ending is that of another
 * format than the one given, or of one that is not in the list; the message then says what
 * `command` writes and, if possible, how to get the other.
 */
bool output_format_find(const struct output_format *list, const char *command, const char *output,
	const char *given, const char **format, struct err *err) MUST_CHECK;

/* The call of an option --format, whose value is the word given: a const char *. */
bool output_format_set(void *value, const char *arg, struct err *err) MUST_CHECK;

#endif /* CMD_OUTPUT_FORMAT_H */
