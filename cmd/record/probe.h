#ifndef CMD_RECORD_PROBE_H
#define CMD_RECORD_PROBE_H

struct variables; /* cmd/record/variables.h */

/*
 * Why no library can be loaded into a command: a clause for a message, or NULL if it is a program
 * that loads libraries, or a script. `name` is looked up in the PATH of `variables`.
 */
const char *probe_command(const struct variables *variables, const char *name);

#endif /* CMD_RECORD_PROBE_H */
