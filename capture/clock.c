#define _GNU_SOURCE /* __rdtsc() */
#include "capture/clock.h"

#include <string.h>
#include <time.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include "base/platform.h"

/* How long a comparison is valid, and the longest time that a rate is measured over. */
#define LONGEST_NS INT64_C(2000000000)

/* A rate measured over less is too inexact. */
#define SHORTEST_NS INT64_C(20000000)

/* If clock and counter differ by more, one was stopped or set. */
#define MOST_OFF_NS INT64_C(100000)

int64_t clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static uint64_t read_ticks(void)
{
#if defined(__x86_64__)
	return __rdtsc();
#else
	return 0; /* not asked: no clock there goes by a "tsc" */
#endif
}

void ticks_init(struct ticks *ticks)
{
	static const char path[] =
		"/sys/devices/system/clocksource/clocksource0/current_clocksource";
	char text[8];

	ticks->is_off = platform_read(path, text, sizeof(text)) < 4 || strcmp(text, "tsc\n") != 0;
}

/* More ticks between two readings of the counter: the thread was preempted. */
enum { MOST_BETWEEN = 100000 };

/* Read both at once: the tightest of three readings. */
static bool read_both(uint64_t *ticks, int64_t *ns)
{
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < 3; i++) {
		uint64_t before = read_ticks(), after;
		int64_t now = clock_ns();

		after = read_ticks();
		if (after - before >= least)
			continue;
		least = after - before;
		*ticks = before + least / 2;
		*ns = now;
	}
	return least <= MOST_BETWEEN;
}

/* False: so many ticks cannot be converted to a time. */
static bool to_ns(uint64_t ticks, uint64_t rate, int64_t *ns)
{
	__extension__ typedef unsigned __int128 wide;

	*ns = (int64_t)((wide)ticks * rate >> 32);
	return ticks >> 40 == 0 && *ns <= LONGEST_NS;
}

static void publish(struct ticks *ticks, uint64_t from_ticks, int64_t from_ns, uint64_t rate)
{
	uint32_t serial = atomic_load_explicit(&ticks->serial, memory_order_relaxed);

	atomic_store_explicit(&ticks->serial, serial + 1, memory_order_relaxed);
	atomic_store_explicit(&ticks->from_ticks, from_ticks, memory_order_release);
	atomic_store_explicit(&ticks->from_ns, from_ns, memory_order_release);
	atomic_store_explicit(&ticks->rate, rate, memory_order_release);
	atomic_store_explicit(&ticks->serial, serial + 2, memory_order_release);
}

/* Whether the values published last, if any, are still valid. */
static bool is_right(const struct ticks *ticks, uint64_t now_ticks, int64_t now_ns)
{
	uint64_t rate = atomic_load_explicit(&ticks->rate, memory_order_relaxed);
	uint64_t from_ticks = atomic_load_explicit(&ticks->from_ticks, memory_order_relaxed);
	int64_t from_ns = atomic_load_explicit(&ticks->from_ns, memory_order_relaxed), since;

	if (rate == 0)
		return true;
	return to_ns(now_ticks - from_ticks, rate, &since) &&
	       from_ns + since - now_ns < MOST_OFF_NS && now_ns - from_ns - since < MOST_OFF_NS;
}

void ticks_compare(struct ticks *ticks)
{
	uint64_t now_ticks = 0;
	int64_t now_ns = 0;

	if (ticks->is_off || !read_both(&now_ticks, &now_ns))
		return;
	if (ticks->anchor_ticks == 0 || !is_right(ticks, now_ticks, now_ns)) {
		/* start, or start over since one of them was stopped */
		publish(ticks, 0, 0, 0);
		ticks->anchor_ticks = now_ticks;
		ticks->anchor_ns = now_ns;
		return;
	}
	if (now_ns - ticks->anchor_ns < SHORTEST_NS)
		return;
	publish(ticks, now_ticks, now_ns,
		(uint64_t)((double)(now_ns - ticks->anchor_ns) * 4294967296.0 /
			   (double)(now_ticks - ticks->anchor_ticks)));
	/* only the rate of the last seconds counts: the kernel's own changes */
	if (now_ns - ticks->anchor_ns > LONGEST_NS / 2) {
		ticks->anchor_ticks = now_ticks;
		ticks->anchor_ns = now_ns;
	}
}

int64_t ticks_ns(const struct ticks *ticks)
{
	uint32_t serial = atomic_load_explicit(&ticks->serial, memory_order_acquire);
	uint64_t from_ticks = atomic_load_explicit(&ticks->from_ticks, memory_order_acquire);
	int64_t from_ns = atomic_load_explicit(&ticks->from_ns, memory_order_acquire);
	uint64_t rate = atomic_load_explicit(&ticks->rate, memory_order_acquire);
	int64_t since;

	/* do not trust an old comparison, or a counter that was set */
	if (rate == 0 || serial % 2 != 0 ||
		serial != atomic_load_explicit(&ticks->serial, memory_order_relaxed) ||
		!to_ns(read_ticks() - from_ticks, rate, &since))
		return clock_ns();
	return from_ns + since;
}
