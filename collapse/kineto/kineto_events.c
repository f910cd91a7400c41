#include "collapse/kineto/kineto_events.h"

#include <inttypes.h>

/* A token that opens or closes an event, or occurs in place of one. */
static bool take_bound(struct kineto_events *events, enum json_token token, struct err *err)
{
	bool ok;

	if (token == JSON_CLOSE_OBJECT) {
		ok = events->take(events->context, &events->event, err);
	} else {
		events->number++;
		kineto_event_begin(&events->event);
		ok = token == JSON_OPEN_OBJECT || err_set(err, ERR_FORMAT, "it is not an object");
	}
	return ok || err_prefix(err, "event %" PRIu64, events->number);
}

/* A token that opens or closes the list of events, an event, or a value in it. */
static bool take_structure(
	struct kineto_events *events, enum json_token token, unsigned depth, struct err *err)
{
	unsigned inner = depth - events->depth;
	bool opens = token == JSON_OPEN_OBJECT || token == JSON_OPEN_ARRAY;

	if (inner == 1)
		return take_bound(events, token, err);
	if (inner == 0) {
		events->json.take = events->take_outside;
		events->json.context = events->context;
	} else if (opens || events->event.list_depth > 0) {
		kineto_event_value(&events->event, token, NULL, 0);
		if (events->event.field == KINETO_FIELDS)
			json_pass_over(&events->json, depth - 1);
	}
	return true;
}

static bool take_token(void *context, enum json_token token, const char *text, size_t len,
	unsigned depth, struct err *err)
{
	struct kineto_events *events = context;
	unsigned inner = depth - events->depth;

	if (token >= JSON_OPEN_OBJECT)
		return take_structure(events, token, depth, err);
	if (inner == 0)
		return take_bound(events, token, err);
	if (token != JSON_KEY) {
		kineto_event_value(&events->event, token, text, len);
		return true;
	}
	if (!kineto_event_is_of_use(&events->event)) {
		json_pass_over(&events->json, events->depth);
		return take_bound(events, JSON_CLOSE_OBJECT, err);
	}
	kineto_event_key(&events->event, text, len, inner);
	if (events->event.field == KINETO_FIELDS)
		json_pass_over(&events->json, depth);
	return true;
}

void kineto_events_init(struct kineto_events *events)
{
	json_init(&events->json, events->take_outside, events->context);
}

void kineto_events_release(struct kineto_events *events)
{
	json_release(&events->json);
	kineto_event_release(&events->event);
}

void kineto_events_open(struct kineto_events *events, unsigned depth)
{
	events->depth = depth;
	events->json.take = take_token;
	events->json.context = events;
}

bool kineto_events_are_between(const struct kineto_events *events)
{
	return events->json.take == take_token && json_awaits_value(&events->json, events->depth);
}

void kineto_events_init_part(struct kineto_events *part, const struct kineto_events *whole)
{
	json_release(&part->json);
	json_init_within(&part->json, &whole->json, take_token, part);
	part->event.wants_shapes = whole->event.wants_shapes;
	part->event.wants_memory = whole->event.wants_memory;
	part->event.wants_inputs = whole->event.wants_inputs;
	part->depth = whole->depth;
	part->number = 0;
}
