#ifndef CMD_RECORD_WITNESS_H
#define CMD_RECORD_WITNESS_H

#include <stdbool.h>

/*
 * Whether a process of the command uses CUDA without the library, and why: seen in /proc
 * while it runs, for a command that has run for seconds.
 */
struct witness {
	const char *library;
	unsigned ticks;  /* how often witness_look() was called */
	char seen[1024]; /* a clause for a message; "": nothing */
};

/* Look at the processes below this one: the more rarely the longer it runs. */
void witness_look(struct witness *witness);

#endif /* CMD_RECORD_WITNESS_H */
