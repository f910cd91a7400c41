#ifndef COLLAPSE_KINETO_KINETO_EVENTS_H
#define COLLAPSE_KINETO_KINETO_EVENTS_H

#include "collapse/kineto/kineto_event.h"

/* The events of a trace, one by one, from the tokens of the array that holds them. */
struct kineto_events {
	struct json_parser json;
	struct kineto_event event; /* the current one */
	unsigned depth;            /* of the array */

	/* Called when an event is complete or, as most are of no use, when that is known. */
	void (*take)(void *context, const struct kineto_event *event);
	json_take_fn *take_outside; /* of what surrounds the array; with the same context */
	void *context;
};

/* Begin a text; the other fields are zero. kineto_events_release() in any case. */
void kineto_events_init(struct kineto_events *events);
void kineto_events_release(struct kineto_events *events);

/* Called from `take_outside`: the array opens, at `depth`. Its tokens are not passed on. */
void kineto_events_open(struct kineto_events *events, unsigned depth);

/* Whether the text is in the array just before an event that is not its first. */
bool kineto_events_are_between(const struct kineto_events *events);

/* Begin a part of the array, where the text of `whole` is between two events. */
void kineto_events_init_part(struct kineto_events *part, const struct kineto_events *whole);

#endif /* COLLAPSE_KINETO_KINETO_EVENTS_H */
