#ifndef CAPTURE_PROGRAM_NVTX_MESSAGE_H
#define CAPTURE_PROGRAM_NVTX_MESSAGE_H

#include <stdbool.h>
#include <wchar.h>

#define NVTX_NO_IMPL
#include <nvtx3/nvToolsExt.h>

#include "capture/program/threads.h"

/*
 * What NVTX's events say, in the ways that they may say it. Source:
 * nvToolsExt.h of NVTX 3, nvtxEventAttributes_t.
 */

/* A message as UTF-8: as it came, or made in `fixed` or on the heap. */
struct nvtx_message {
	const char *text;
	char *heap;
	char fixed[256];
};

/* Set the message; what is none is an empty text. `heap` is the caller's to free. */
void message_set_wide(struct nvtx_message *message, const wchar_t *wide);
void message_set_event(struct nvtx_message *message, const nvtxEventAttributes_t *event);

/* What trace mode keeps of an event; false: it has nothing beside its name. */
bool message_read_attributes(const nvtxEventAttributes_t *event, struct attributes *attributes);

#endif /* CAPTURE_PROGRAM_NVTX_MESSAGE_H */
