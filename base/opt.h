#ifndef BASE_OPT_H
#define BASE_OPT_H

#include <stdio.h>

#include "base/err.h"
#include "base/word_list.h"

/*
 * A table of options, made of the macros below, feeds parsing, --help and
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
	OPTION_HELP,
};

/* What was asked for: -h, a line for each option, or --help, all of it. */
enum opt_help { HELP_NONE, HELP_SHORT, HELP_LONG };

struct opt {
	enum opt_kind kind;
	char letter;      /* the short option, or 0 */
	const char *name; /* the long option without "--", or NULL */
	const char *arg;  /* the argument's name in help; NULL: no argument */
	const char *help; /* one line; NULL hides the option (another spelling of one) */
	void *value;
	bool (*call)(void *value, const char *arg, struct err *err);
	word_fn *word;   /* of OPTION_WORD */
	unsigned preset; /* the index of the default word */
};

/* clang-format off */

/* Closes a table. */
#define OPT_END() { .kind = OPTION_END }

/* A heading in the help. */
#define OPT_HEADING(help_) { .kind = OPTION_HEADING, .help = (help_) }

/* bool *, set to true, or to false. */
#define OPT_TRUE(letter_, name_, value_, help_) \
	OPT_VALUE(OPTION_TRUE, letter_, name_, bool *, value_, NULL, help_)
#define OPT_FALSE(letter_, name_, value_, help_) \
	OPT_VALUE(OPTION_FALSE, letter_, name_, bool *, value_, NULL, help_)

/* enum opt_help * */
#define OPT_HELP(value_) \
	OPT_VALUE(OPTION_HELP, 'h', "help", enum opt_help *, value_, NULL, \
		"show this; -h: only the first line of each option")

/* bool *, set to true, or to the "true" or "false" that follows. */
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
 * One of the words of `word_`, which help and messages list. For an enum: unsigned *, set to
 * the word's index; it holds the default's index when the table is made. Or call_(value_,
 * word), with the first word as the default.
 */
#define OPT_WORD(letter_, name_, value_, arg_, word_, help_) \
	{ OPTION_WORD, letter_, name_, arg_, help_, OPT_TYPED(unsigned *, value_), \
		NULL, word_, *(value_) }
#define OPT_WORD_CALL(letter_, name_, value_, arg_, word_, help_, call_) \
	{ OPTION_WORD, letter_, name_, arg_, help_, value_, call_, word_, 0 }

/* A value of another type than the option's does not compile. */
#ifndef __cppcheck__ /* it cannot parse the check */
/* NOLINTNEXTLINE(bugprone-macro-parentheses): a type in a _Generic has none */
#define OPT_TYPED(type, value_) _Generic((value_), type: (value_))
#else
#define OPT_TYPED(type, value_) (value_)
#endif
#define OPT_VALUE(kind_, letter_, name_, type, value_, arg_, help_) \
	{ kind_, letter_, name_, arg_, help_, OPT_TYPED(type, value_), NULL, NULL, 0 }

/* clang-format on */

/*
 * Parse argv[0..argc) by the NULL-ended list of tables. Long options may be
 * spelled with '_' for '-', begin with one '-', be shortened to an unambiguous
 * prefix, and take their argument after '=' or as the next word; "--" ends them.
 * Operands move to the front of argv and are counted in *operands. With
 * `stop_at_operand`, the first operand ends the options (for "-- COMMAND"). The
 * word after an OPT_BOOL is its argument when it is "true" or "false" and not
 * the last word: that one is an operand, such as the command of that name.
 *
 * ERR_USAGE: an unknown option (names the nearest), a missing or superfluous
 * argument, an invalid number; and what a call returns.
 */
bool opt_parse(const struct opt *const *tables, bool stop_at_operand, int argc, const char **argv,
	int *operands, struct err *err) MUST_CHECK;

/*
 * Add the options of `more` to those of `table`, which has room for `room`
 * entries. Too little room is a bug of the caller.
 */
void opt_append(struct opt *table, size_t room, const struct opt *more);

/* Leave the option of this name out of help; it is still parsed. */
void opt_hide(struct opt *table, const char *name);

/* Print the tables as the options part of --help. */
void opt_print_help(const struct opt *const *tables, FILE *out);

/* Parse a decimal number that fits, and nothing else. */
static inline bool opt_parse_uint(const char *text, uint64_t *value)
{
	uint64_t number = 0;

	if (*text == '\0')
		return false;
	for (; *text != '\0'; text++) {
		if (*text < '0' || *text > '9' || __builtin_mul_overflow(number, 10, &number) ||
			__builtin_add_overflow(number, (uint64_t)(*text - '0'), &number))
			return false;
	}
	*value = number;
	return true;
}

#endif /* BASE_OPT_H */
