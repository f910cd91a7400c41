#ifndef STATS_ROOFLINE_ROOF_GROUPS_H
#define STATS_ROOFLINE_ROOF_GROUPS_H

#include "base/idmap.h"
#include "stats/measures/report.h"

/*
 * Ranges against the limits of the hardware. The work of an operator is that of its shapes, at the
 * innermost operator that has a formula and operations, and belongs to the first of these; so it
 * is in each range around it once. What a user states of a range takes the place of what is in it.
 */
struct amount {
	double flop, bytes;
	double compute_ns, memory_ns, least_ns; /* at the peaks; the larger one of each operator */
	bool lacks_bytes, lacks_peak, lacks_roof; /* some of it is not known */
};

/* Ranges of one name. */
struct roof_group {
	struct amount amount;
	int64_t wall_ns, busy_ns;
	int64_t counted_ns; /* busy with operators whose work is known */
	int64_t slack_ns;   /* of that, what clocks of whole microseconds may hide */
	uint64_t ranges;
	uint64_t over; /* of these: more work in their time than the hardware can do */
	double worst;  /* of these: how many times more */
	bool has_over; /* such a range is in another one of the name */
};

struct roof_groups {
	struct idmap names; /* by group */
	struct roof_group *list;
	size_t cap;
	uint32_t *stated; /* by group: what users state of the name; index + 1 */
	size_t stated_cap;
	bool lacks_peak;
	uint32_t lacking; /* the first GPU without peaks, a name */
};

/*
 * Add the ranges of a trace, which has works, labels and streams; run->options has what users
 * state. ERR_NOMEM, ERR_PATTERN; ERR_FORMAT as op_chains_init(), and ERR_SUM when a sum exceeds 63
 * bits.
 */
bool roof_groups_add(struct roof_groups *groups, const struct report_run *run,
	const struct trace *trace, struct err *err) MUST_CHECK;
void roof_groups_release(struct roof_groups *groups);

#endif /* STATS_ROOFLINE_ROOF_GROUPS_H */
