#include "collapse/kineto/kineto_batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Fields whose value is in kineto_event.numbers. */
static const uint32_t number_fields =
	1u << KINETO_CORRELATION | 1u << KINETO_EXTERNAL | 1u << KINETO_DEVICE |
	1u << KINETO_CONTEXT | 1u << KINETO_STREAM | 1u << KINETO_BYTES | 1u << KINETO_REGISTERS |
	1u << KINETO_SHARED | 1u << KINETO_GRAPH_NODE | 1u << KINETO_SEQUENCE |
	1u << KINETO_FORWARD | 1u << KINETO_CHANGE | 1u << KINETO_ALLOCATED |
	1u << KINETO_RESERVED | 1u << KINETO_DEVICE_TYPE | 1u << KINETO_DEVICE_ID |
	1u << KINETO_WAIT_STREAM | 1u << KINETO_WAIT_RECORD;

/* What each event has; its numbers, sizes and texts follow. */
struct packed {
	uint64_t number;
	struct kineto_id pid, tid;
	int64_t start_ns, length_ns;
	size_t name_len, label_len;
	uint32_t seen;
	uint16_t group_len, shapes_len;
	uint16_t inputs_len[KINETO_LISTS];
	char phase;
	uint8_t category, wrong, repeated;
};

static char *put(char *at, const void *from, size_t len)
{
	memcpy(at, from, len);
	return at + len;
}

static const char *get(const char *at, void *to, size_t len)
{
	memcpy(to, at, len);
	return at + len;
}

static bool is_kept(const struct kineto_event *event)
{
	return event->phase == 'M' || (event->phase == 'X' && event->category != KINETO_OTHER) ||
	       (event->wants_memory && kineto_event_is_memory(event));
}

static char *put_values(char *at, const struct kineto_event *event)
{
	for (uint32_t left = event->seen & number_fields; left != 0; left &= left - 1)
		at = put(at, &event->numbers[__builtin_ctz(left)], sizeof(event->numbers[0]));
	if (kineto_has(event, KINETO_GRID))
		at = put(at, event->grid, sizeof(event->grid));
	if (kineto_has(event, KINETO_BLOCK))
		at = put(at, event->block, sizeof(event->block));
	return at;
}

void kineto_batch_add(struct kineto_batch *batch, const struct kineto_event *event)
{
	struct packed packed = {
		.number = ++batch->events,
		.pid = event->pid,
		.tid = event->tid,
		.start_ns = event->start_ns,
		.length_ns = event->length_ns,
		.name_len = event->name_len,
		.label_len = event->label_len,
		.seen = event->seen,
		.group_len = (uint16_t)event->group_len,
		.shapes_len = (uint16_t)event->shapes_len,
		.phase = event->phase,
		.category = (uint8_t)event->category,
		.wrong = (uint8_t)event->wrong,
		.repeated = (uint8_t)event->repeated,
	};
	size_t inputs_len = 0;
	char *at;

	if (!is_kept(event))
		return;
	for (size_t i = 0; i < KINETO_LISTS; i++) {
		packed.inputs_len[i] = (uint16_t)event->inputs[i].len;
		inputs_len += event->inputs[i].len;
	}
	mem_need(batch->bytes, batch->cap,
		batch->len + sizeof(packed) + sizeof(event->numbers) + sizeof(event->grid) +
			sizeof(event->block) + event->group_len + event->name_len +
			event->label_len + event->shapes_len + inputs_len);
	at = put_values(put(batch->bytes + batch->len, &packed, sizeof(packed)), event);
	at = put(at, event->group_text, event->group_len);
	if (event->name_len > 0)
		at = put(at, event->name, event->name_len);
	if (event->label_len > 0)
		at = put(at, event->label, event->label_len);
	at = put(at, event->shapes, event->shapes_len);
	for (size_t i = 0; i < KINETO_LISTS; i++)
		at = put(at, event->inputs[i].text, event->inputs[i].len);
	batch->len = (size_t)(at - batch->bytes);
}

static const char *get_values(const char *at, struct kineto_event *event)
{
	for (uint32_t left = event->seen & number_fields; left != 0; left &= left - 1)
		at = get(at, &event->numbers[__builtin_ctz(left)], sizeof(event->numbers[0]));
	if (kineto_has(event, KINETO_GRID))
		at = get(at, event->grid, sizeof(event->grid));
	if (kineto_has(event, KINETO_BLOCK))
		at = get(at, event->block, sizeof(event->block));
	return at;
}

bool kineto_batch_next(
	const struct kineto_batch *batch, size_t *at, struct kineto_event *event, uint64_t *number)
{
	struct packed packed;
	const char *next;

	if (*at == batch->len)
		return false;
	next = get(batch->bytes + *at, &packed, sizeof(packed));
	*number = packed.number;
	event->pid = packed.pid;
	event->tid = packed.tid;
	event->start_ns = packed.start_ns;
	event->length_ns = packed.length_ns;
	event->name_len = packed.name_len;
	event->label_len = packed.label_len;
	event->seen = packed.seen;
	event->group_len = packed.group_len;
	event->shapes_len = packed.shapes_len;
	event->phase = packed.phase;
	event->category = (enum kineto_category)packed.category;
	event->wrong = (enum kineto_field)packed.wrong;
	event->repeated = (enum kineto_field)packed.repeated;
	next = get(get_values(next, event), event->group_text, event->group_len);
	event->name = batch->bytes + (next - batch->bytes);
	event->label = event->name + event->name_len;
	next = get(next + event->name_len + event->label_len, event->shapes, event->shapes_len);
	for (size_t i = 0; i < KINETO_LISTS; i++) {
		struct kineto_list *list = &event->inputs[i];

		list->len = packed.inputs_len[i];
		next = get(next, list->text, list->len);
		list->text[list->len] = '\0';
	}
	*at = (size_t)(next - batch->bytes);
	return true;
}

void kineto_batch_clear(struct kineto_batch *batch)
{
	batch->len = 0;
	batch->events = 0;
}

void kineto_batch_release(struct kineto_batch *batch)
{
	free(batch->bytes);
	*batch = (struct kineto_batch){ 0 };
}
