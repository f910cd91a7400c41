#ifndef CAPTURE_DEVICE_BALANCE_H
#define CAPTURE_DEVICE_BALANCE_H

#include "capture/program/threads.h"

struct operation; /* activity.h */

/*
 * Launches compared with the records that came for them. CUPTI does not report that
 * another client took its buffers or stopped its recording: launches without records
 * are the only sign.
 *
 * Each kernel has a record. A copy or fill of nothing has none, and neither has a
 * graph without nodes that run on the device: these count as missing only if kernels
 * are missing, too, or if there is no record at all.
 */
struct balance {
	/* No lock: atomic. */
	_Atomic(bool) is_off[LAUNCH_WHATS]; /* CUPTI refused to record it, as reported */

	/* of the worker */
	uint64_t before[LAUNCH_WHATS];  /* launched in earlier captures of the process */
	uint64_t came[LAUNCH_WHATS];    /* operations; of graphs, launches */
	uint64_t excused[LAUNCH_WHATS]; /* had no record when no kernel was missing */
	uint64_t known;                 /* all that came when last settled */
	uint32_t graphs[4096];          /* launches of graphs whose records came, by id */
};

/* A capture begins. */
void balance_start(struct balance *balance, const struct threads *threads);

/* The record of a captured operation came. */
void balance_add(struct balance *balance, const struct operation *operation);

/* All that was launched while capturing. */
uint64_t balance_launched(const struct threads *threads);

/* Whether there are fewer records than launches; `excuses`: not counting those of `excused`. */
bool balance_is_short(const struct balance *balance, const struct threads *threads, bool excuses);

/* After a flush: if all kernels have records, do not wait for other calls without one. */
void balance_settle(struct balance *balance, const struct threads *threads);

/*
 * The number of launched operations whose records have not come, including those that CUPTI
 * dropped. Calls other than kernels may have no record: they count only if kernels are missing that
 * were not dropped.
 */
uint64_t balance_missing(
	const struct balance *balance, const struct threads *threads, uint64_t dropped);

#endif /* CAPTURE_DEVICE_BALANCE_H */
