#ifndef CMD_RECORD_WITNESS_H
#define CMD_RECORD_WITNESS_H

/* Finds in /proc, while a command runs, processes of it that use CUDA without the library. */
struct witness {
	const char *library;
	unsigned looks;   /* how often witness_look() was called */
	char found[1024]; /* one into which it cannot be loaded: a clause for a message; "": none */
};

/* Look at the processes below this one: the more rarely the longer it runs. */
void witness_look(struct witness *witness);

#endif /* CMD_RECORD_WITNESS_H */
