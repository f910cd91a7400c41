#ifndef CAPTURE_CLOCK_H
#define CAPTURE_CLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Nanoseconds of CLOCK_MONOTONIC: the clock of all that is captured. */
int64_t clock_ns(void);

/*
 * The same time from the processor's own counter, in half the time that asking for
 * it takes, which is most of what an event of trace mode costs. Only where the
 * kernel itself goes by that counter, and only as long as the worker compares the
 * two, some times a second.
 */
struct ticks {
	/* Of the worker. */
	bool is_off;           /* for good: there is no such counter */
	uint64_t anchor_ticks; /* the beginning of what the rate is measured over; 0: none */
	int64_t anchor_ns;

	/* Of everybody; a writer makes `serial` odd meanwhile. */
	_Atomic(uint32_t) serial;
	_Atomic(uint64_t) from_ticks;
	_Atomic(int64_t) from_ns;
	_Atomic(uint64_t) rate; /* ns in a tick, 32 bits of them behind the point; 0: not known */
};

/* Whether the kernel trusts the counter; to be called before all else. */
void ticks_init(struct ticks *ticks);

/* Compare the counter with the clock. Of the worker, often. */
void ticks_compare(struct ticks *ticks);

/* clock_ns(), nearly: off by as much as the two drift apart from one comparison to the next. */
int64_t ticks_ns(const struct ticks *ticks);

#endif /* CAPTURE_CLOCK_H */
