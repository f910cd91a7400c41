#ifndef BASE_OPT_H
#define BASE_OPT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"

/*
 * Options, stated once: a table feeds parsing, --help and suggestions. A
 * command may join several tables (`gpuflame FILE` takes those of collapse and
 * of svg).
 */
enum opt_kind {
	OPT_END,     /* closes a table */
	OPT_HEADING, /* `help` is a line that groups what follows */
	OPT_TRUE,    /* value: bool *, set to true */
	OPT_FALSE,   /* value: bool *, set to false */
	OPT_BOOL,    /* value: bool *, set to true, or as "true" or "false" says where it follows */
	OPT_STRING,  /* value: const char **, borrowed from argv */
	OPT_UINT,    /* value: uint64_t *, decimal */
	OPT_NUMBER,  /* value: double *, finite */
	OPT_CALL,    /* call(value, argument): argument is NULL when `arg` is */
};

struct opt {
	enum opt_kind kind;
	char letter;      /* the short spelling, or 0 */
	const char *name; /* the long spelling without "--" */
	const char *arg;  /* what stands for the argument in help; NULL for OPT_TRUE, OPT_FALSE */
	const char *help; /* one line; NULL hides the option (another spelling of one) */
	void *value;
	bool (*call)(void *value, const char *arg, struct err *err);
};

/*
 * Parse argv[0..argc) by the NULL-ended list of tables. Long options may be
 * spelled with '_' for '-', begun with one '-', shortened while no other begins
 * so, and take their argument behind '=' or as the next word; "--" ends them.
 * Operands move to the front of argv and are counted in *operands. With
 * `stop_at_operand`, the first operand ends the options (for "-- COMMAND"). The
 * word behind an OPT_BOOL belongs to it when it is "true" or "false" and not the
 * last one: that one is an operand, such as the command of that name.
 *
 * ERR_USAGE: an unknown option (names the nearest), a missing or superfluous
 * argument, a number that is none; and what a call returns.
 */
bool opt_parse(const struct opt *const *tables, bool stop_at_operand, int argc, const char **argv,
	int *operands, struct err *err) MUST_CHECK;

/*
 * Add the options of `more` to those of `table`, which has room for `room`
 * entries. It is a bug when that is not enough.
 */
void opt_append(struct opt *table, size_t room, const struct opt *more);

/* Print the tables as the options part of --help. */
void opt_print_help(const struct opt *const *tables, FILE *out);

/* A decimal number that fits, and nothing else. */
bool opt_parse_uint(const char *text, uint64_t *value);

#endif /* BASE_OPT_H */
