#ifndef STATS_MEASURES_STYLES_H
#define STATS_MEASURES_STYLES_H

#include "base/global_id.h"
#include "collapse/model/trace.h"

/* Common columns about a range. */

/* By enum range_style. */
static const char *const range_styles[] UNUSED = { "PushPop", "StartEnd" };

/* The time from one point to a later one, as a cell; saturates at 63 bits. */
static inline int64_t ns_between(int64_t from, int64_t to)
{
	int64_t ns;

	return __builtin_sub_overflow(to, from, &ns) ? INT64_MAX : ns;
}

/* The CPU time of a range, as a cell; one never closed may begin after the ends of all others. */
static inline int64_t range_ns(const struct range *range)
{
	return range->end > range->start ? ns_between(range->start, range->end) : 0;
}

/* The number of a process or a thread, as shown in reports. */
static inline int64_t thread_pid(uint64_t global_tid)
{
	return (int64_t)global_pid_number(global_tid);
}

static inline int64_t thread_tid(uint64_t global_tid)
{
	return (int64_t)global_tid_number(global_tid);
}

#endif /* STATS_MEASURES_STYLES_H */
