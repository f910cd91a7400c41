#ifndef COLLAPSE_XPLANE_JAX_EVENTS_H
#define COLLAPSE_XPLANE_JAX_EVENTS_H

#include "collapse/model/trace.h"

/*
 * Events of JAX's profiler, and of unitrace, whichever file they are from: the readers fill an
 * event, and add it here. Included by them alone.
 */

/* What is read of an event; texts are parts of the file. */
enum jax_stat {
	STAT_CORRELATION,
	STAT_MODULE,
	STAT_SCOPE,
	STAT_COPY,   /* "kind:.. size:512 .." */
	STAT_KERNEL, /* "grid:16,1,1 block:512,1,1 .." */
	STAT_STEP,   /* its number is 1 more, 0: none */
	STATS,
};

struct bytes_part {
	const unsigned char *at, *end;
};

/* The stat of that name, or STATS. */
enum jax_stat jax_stat_of(struct bytes_part name);

struct jax_event {
	struct bytes_part name;
	int64_t start, end;
	uint64_t numbers[STATS];
	struct bytes_part texts[STATS];
};

struct jax_events {
	uint64_t want;
	struct trace *trace;
	uint32_t device, stream;
	uint32_t thread; /* of the host, counted from 1 */
	size_t captured_cap;
};

bool part_begins(struct bytes_part text, const char *word);
bool part_has(struct bytes_part text, const char *word); /* in its first 255 bytes */
/* 0: there is none. */
uint64_t part_number_behind(struct bytes_part text, const char *word);

/* Before all events, and behind them. */
void jax_begin(struct jax_events *events);
void jax_end(struct jax_events *events);

/*
 * Add an event of a stream if it is of that kind, or, of the host, then `kind` is OP_KINDS, a call
 * or a step. All of one kind are added before those of the next.
 */
void jax_add(struct jax_events *events, const struct jax_event *event, enum op_kind kind);
void jax_add_range(
	struct jax_events *events, struct bytes_part name, const struct jax_event *event);

#endif /* COLLAPSE_XPLANE_JAX_EVENTS_H */
