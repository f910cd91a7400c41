#ifndef CAPTURE_WRITE_REQUESTS_H
#define CAPTURE_WRITE_REQUESTS_H

#include <limits.h>

#include "base/err.h"
#include "capture/control.h"

struct sources; /* sources.h */

/*
 * Capturing that is started and stopped while the program runs: by gpuflame.h, by a signal,
 * or from outside (control.h). For the worker, whose functions get `worker`.
 */
struct requests {
	const struct sources *from;
	enum control_state state;
	struct err refusal; /* of the last request */
	pid_t asker;        /* whose start it was */
	char host[256];
	char folder[PATH_MAX];

	void *worker;
	/* Capture from now on; `again`: after another capture. */
	bool (*begin)(void *worker, bool again, struct err *err);
	/* Bring the file up to date. */
	void (*update)(void *worker);
	char *const *path; /* of the current or last file; *path NULL: none */
};

/* Whether there is a capture, perhaps waiting for its window. */
static inline bool requests_is_recording(const struct requests *requests)
{
	return requests->state == CONTROL_RECORDING || requests->state == CONTROL_STOPPING;
}

/* The fields from `worker` on are set; the process can be asked from now on. */
void requests_open(struct requests *requests, const struct sources *from);

/* Grant what was asked for since the last time. */
void requests_serve(struct requests *requests);

/* Capturing is to end, as if that had been asked for. */
void requests_stop(struct requests *requests);

/* The file is finished; there may be another capture. */
void requests_stopped(struct requests *requests);

/* The process ends. */
void requests_close(struct requests *requests);

#endif /* CAPTURE_WRITE_REQUESTS_H */
