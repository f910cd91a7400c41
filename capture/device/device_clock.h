#ifndef CAPTURE_DEVICE_DEVICE_CLOCK_H
#define CAPTURE_DEVICE_DEVICE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct cupti; /* cupti.h */

/*
 * From the clock of CUPTI's records to CLOCK_MONOTONIC. They are the same if CUPTI uses our clock;
 * otherwise they drift apart, so the offset is measured again and again, and interpolated. For
 * the worker, after the start.
 */
struct device_clock {
	struct device_clock_point {
		int64_t device_ns;
		int64_t offset_ns; /* to be added to a record's time */
	} earlier, latest;
	bool is_measured; /* at least once */
};

/*
 * Measure, if CUPTI has a clock of its own. Unless that is due, which must not be too often, the
 * result is kept only if the clock was set since the last time.
 */
void device_clock_measure(struct device_clock *clock, const struct cupti *cupti, bool is_due);

/* A record's time as CLOCK_MONOTONIC; any number is allowed. */
int64_t device_clock_ns(const struct device_clock *clock, uint64_t device_ns);

#endif /* CAPTURE_DEVICE_DEVICE_CLOCK_H */
