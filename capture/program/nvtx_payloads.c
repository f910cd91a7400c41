#include "capture/program/nvtx_payloads.h"

#include <stdlib.h>
#include <string.h>

#include "capture/program/nvtx_message.h"
#include "capture/program/thread_events.h"
#include "capture/program/threads.h"
#include "capture/program/window.h"
#include "capture/recorder.h"

enum { MOST_MESSAGE = 4095 /* bytes */ };

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
	thread_goes_on(thread, epoch);
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

/* --- messages ----------------------------------------------------------------------- */

static void set_text(struct nvtx_message *message, const char *text, size_t len)
{
	char *out = message->fixed;

	if (len >= sizeof(message->fixed))
		out = message->heap = malloc(len + 1);
	if (out == NULL)
		return;
	memcpy(out, text, len);
	out[len] = '\0';
	message->text = out;
}

/* Whether `handle` came from nvtx_register(). */
static bool is_registered(struct nvtx *nvtx, const char *handle)
{
	bool is_known;

	pthread_mutex_lock(&nvtx->lock);
	is_known = idmap_find(&nvtx->handles, (uintptr_t)handle) != IDMAP_NONE;
	pthread_mutex_unlock(&nvtx->lock);
	return is_known;
}

static void set_from_pointer(struct nvtx *nvtx, struct nvtx_message *message,
	const struct payload_entry *entry, const unsigned char *bytes)
{
	const char *text;

	memcpy(&text, bytes, sizeof(text));
	if (entry->type == PAYLOAD_TYPE_REGISTERED_STRING) {
		if (is_registered(nvtx, text))
			message->text = text;
	} else if (text != NULL) {
		size_t most = entry->detail > 0 && entry->detail < MOST_MESSAGE ? entry->detail
										: MOST_MESSAGE;

		set_text(message, text, strnlen(text, most));
	}
}

/* A text in UTF-8, or a handle of one; others are not read. `size` is the payload's. */
static void set_from_entry(struct nvtx *nvtx, struct nvtx_message *message,
	const struct payload_entry *entry, const unsigned char *bytes, size_t size)
{
	const uint64_t kind = entry->flags & PAYLOAD_ARRAY;
	const bool is_pointer = entry->type == PAYLOAD_TYPE_REGISTERED_STRING ||
				(entry->flags & PAYLOAD_POINTER) != 0 ||
				(kind == 0 && entry->detail == 0);
	size_t most;

	if (entry->offset > size ||
		(entry->type != PAYLOAD_TYPE_CSTRING && entry->type != PAYLOAD_TYPE_CSTRING_UTF8 &&
			entry->type != PAYLOAD_TYPE_REGISTERED_STRING))
		return;
	bytes += entry->offset;
	most = size - entry->offset;
	if (is_pointer) {
		if (most >= sizeof(const char *))
			set_from_pointer(nvtx, message, entry, bytes);
		return;
	}
	if (kind > PAYLOAD_ARRAY_ZERO_TERMINATED)
		return;
	if (kind != PAYLOAD_ARRAY_ZERO_TERMINATED && entry->detail < most)
		most = entry->detail;
	if (most > MOST_MESSAGE)
		most = MOST_MESSAGE;
	set_text(message, (const char *)bytes, strnlen((const char *)bytes, most));
}

void payloads_message(struct nvtx *nvtx, const struct domain *domain,
	const struct payloads *payloads, struct nvtx_message *message)
{
	message->text = "";
	for (size_t i = 0; i < count_of(payloads); i++) {
		const struct payload_data *payload = &payloads->list[i];
		const struct payload_schema *schema =
			schemas_find(&nvtx->schemas, domain->id, payload->schema);
		size_t size = size_of(schema, payload);

		for (uint32_t at = 0; size > 0 && at < schema->count; at++) {
			if ((schema->entries[at].flags & PAYLOAD_EVENT_MESSAGE) == 0)
				continue;
			set_from_entry(nvtx, message, &schema->entries[at], payload->bytes, size);
			return;
		}
	}
}
