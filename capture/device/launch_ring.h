#ifndef CAPTURE_DEVICE_LAUNCH_RING_H
#define CAPTURE_DEVICE_LAUNCH_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Which stack launched what: a ring from CUPTI's correlation ids to nodes. The
 * threads of the program write it when a call begins, the worker reads it when
 * the records come, seconds later at most. An entry says whose it is, so that
 * one written over is seen to be gone, and so that ids may wrap.
 */
enum { LAUNCH_RING = 1 << 20 };

struct launch_ring {
	/* id << 32 | what: 0 nothing, 1 launched while not capturing, else node + 2 */
	_Atomic(uint64_t) *ring;
};

enum launch_kind {
	LAUNCH_UNKNOWN, /* none was seen, or so long ago that it is gone */
	LAUNCH_OUTSIDE, /* while the window was off */
	LAUNCH_INSIDE,
};

/* Make it. False: no memory. */
bool launches_init(struct launch_ring *launches);

/* A call begins: while capturing, below `node`; else it is LAUNCH_OUTSIDE. */
static inline void launches_put(
	struct launch_ring *launches, uint32_t correlation, bool is_on, uint32_t node)
{
	atomic_store_explicit(&launches->ring[correlation & (LAUNCH_RING - 1)],
		(uint64_t)correlation << 32 | (is_on ? node + 2 : 1), memory_order_release);
}

static inline enum launch_kind launches_find(
	const struct launch_ring *launches, uint32_t correlation, uint32_t *node)
{
	uint64_t entry = atomic_load_explicit(
		&launches->ring[correlation & (LAUNCH_RING - 1)], memory_order_acquire);
	uint32_t what = (uint32_t)entry;

	if (entry >> 32 != correlation || what == 0)
		return LAUNCH_UNKNOWN;
	if (what == 1)
		return LAUNCH_OUTSIDE;
	*node = what - 2;
	return LAUNCH_INSIDE;
}

/* Whether any of those that the ring remembers was while capturing. Slow. */
bool launches_any(const struct launch_ring *launches);

#endif /* CAPTURE_DEVICE_LAUNCH_RING_H */
