#ifndef CMD_RECORD_WITNESS_H
#define CMD_RECORD_WITNESS_H

#include <stdbool.h>

/*
 * Detects in /proc, once a command has run for some seconds, whether one of its processes uses CUDA
 * without the library, or has it and cannot report, and why.
 */
struct witness {
	const char *library;
	const char *status_path; /* of the file that processes report to */
	unsigned ticks;          /* how often witness_look() was called */
	char seen[1024];         /* of one without the library: a clause for a message; "": none */
	bool is_certain;         /* that nothing of it is recorded: not only that it has CUDA */
	char unheard[1024];      /* of one that cannot report, as above */
};

/* Look at the processes below this one: the more rarely the longer it runs. */
void witness_look(struct witness *witness);

#endif /* CMD_RECORD_WITNESS_H */
