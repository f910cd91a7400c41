#include "capture/program/nvtx_payloads.h"

#include <string.h>

#include "capture/program/thread_events.h"
#include "capture/program/threads.h"
#include "capture/program/window.h"
#include "capture/recorder.h"

/* How many bytes of a payload can be read; 0: none, or unknown. */
static size_t size_of(const struct payload_schema *schema, const struct payload_data *payload)
{
	if (payload->bytes == NULL || schema == NULL)
		return 0;
	if (schema->size > 0 && schema->size < payload->size)
		return schema->size;
	return payload->size < SIZE_MAX ? payload->size : 0;
}

static size_t count_of(const struct payloads *payloads)
{
	if (payloads->list == NULL)
		return 0;
	return payloads->count < PAYLOADS_MOST ? payloads->count : PAYLOADS_MOST;
}

/* Copy them: the number of bytes. */
static size_t copy(const struct nvtx_schemas *schemas, uint32_t domain,
	const struct payloads *payloads, struct payload_event *event)
{
	size_t used = 0;

	for (size_t i = 0; i < count_of(payloads); i++) {
		const struct payload_data *payload = &payloads->list[i];
		size_t size = size_of(schemas_find(schemas, domain, payload->schema), payload);
		const uint64_t header[4] = { domain, payload->schema, size, sizeof(header) + size };

		if (size == 0 || size > sizeof(event->bytes) ||
			sizeof(header) + size > sizeof(event->bytes) - used)
			continue;
		memcpy(event->bytes + used, header, sizeof(header));
		memcpy(event->bytes + used + sizeof(header), payload->bytes, size);
		used += sizeof(header) + size;
	}
	return used;
}

static void add(struct nvtx *nvtx, const struct domain *domain, struct thread *thread, uint32_t at,
	const struct payloads *payloads)
{
	struct payload_event event;
	uint32_t epoch = thread_pause(thread);
	size_t size = copy(&nvtx->schemas, domain->id, payloads, &event);

	if (size > 0)
		thread_write_payloads(thread, at, &event, size);
	thread_resume(thread, epoch);
}

/* The thread, if there is something to be recorded. */
static struct thread *enter(
	struct nvtx *nvtx, const struct domain *domain, const struct payloads *payloads)
{
	if (payloads->list == NULL || !domain->is_wanted || !recorder_is_trace(nvtx->recorder))
		return NULL;
	return thread_enter(nvtx->threads);
}

void payloads_add_pushed(
	struct nvtx *nvtx, const struct domain *domain, const struct payloads *payloads)
{
	struct thread *thread = enter(nvtx, domain, payloads);
	uint32_t levels = thread != NULL ? thread_pushed(thread, domain->id) : 0;

	if (levels > 0)
		add(nvtx, domain, thread, levels - 1, payloads);
}

void payloads_add_started(struct nvtx *nvtx, const struct domain *domain, nvtxRangeId_t id,
	const struct payloads *payloads)
{
	struct thread *thread = enter(nvtx, domain, payloads);
	uint32_t at = thread != NULL ? thread->depth : 0;

	while (at-- > 0) {
		const struct span *span = thread->levels[at].span;

		if (span == NULL || atomic_load_explicit(&span->id, memory_order_relaxed) != id)
			continue;
		add(nvtx, domain, thread, at, payloads);
		return;
	}
}

void payloads_add_mark(
	struct nvtx *nvtx, const struct domain *domain, const struct payloads *payloads)
{
	struct thread *thread = enter(nvtx, domain, payloads);

	if (thread != NULL && window_is_on(thread->all->window))
		add(nvtx, domain, thread, EVENT_OF_MARK, payloads);
}
