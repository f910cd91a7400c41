#include "collapse/kineto/kineto_events.h"

/* A token that opens or closes the list of events, an event, or a value in it. */
static void take_structure(struct kineto_events *events, enum json_token token, unsigned depth)
{
	unsigned inner = depth - events->depth;
	bool opens = token == JSON_OPEN_OBJECT || token == JSON_OPEN_ARRAY;

	if (inner == 1 && token == JSON_CLOSE_OBJECT) {
		events->take(events->context, &events->event);
	} else if (inner == 1) {
		kineto_event_begin(&events->event);
	} else if (inner == 0) {
		events->json.take = events->take_outside;
		events->json.context = events->context;
	} else if (opens || events->event.list_depth > 0) {
		kineto_event_value(&events->event, token, NULL, 0);
		if (events->event.field == KINETO_FIELDS)
			json_pass_over(&events->json, depth - 1);
	}
}

static bool take_token(void *context, enum json_token token, const char *text, size_t len,
	unsigned depth, UNUSED struct err *err)
{
	struct kineto_events *events = context;
	unsigned inner = depth - events->depth;

	if (token >= JSON_OPEN_OBJECT) {
		take_structure(events, token, depth);
	} else if (token != JSON_KEY) {
		kineto_event_value(&events->event, token, text, len);
	} else if (!kineto_event_is_of_use(&events->event)) {
		json_pass_over(&events->json, events->depth);
	} else {
		kineto_event_key(&events->event, text, len, inner);
		if (events->event.field == KINETO_FIELDS)
			json_pass_over(&events->json, depth);
	}
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
}
