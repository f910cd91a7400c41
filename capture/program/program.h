#ifndef CAPTURE_PROGRAM_PROGRAM_H
#define CAPTURE_PROGRAM_PROGRAM_H

#include "base/err.h"
#include "capture/clock.h"
#include "capture/program/nvtx.h"
#include "capture/program/spans.h"
#include "capture/program/stacks.h"
#include "capture/program/threads.h"
#include "capture/program/window.h"

/* What the program reports: its ranges, by thread, and when to capture them. */
struct program {
	struct ticks ticks;     /* no lock: see there */
	struct stacks stacks;   /* stacks.lock */
	struct spans spans;     /* spans.lock */
	struct window window;   /* window.lock */
	struct threads threads; /* threads.lock */
	struct nvtx nvtx;       /* nvtx.lock */
};

/* Call it after the recorder's configuration is read. ERR_NOMEM. */
bool program_init(struct program *program, struct recorder *recorder, struct err *err) MUST_CHECK;

/*
 * Around fork(), so that a child finds nothing half done: take all locks, unless another
 * thread keeps one for long; give them back.
 */
bool program_lock(struct program *program) MUST_CHECK;
void program_unlock(struct program *program);

#endif /* CAPTURE_PROGRAM_PROGRAM_H */
