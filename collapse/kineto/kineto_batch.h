#ifndef COLLAPSE_KINETO_KINETO_BATCH_H
#define COLLAPSE_KINETO_KINETO_BATCH_H

#include "collapse/kineto/kineto_event.h"

/*
 * Events of a part of a trace, kept until it is their turn: in sequence, with only those fields
 * that they have, and without those events that are of no use. A zeroed struct is empty.
 */
struct kineto_batch {
	char *bytes;
	size_t len, cap;
	uint64_t events; /* all of them, those of no use, too */
};

/* Add the next event. */
void kineto_batch_add(struct kineto_batch *batch, const struct kineto_event *event);

/*
 * The event at *at, which begins as 0 and moves on, with its number, from 1. Fields that it does
 * not have are left alone, and its texts are the batch's: they are not to be released. False: there
 * is none.
 */
bool kineto_batch_next(
	const struct kineto_batch *batch, size_t *at, struct kineto_event *event, uint64_t *number);

void kineto_batch_clear(struct kineto_batch *batch); /* to be used again */
void kineto_batch_release(struct kineto_batch *batch);

#endif /* COLLAPSE_KINETO_KINETO_BATCH_H */
