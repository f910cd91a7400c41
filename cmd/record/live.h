#ifndef CMD_RECORD_LIVE_H
#define CMD_RECORD_LIVE_H

#include <sys/types.h>

#include "base/err.h"
#include "capture/control.h"

/* Processes that run with the capture library, and listen: see control.h. */
struct live_process {
	int folder;       /* of its socket, open */
	char name[80];    /* of its socket */
	pid_t pid;        /* as it is called in messages */
	bool is_known;    /* and in /proc */
	const char *gone; /* why it did not answer, and is not asked any more; NULL: it did */
};

struct live_list {
	struct live_process *items;
	size_t count, cap;
};

/* What a process answered. Its strings point into `packet`. */
struct live_answer {
	struct control_reply reply;
	int file; /* that came with it; -1: none */
	char *packet;
};

/*
 * Whether live_find() or this was called long ago. Who answers may be another user's process, and
 * root asks: its wait must end. Calls that wait fail with EINTR then.
 */
void live_set_deadline(void);
bool live_is_late(void);

/*
 * The processes that words name: a process by its number or, if it does not listen, its
 * descendants; the one that writes a capture, by its path; all whose captures are in a folder.
 * Without words, those of the job that this process belongs to. ERR_USAGE: there is none, and why;
 * ERR_IO.
 */
bool live_find(
	const char *const *words, int count, struct live_list *list, struct err *err) MUST_CHECK;
void live_release(struct live_list *list);

/* `path` from the root, without slashes at its end; to free(). NULL: ERR_IO. */
char *live_make_absolute(const char *path, struct err *err);

/* Whether a word is the number of a process. */
bool live_is_pid(const char *word, pid_t *pid);

/* Ask a process; the answer is to be released. One that does not answer is refused, and gone. */
void live_ask(struct live_process *process, const struct control_request *request,
	struct live_answer *answer);
void live_answer_release(struct live_answer *answer);

#endif /* CMD_RECORD_LIVE_H */
