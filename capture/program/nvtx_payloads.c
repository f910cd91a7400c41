#include "capture/program/nvtx_payloads.h"

#include "capture/program/thread_events.h"
#include "capture/program/threads.h"
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

void payloads_add(struct nvtx *nvtx, const struct domain *domain, const struct payloads *payloads)
{
	struct payload_event event;
	struct thread *thread;
	uint32_t epoch, levels;
	size_t size;

	if ((payloads->list == NULL && payloads->type == 0) || !domain->is_wanted ||
		!recorder_is_trace(nvtx->recorder))
		return;
	thread = thread_enter(nvtx->threads);
	if (thread == NULL)
		return;
	levels = payloads->of_started ? thread->depth : thread_pushed(thread, domain->id);
	if (levels == 0)
		return;
	epoch = thread_pause(thread);
	size = copy(&nvtx->schemas, domain->id, payloads, &event);
	if (payloads->type != 0)
		thread_write_number(thread, levels - 1, payloads->number, payloads->type);
	else if (size > 0)
		thread_write_payloads(thread, levels - 1, &event, size);
	thread_resume(thread, epoch);
}
