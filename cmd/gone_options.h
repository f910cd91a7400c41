#ifndef CMD_GONE_OPTIONS_H
#define CMD_GONE_OPTIONS_H

#include "base/opt.h"

/*
 * Options of flamegraph.pl and of earlier versions, which are accepted so that scripts go on
 * working: each prints a note on stderr that says what to use instead, if anything.
 */

/* Add those of pictures to `table`. They are not in help. */
void gone_options_add(struct opt *table, size_t room);

/* Print the note of an option, or of a command, that has another name now: "diff -f svg". */
void gone_print_renamed(const char *old, const char *now);

#endif /* CMD_GONE_OPTIONS_H */
