#include "capture/device/launch_ring.h"

#include <stddef.h>

#include "capture/pages.h"

bool launches_init(struct launch_ring *launches)
{
	launches->ring = pages_new(LAUNCH_RING * sizeof(*launches->ring));
	return launches->ring != NULL;
}

bool launches_any(const struct launch_ring *launches)
{
	for (size_t i = 0; i < LAUNCH_RING; i++) {
		if ((uint32_t)atomic_load_explicit(&launches->ring[i], memory_order_relaxed) > 1)
			return true;
	}
	return false;
}
