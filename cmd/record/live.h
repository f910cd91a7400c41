#ifndef CMD_RECORD_LIVE_H
#define CMD_RECORD_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/err.h"
#include "capture/control.h"

/* Processes that run with the capture library, and listen: see control.h. */
struct live_process {
	int folder;    /* of its socket, open */
	char name[80]; /* of its socket */
	pid_t pid;     /* as it is called in messages */
};

struct live_list {
	struct live_process *items;
	size_t count, cap;
};

/* What a process answered. Its strings point into `packet`. */
struct live_answer {
	struct control_reply reply;
	int file; /* that came with it, to close(); -1: none */
	char packet[CONTROL_PACKET_SIZE];
};

/*
 * Whether live_find() began long ago. Who answers may be another user's process, and root asks:
 * its wait must end. Calls that wait fail with EINTR then.
 */
bool live_is_late(void);

/*
 * The processes that words name: a process by its number or, if it does not listen, its
 * descendants; the one that writes a capture, by its path; all whose captures are in a folder.
 * ERR_USAGE: there is none, and why; ERR_IO.
 */
bool live_find(
	const char *const *words, int count, struct live_list *list, struct err *err) MUST_CHECK;
void live_release(struct live_list *list);

/* Ask a process. ERR_IO: it has ended or does not answer. A refusal is not an error. */
bool live_ask(const struct live_process *process, enum control_request request,
	struct live_answer *answer, struct err *err) MUST_CHECK;

#endif /* CMD_RECORD_LIVE_H */
