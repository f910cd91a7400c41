#ifndef STATS_ROOFLINE_ROOFLINE_H
#define STATS_ROOFLINE_ROOFLINE_H

#include "base/err.h"
#include "base/idmap.h"
#include "base/rules.h"
#include "collapse/model/tensor_work.h"
#include "stats/measures/report.h"

/* What a GPU can do at most; 0: not known, or it cannot. */
struct gpu_peak {
	double flops[NUMBER_TYPES]; /* a second, by type of the factors */
	double bytes;               /* a second, of its memory */
};

/*
 * Of a GPU by its name, from gpu_peaks.list. False: it is not there, or the name is that of a part
 * of one (MIG) or of a slower kind (Laptop, Max-Q).
 */
bool gpu_peak_find(const char *name, struct gpu_peak *peak);

/*
 * Set what `text` gives: "989.4", for all types, or "bf16=989.4,fp8=1979,memory=3350", in units of
 * 10^12 FLOP/s and 10^9 bytes/s. ERR_USAGE.
 */
bool gpu_peak_parse(const char *text, struct gpu_peak *peak, struct err *err) MUST_CHECK;

/* Replace what `given` has. */
void gpu_peak_replace(struct gpu_peak *peak, const struct gpu_peak *given);

/* What users state that each range of a name has to compute. */
struct stated_work {
	char *pattern;      /* of names: PCRE2 */
	struct rules rules; /* that alone */
	struct tensor_work work;
	bool is_used; /* some range with operations has such a name */
};

/* A zeroed struct is empty. */
struct stated_works {
	struct stated_work *list;
	size_t count, cap;
	bool were_asked; /* whether any is used is known */
};

/* Add "PATTERN=FLOP[:TYPE]", "^attention$=1.2e12:fp8". ERR_USAGE, ERR_PATTERN, ERR_NOMEM. */
bool stated_works_add(struct stated_works *works, const char *text, struct err *err) MUST_CHECK;
/* ERR_EMPTY: one is not used; a pattern with a mistake would count nothing. */
bool stated_works_check(const struct stated_works *works, struct err *err) MUST_CHECK;
void stated_works_release(struct stated_works *works);

/*
 * *found is the index + 1 of the first whose pattern a name matches, which is used then; 0: none.
 * `names` are the same in all calls. Errors as rules_apply().
 */
bool stated_works_find(struct stated_works *works, struct names *names, uint32_t name,
	uint32_t *found, struct err *err) MUST_CHECK;

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

/*
 * By operation: which part of the time of the product (aten::mm) that launched it would do, at the
 * peaks of the matrix units, in half precision or less, and of memory; 0: not known. NULL: none is.
 */
double *roof_of_products(const struct trace *trace);

void roof_groups_release(struct roof_groups *groups);

#endif /* STATS_ROOFLINE_ROOFLINE_H */
