#include "capture/device/launch_ring.h"

#include "base/compiler.h"
#include "tests/unit/test.h"

enum { MOST_NODES = 2000000 }; /* twice the most of GPUFLAME_MAX_NODES */

static struct launch_ring launches;

static void expect(uint32_t correlation, enum launch_kind kind, uint32_t node)
{
	uint32_t found = 0;

	assert_int_equal(launches_find(&launches, correlation, &found), kind);
	if (kind >= LAUNCH_EARLY)
		assert_int_equal(found, node);
}

TEST(an_entry_is_of_its_launch_until_it_is_overwritten)
{
	static const uint32_t ids[] = { 0, 1, 5 * LAUNCH_RING + 7, UINT32_MAX };

	assert_true(launches_init(&launches));
	for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
		expect(ids[i], LAUNCH_UNKNOWN, 0);
		launches_put(&launches, ids[i], LAUNCH_INSIDE, 0);
		expect(ids[i], LAUNCH_INSIDE, 0);
		launches_put(&launches, ids[i], LAUNCH_INSIDE, MOST_NODES);
		expect(ids[i], LAUNCH_INSIDE, MOST_NODES);
		launches_put(&launches, ids[i], LAUNCH_EARLY, MOST_NODES);
		expect(ids[i], LAUNCH_EARLY, MOST_NODES);
		launches_put(&launches, ids[i], LAUNCH_OUTSIDE, 3);
		expect(ids[i], LAUNCH_OUTSIDE, 0);
		/* the next in its place, across the largest id too */
		launches_put(&launches, ids[i] + LAUNCH_RING, LAUNCH_INSIDE, 4);
		expect(ids[i], LAUNCH_UNKNOWN, 0);
		expect(ids[i] + LAUNCH_RING, LAUNCH_INSIDE, 4);
		expect(ids[i] + 2 * (uint32_t)LAUNCH_RING, LAUNCH_UNKNOWN, 0);
	}
}
