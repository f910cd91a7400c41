#ifndef CAPTURE_DEVICE_LAUNCH_RING_H
#define CAPTURE_DEVICE_LAUNCH_RING_H

#include "base/platform.h"
#include <stdatomic.h>

/*
 * Which stack launched what: a ring that maps CUPTI's correlation ids to nodes.
 * Threads of the program write it when a call begins, the worker reads it when
 * the records arrive, seconds later at most. An entry contains ten more bits of its id than its
 * place tells, so that an overwritten one is detected, and ids may wrap.
 */
enum { LAUNCH_RING = 1 << 20 };

struct launch_ring {
	/* id / LAUNCH_RING << 22 | what: 0 nothing, 1 launched while not capturing, else
	   node + 2, or EARLY */
	_Atomic(uint32_t) *ring;
};

enum launch_kind {
	LAUNCH_UNKNOWN, /* not seen, or overwritten since */
	LAUNCH_OUTSIDE, /* while the window was off */
	LAUNCH_EARLY,   /* before a step was seen: see struct window */
	LAUNCH_INSIDE,
};

#define LAUNCH_EARLY_BIT (UINT32_C(1) << 21)

/* Allocate it, with its memory: launches are not to wait for that. False: there is none. */
static inline bool launches_init(struct launch_ring *launches)
{
	launches->ring = platform_map(LAUNCH_RING * sizeof(*launches->ring), true);
	return launches->ring != NULL;
}

/* A call begins: below `node`, unless it is LAUNCH_OUTSIDE. */
static inline void launches_put(
	struct launch_ring *launches, uint32_t correlation, enum launch_kind kind, uint32_t node)
{
	uint32_t what = node + 2;

	if (__builtin_expect(kind != LAUNCH_INSIDE, 0))
		what = kind == LAUNCH_EARLY ? what | LAUNCH_EARLY_BIT : 1;
	atomic_store_explicit(&launches->ring[correlation % LAUNCH_RING],
		correlation / LAUNCH_RING << 22 | what, memory_order_release);
}

static inline enum launch_kind launches_find(
	const struct launch_ring *launches, uint32_t correlation, uint32_t *node)
{
	uint32_t entry = atomic_load_explicit(
		&launches->ring[correlation % LAUNCH_RING], memory_order_acquire);
	uint32_t what = entry % (1 << 22);

	if (entry >> 22 != correlation / LAUNCH_RING % 1024 || what == 0)
		return LAUNCH_UNKNOWN;
	if (what == 1)
		return LAUNCH_OUTSIDE;
	*node = (what & ~LAUNCH_EARLY_BIT) - 2;
	return (what & LAUNCH_EARLY_BIT) != 0 ? LAUNCH_EARLY : LAUNCH_INSIDE;
}

#endif /* CAPTURE_DEVICE_LAUNCH_RING_H */
