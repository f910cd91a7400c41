#ifndef CMD_RECORD_PROBE_H
#define CMD_RECORD_PROBE_H

#include <stdbool.h>

struct variables; /* cmd/record/variables.h */

/*
 * Why a command may not load the library, found before it runs: a clause for a message.
 * The loader that the program names, or the interpreter of a script, is asked for it,
 * which takes some milliseconds. Processes that the command starts may load it all the same.
 */
struct probe {
	char why[1024];  /* "": no reason is known */
	bool is_refused; /* by the loader */
};

/* `argv` ends in NULL; argv[0] is looked up in the PATH of `variables`. */
void probe_command(struct probe *probe, const struct variables *variables, const char *library,
	const char *const *argv);

#endif /* CMD_RECORD_PROBE_H */
