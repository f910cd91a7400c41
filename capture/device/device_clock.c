#include "capture/device/device_clock.h"

#include <math.h>

#include "capture/clock.h"
#include "capture/device/cupti.h"
#include "capture/device/cupti_abi.h"

/* A rate is taken from two points that are this far apart or more, if there are such. */
#define FAR_APART_NS INT64_C(500000000)

/* Of a reading: in a longer one this thread may have been preempted. */
#define LONG_READING_NS INT64_C(20000)

/* Clocks do not drift faster; a larger difference is that of a clock that was set. */
#define MOST_DRIFT 1e-3
#define IMPRECISE_NS 1e7

/* The tightest of three readings: how long it took; INT64_MAX: none succeeded. */
static int64_t read_both(const struct cupti *cupti, struct device_clock_point *point)
{
	int64_t least = INT64_MAX;

	for (int i = 0; i < 3; i++) {
		int64_t before = clock_ns(), took;
		uint64_t now = 0;

		if (cupti->get_timestamp(&now) != CUPTI_OK)
			break;
		took = clock_ns() - before;
		if (took >= least)
			continue;
		least = took;
		point->device_ns = (int64_t)now;
		point->offset_ns = before + took / 2 - (int64_t)now;
	}
	return least;
}

/* Whether the clock was set between two readings: it is more than drift, and imprecision. */
static bool was_set(const struct device_clock_point *from, const struct device_clock_point *to)
{
	double ns = fabs((double)to->device_ns - (double)from->device_ns);
	double by = fabs((double)to->offset_ns - (double)from->offset_ns);

	return by > MOST_DRIFT * ns + IMPRECISE_NS;
}

void device_clock_measure(struct device_clock *clock, const struct cupti *cupti, bool is_due)
{
	struct device_clock_point now;
	bool is_set;
	int64_t took;

	if (cupti->handle == NULL || cupti->register_clock != NULL)
		return;
	took = read_both(cupti, &now);
	is_set = clock->is_measured && took != INT64_MAX && was_set(&clock->latest, &now);
	if (took == INT64_MAX ||
		(clock->is_measured && !is_set && (!is_due || took > LONG_READING_NS)))
		return;
	if (!clock->is_measured)
		clock->earlier = now;
	else if (is_set || now.device_ns - clock->latest.device_ns >= FAR_APART_NS)
		clock->earlier = clock->latest;
	clock->latest = now;
	clock->is_measured = true;
}

static double drift(const struct device_clock *clock)
{
	double ns = (double)(clock->latest.device_ns - clock->earlier.device_ns);
	double by = (double)(clock->latest.offset_ns - clock->earlier.offset_ns);

	return ns > 0 && by > -MOST_DRIFT * ns && by < MOST_DRIFT * ns ? by / ns : 0;
}

int64_t device_clock_ns(const struct device_clock *clock, uint64_t device_ns)
{
	double since = (double)device_ns - (double)clock->latest.device_ns;
	double since_earlier = (double)device_ns - (double)clock->earlier.device_ns;
	int64_t offset = clock->latest.offset_ns + (int64_t)(drift(clock) * since);

	/* a record from before the clock was set is nearer to the reading of before */
	if (was_set(&clock->earlier, &clock->latest) && fabs(since_earlier) < fabs(since))
		offset = clock->earlier.offset_ns;
	return (int64_t)(device_ns + (uint64_t)offset);
}
