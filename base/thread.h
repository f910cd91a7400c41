#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>

#include "base/err.h"
#include "base/pool.h"

/* Work in parallel to the caller's. To go with its last callers: task_begin(). */
struct side_work {
	bool (*work)(void *context, struct err *err);
	void *context;
	bool alone; /* there is to be no thread: it is done at once */

	/* private */
	bool runs, ok;
	pthread_t thread;
	struct err err;
};

/* Begin with the first fields. If there can be no thread, it is done at once. */
void side_work_begin(struct side_work *side);

/*
 * Wait for it; must be called once it was begun. `ok` is what the caller's own work returned, whose
 * error stays in `err`. Returns whether both succeeded.
 */
bool side_work_end(struct side_work *side, bool ok, struct err *err) MUST_CHECK;

#endif /* BASE_THREAD_H */
