#ifndef STATS_BUSY_H
#define STATS_BUSY_H

#include "collapse/trace.h"

/* A stretch of time on one device of one process; the union of what overlaps. */
struct busy_span {
	int64_t start, end;
	uint32_t process, device;
};

struct busy {
	struct busy_span *spans; /* by process, device and start; none touch each other */
	size_t count, cap;
};

/*
 * The times in which the devices of a trace ran something of the kinds in `kinds`
 * (bits 1 << enum op_kind); needs trace_want.streams. `wanted`, unless NULL, says
 * of each operation whether it counts. ERR_NOMEM.
 */
bool busy_init(struct busy *busy, const struct trace *trace, unsigned kinds, const bool *wanted,
	struct err *err) MUST_CHECK;
void busy_release(struct busy *busy);

/* How long in all, within [from, to), by one process and device. Saturates. */
uint64_t busy_within(
	const struct busy *busy, uint32_t process, uint32_t device, int64_t from, int64_t to);

#endif /* STATS_BUSY_H */
