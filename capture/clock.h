#ifndef CAPTURE_CLOCK_H
#define CAPTURE_CLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Nanoseconds of CLOCK_MONOTONIC: the clock of everything captured. */
int64_t clock_ns(void);

/*
 * The same time from the processor's counter, at half the cost of clock_gettime(),
 * which is most of the cost of an event in trace mode. Only if the kernel itself
 * uses that counter, and only while the worker compares the two several times a
 * second.
 */
struct ticks {
	/* For the worker only. */
	bool is_off;           /* for good: there is no such counter */
	uint64_t anchor_ticks; /* where measuring the rate began; 0: none */
	int64_t anchor_ns;

	/* For all threads; `serial` is odd during a write. */
	_Atomic(uint32_t) serial;
	_Atomic(uint64_t) from_ticks;
	_Atomic(int64_t) from_ns;
	_Atomic(uint64_t) rate; /* ns per tick, fixed point with 32 fraction bits; 0: not known */
};

/* Check whether the kernel uses the counter; call it first. */
void ticks_init(struct ticks *ticks);

/* Compare the counter with the clock. Called often by the worker. */
void ticks_compare(struct ticks *ticks);

/* Whether ticks_ns() uses what the counter can give: its rate is known, or never will be. */
static inline bool ticks_are_known(const struct ticks *ticks)
{
	return ticks->is_off || atomic_load_explicit(&ticks->rate, memory_order_relaxed) != 0;
}

/* Nearly clock_ns(): off by the drift of the two since the last comparison. */
int64_t ticks_ns(const struct ticks *ticks);

#endif /* CAPTURE_CLOCK_H */
