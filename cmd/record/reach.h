#ifndef CMD_RECORD_REACH_H
#define CMD_RECORD_REACH_H

#include "base/opt.h"
#include "cmd/record/live.h"

/*
 * The processes that start, stop and snapshot ask: of this host or, through commands that run
 * gpuflame there, of others. Such a command, `gpuflame start --relay WORD...`, reads requests from
 * stdin, a line each as in control.h, and prints what each of its processes answers, or why it has
 * none, and then "gpuflame-end". A command that runs several, as srun does, says how many first.
 */
struct reach_words {
	const char *job; /* of Slurm: a relay on each of its nodes */
	const char **via;
	size_t via_count, via_cap;
};

struct reach {
	struct live_list here;
	struct reach_relay *relays;
	size_t relay_count;
	struct live_answer *answers; /* of the last reach_ask() */
	char *why;                   /* a relay has no process; NULL: all have */
	size_t count, cap;
	size_t refused; /* of these, but not for want of an answer; of reach_report() */
};

/* The options, which end a table. */
enum { REACH_OPTIONS = 4 };
void reach_options(struct reach_words *words, struct opt options[REACH_OPTIONS]);

/* `names`: see live_find(). ERR_USAGE: there is none; ERR_IO. */
bool reach_open(struct reach *reach, const struct reach_words *words, const char *const *names,
	int count, struct err *err) MUST_CHECK;
void reach_close(struct reach *reach);

void reach_ask(struct reach *reach, const struct control_request *request);

/* Print which ranks answered what was asked last, and what was refused; whether all granted it. */
bool reach_report(struct reach *reach, bool quiet);

/* Whether it is one of several; without the number of ranks it is a process like any other. */
bool reach_is_rank(const struct control_reply *reply);

/* Be a relay: the exit status. */
int reach_relay(const char *const *names, int count);

#endif /* CMD_RECORD_REACH_H */
