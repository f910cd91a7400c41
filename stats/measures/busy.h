#ifndef STATS_MEASURES_BUSY_H
#define STATS_MEASURES_BUSY_H

#include "collapse/model/trace.h"

/* A busy interval of one device of one process; the union of overlapping operations. */
struct busy_span {
	int64_t start, end;
	uint32_t process, device;
	uint32_t last_op; /* the one that ended last */
} __attribute__((packed, aligned(4)));

struct busy {
	struct busy_span *spans; /* by process, device and start; adjacent ones are merged */
	size_t count, cap;
};

/*
 * The times in which the devices of a trace ran operations of the kinds in `kinds` (bits 1 <<
 * enum op_kind), of those in `order` from busy_order(). `wanted`, unless NULL, selects operations.
 */
void busy_init_ordered(struct busy *busy, const struct trace *trace, const uint32_t *order,
	size_t count, unsigned kinds, const bool *wanted);

/* The same for times in which two or more kernels ran. */
void busy_init_twice(struct busy *busy, const struct trace *trace, const uint32_t *order,
	size_t count, const bool *wanted);
void busy_release(struct busy *busy);

/*
 * The operations that count, by process, device and start; needs WANT_STREAMS. Caller frees.
 */
uint32_t *busy_order(const struct trace *trace, unsigned kinds, const bool *wanted, size_t *count);

/* The first span of a process and device, or of later ones, that ends after `from`. */
size_t busy_first(const struct busy *busy, uint32_t process, uint32_t device, int64_t from);

/* Total within [from, to), for one process and device. Saturates. */
uint64_t busy_within(
	const struct busy *busy, uint32_t process, uint32_t device, int64_t from, int64_t to);

/*
 * By op: whether it is a kernel of communication, by its name (NCCL's begin with "nccl"), or,
 * with `others`, any other kernel. Caller frees.
 */
bool *busy_mark_kernels(const struct trace *trace, bool others);

#endif /* STATS_MEASURES_BUSY_H */
