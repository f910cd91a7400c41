#ifndef CAPTURE_PROGRAM_NVTX_PAYLOADS_H
#define CAPTURE_PROGRAM_NVTX_PAYLOADS_H

#include "capture/program/events.h"
#include "capture/program/nvtx.h"

/* Payloads of an NVTX call, as the program passes them: `list` may be NULL. Or a number. */
struct payloads {
	const struct payload_data *list;
	size_t count;
	uint64_t number; /* its bits */
	uint32_t type;   /* nvtxPayloadType_t; 0: no number */
	bool of_started; /* a range that was just started, and not pushed */
};

enum {
	PAYLOADS_MOST = 16, /* of one call: the rest is ignored */
	PAYLOADS_MOST_BYTES = 4096 - sizeof(struct thread_event),
};

/*
 * The bytes of payloads as NVTX_EVENTS.binaryData has them (docs/FORMATS.md): for each a header,
 * and a copy. In one piece with the event that carries them.
 */
struct payload_event {
	struct thread_event event; /* set by thread_write_payloads() */
	unsigned char bytes[PAYLOADS_MOST_BYTES];
};

/*
 * In trace mode, give payloads to the innermost range that this thread pushed in the domain, or
 * that it has just started. Those of no known schema, without a known size, or that do not fit are
 * left out: nobody could read them.
 */
void payloads_add(struct nvtx *nvtx, const struct domain *domain, const struct payloads *payloads);

#endif /* CAPTURE_PROGRAM_NVTX_PAYLOADS_H */
