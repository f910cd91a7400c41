#ifndef BASE_OPT_H
#define BASE_OPT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/err.h"
#include "base/word_list.h"

/*
 * Options, stated once: a table of the macros below feeds parsing, --help and
 * suggestions. A command may join several tables (`gpuflame FILE` takes those of
 * collapse and of svg).
 */
enum opt_kind { /* by the macros below */
	OPTION_END,
	OPTION_HEADING,
	OPTION_TRUE,
	OPTION_FALSE,
	OPTION_BOOL,
	OPTION_STRING,
	OPTION_UINT,
	OPTION_NUMBER,
	OPTION_CALL,
	OPTION_WORD,
};

struct opt {
	enum opt_kind kind;
	char letter;      /* the short spelling, or 0 */
	const char *name; /* the long spelling without "--", or NULL */
	const char *arg;  /* what stands for the argument in help; NULL: there is none */
	const char *help; /* one line; NULL hides the option (another spelling of one) */
	void *value;
	bool (*call)(void *value, const char *arg, struct err *err);
	word_fn *word;   /* of OPTION_WORD */
	unsigned preset; /* the word's index without the option */
};

/* clang-format off */

/* Closes a table. */
#define OPT_END() { .kind = OPTION_END }

/* A line of help that groups what follows. */
#define OPT_HEADING(help_) { .kind = OPTION_HEADING, .help = (help_) }

/* bool *, set to true, or to false. */
#define OPT_TRUE(letter_, name_, value_, help_) \
	OPT_VALUE(OPTION_TRUE, letter_, name_, bool *, value_, NULL, help_)
#define OPT_FALSE(letter_, name_, value_, help_) \
	OPT_VALUE(OPTION_FALSE, letter_, name_, bool *, value_, NULL, help_)

/* bool *, set to true, or as "true" or "false" says where it follows. */
#define OPT_BOOL(letter_, name_, value_, help_) \
	OPT_VALUE(OPTION_BOOL, letter_, name_, bool *, value_, "[BOOL]", help_)

/* const char **, borrowed from argv. */
#define OPT_STRING(letter_, name_, value_, arg_, help_) \
	OPT_VALUE(OPTION_STRING, letter_, name_, const char **, value_, arg_, help_)

/* uint64_t *, decimal. */
#define OPT_UINT(letter_, name_, value_, arg_, help_) \
	OPT_VALUE(OPTION_UINT, letter_, name_, uint64_t *, value_, arg_, help_)

/* double *, finite. */
#define OPT_NUMBER(letter_, name_, value_, arg_, help_) \
	OPT_VALUE(OPTION_NUMBER, letter_, name_, double *, value_, arg_, help_)

/* call_(value_, argument), where the argument is NULL when `arg_` is. */
#define OPT_CALL(letter_, name_, value_, arg_, help_, call_) \
	{ OPTION_CALL, letter_, name_, arg_, help_, value_, call_, NULL, 0 }

/*
 * One of the words of `word_`, which help and messages list. Of an enum: unsigned *, set to
 * the word's index, which is the default's when the table is made; or with call_(value_, word),
 * where the first word is the default.
 */
#define OPT_WORD(letter_, name_, value_, arg_, word_, help_) \
	{ OPTION_WORD, letter_, name_, arg_, help_, _Generic((value_), unsigned *: (value_)), \
		NULL, word_, *(value_) }
#define OPT_WORD_CALL(letter_, name_, value_, arg_, word_, help_, call_) \
	{ OPTION_WORD, letter_, name_, arg_, help_, value_, call_, word_, 0 }

/* A value that is of another type than the option's does not compile. */
#define OPT_VALUE(kind_, letter_, name_, type, value_, arg_, help_) \
	{ kind_, letter_, name_, arg_, help_, _Generic((value_), type: (value_)), NULL, NULL, 0 }

/* clang-format on */

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
