#ifndef CAPTURE_LISTENER_H
#define CAPTURE_LISTENER_H

#include <stdatomic.h>

#include "base/err.h"
#include "capture/control.h"
#include "capture/own_files.h"

/*
 * The socket of this process: see control.h. For the worker, except listener_forked().
 * It neither blocks nor fails the program: who asks may be slow, hostile or gone.
 */
struct listener {
	_Atomic(bool) is_open;
	struct own_file file; /* the socket, if it is open */
	const char *folder;
	uint64_t number; /* of its name */
	char *path;
};

/* Answer a request of process `asker`, 0 if it is not seen from here: fill in `reply`, and in `*fd`
 * an open file to send, closed afterwards. */
typedef void listener_answer(void *context, pid_t asker, const struct control_request *request,
	struct control_reply *reply, int *fd);

/* `folder`: of control_folder(). `number` distinguishes processes of other containers that have the
 * same id. ERR_IO, ERR_NOMEM. */
bool listener_open(
	struct listener *listener, const char *folder, uint64_t number, struct err *err) MUST_CHECK;

/* Answer those who ask; a few, so that other work goes on. */
void listener_serve(struct listener *listener, listener_answer *answer, void *context);

/* The process ends. */
void listener_close(struct listener *listener);

/* In a forked child, where the socket would keep it alive for the parent. */
void listener_forked(struct listener *listener);

static inline bool listener_is_open(const struct listener *listener)
{
	return atomic_load(&listener->is_open);
}

#endif /* CAPTURE_LISTENER_H */
