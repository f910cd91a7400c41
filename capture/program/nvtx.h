#ifndef CAPTURE_PROGRAM_NVTX_H
#define CAPTURE_PROGRAM_NVTX_H

#include <pthread.h>

#define NVTX_NO_IMPL
#include <nvtx3/nvToolsExt.h>

#include "base/idmap.h"
#include "base/names.h"
#include "capture/program/events.h"
#include "capture/program/nvtx_schemas.h"

struct recorder; /* capture/recorder.h */
struct threads;

/*
 * The program's NVTX calls: ranges, marks, names, in domains. Each function does
 * nothing if the process is not captured.
 */
struct domain {
	const char *name; /* NULL: the default domain */
	uint32_t id;      /* from 1; 0: the default domain */
	bool is_wanted;
	struct domain *next;
};

struct nvtx {
	/* No lock: set before NVTX is used. */
	struct recorder *recorder;
	struct threads *threads;

	pthread_mutex_t lock; /* of all below */
	struct names strings; /* registered; a handle is the text's address */
	struct domain *domains;
	uint32_t domain_count;
	struct domain none; /* the default domain; set once */

	struct nvtx_schemas schemas; /* which documents its locks */
};

/* An event's name; NULL: it has none, or one of wide characters. Source: nvToolsExt.h of NVTX 3. */
static inline const char *nvtx_text(const nvtxEventAttributes_t *event)
{
	if (event == NULL || event->size < sizeof(*event))
		return NULL;
	if (event->messageType == NVTX_MESSAGE_TYPE_ASCII)
		return event->message.ascii;
	if (event->messageType == NVTX_MESSAGE_TYPE_REGISTERED)
		return (const char *)(const void *)event->message.registered;
	return NULL;
}

void nvtx_init(struct nvtx *nvtx, struct recorder *recorder, struct threads *threads);

/* The name of a domain by its id; NULL: the default one. Never freed. */
const char *nvtx_domain_name(struct nvtx *nvtx, uint32_t id);

/* The number of named domains: their ids are 1 to that. */
uint32_t nvtx_domain_count(struct nvtx *nvtx);

/* A domain by its name, created if missing; NULL: nothing is captured, or no memory. */
struct domain *nvtx_create_domain(struct nvtx *nvtx, const char *name);

/* The permanent copy of the text; NULL as above. */
const char *nvtx_register(struct nvtx *nvtx, const char *text);

/* The id of a schema of payloads, which is remembered; 0: it cannot be used. */
uint64_t nvtx_register_schema(
	struct nvtx *nvtx, const struct domain *domain, const struct schema_attributes *attributes);

/*
 * Pushed and popped ranges; the results are NVTX's. `event` may be NULL, or of an
 * NVTX that is too old: the range has no name then.
 */
int nvtx_push(struct nvtx *nvtx, const struct domain *domain, const char *text);
int nvtx_push_event(
	struct nvtx *nvtx, const struct domain *domain, const nvtxEventAttributes_t *event);
int nvtx_pop(struct nvtx *nvtx, const struct domain *domain);

/* Started and ended ranges, and marks; `text` NULL: without a name. `event`: as above. */
nvtxRangeId_t nvtx_start(struct nvtx *nvtx, const struct domain *domain, const char *text,
	const nvtxEventAttributes_t *event);
void nvtx_end(struct nvtx *nvtx, nvtxRangeId_t id);
void nvtx_mark(struct nvtx *nvtx, const struct domain *domain, const char *text,
	const nvtxEventAttributes_t *event);

/* Name a thread; NULL: no name. */
void nvtx_name_thread(struct nvtx *nvtx, uint32_t tid, const char *name);

#endif /* CAPTURE_PROGRAM_NVTX_H */
