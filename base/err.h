#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/*
 * What went wrong: a code to branch on and a message to show. The buffer is
 * fixed, so that reporting a failure cannot fail itself. The caller passes it
 * zeroed; a function that succeeds leaves it untouched.
 */
enum err_code {
	ERR_NONE,
	ERR_USAGE,   /* the command line is invalid */
	ERR_IO,      /* the operating system refused: open, read, write, rename, exec */
	ERR_FORMAT,  /* the input is malformed */
	ERR_SUM,     /* a sum of it, or of several, does not fit into 64 bits */
	ERR_PATTERN, /* a regular expression or a rule does not compile */
	ERR_EMPTY,   /* the input is valid but holds nothing to work on */
	ERR_NOMEM,   /* memory ran out */
	ERR_PIPE,    /* whoever reads our output has stopped */
};

struct err {
	enum err_code code;
	char msg[1024];
};

/*
 * Fill `err` and return false, so that a failure is one statement. The result
 * passes err_defang(): names in messages come from untrusted files, and the
 * message goes to a terminal. No argument may point into `err`.
 */
bool err_set(struct err *err, enum err_code code, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* err_set(ERR_IO; ERR_PIPE for EPIPE) with ": " and the text of errno_value after the message. */
bool err_set_errno(struct err *err, int errno_value, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* err_set(ERR_NOMEM) with its fixed message. */
bool err_nomem(struct err *err);

/*
 * Prefix the message with context: "x.folded:3" gives "x.folded:3: bad value". The code
 * is kept. If the two together are too long, the longer one is cut.
 */
bool err_prefix(struct err *err, const char *fmt, ...) PRINTF_LIKE(2, 3);

/*
 * Replace, in place and byte by byte, what a terminal would not print literally
 * by '?': code points that utf8_is_obeyed(), and invalid UTF-8.
 */
void err_defang(char *text);

/* Hints for a static analyzer, which does not look into err.c. */
#ifdef __clang_analyzer__
#define err_set(...) (err_set(__VA_ARGS__), false)
#define err_set_errno(...) (err_set_errno(__VA_ARGS__), false)
#define err_nomem(err) (err_nomem(err), false)
#define err_prefix(...) (err_prefix(__VA_ARGS__), false)
#endif

#endif /* BASE_ERR_H */
