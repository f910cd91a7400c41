#ifndef CAPTURE_PROGRAM_NVTX_MESSAGE_H
#define CAPTURE_PROGRAM_NVTX_MESSAGE_H

#include <stdbool.h>

#define NVTX_NO_IMPL
#include <nvtx3/nvToolsExt.h>

#include "capture/program/nvtx_payloads.h"
#include "capture/program/threads.h"

/*
 * The contents of NVTX's events, in their various forms. Source: nvToolsExt.h
 * of NVTX 3, nvtxEventAttributes_t.
 */

/* The message; NULL: there is none, or one of wide characters. */
static inline const char *message_text(const nvtxEventAttributes_t *event)
{
	if (event == NULL || event->size < sizeof(*event))
		return NULL;
	if (event->messageType == NVTX_MESSAGE_TYPE_ASCII)
		return event->message.ascii;
	if (event->messageType == NVTX_MESSAGE_TYPE_REGISTERED)
		return (const char *)(const void *)event->message.registered;
	return NULL;
}

/* What trace mode keeps besides the name; false: nothing. */
bool message_read_attributes(const nvtxEventAttributes_t *event, struct attributes *attributes);

/* Its payloads, in the program's memory; `list` is NULL if there are none. */
struct payloads message_payloads(const nvtxEventAttributes_t *event);

#endif /* CAPTURE_PROGRAM_NVTX_MESSAGE_H */
