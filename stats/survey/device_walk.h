#ifndef STATS_SURVEY_DEVICE_WALK_H
#define STATS_SURVEY_DEVICE_WALK_H

#include "collapse/model/call_kind.h"
#include "collapse/model/trace.h"
#include "stats/measures/busy.h"
#include "stats/survey/cover.h"
#include "stats/survey/survey.h"

/*
 * CUDA calls in which the CPU may wait for a device: those that synchronise, copy, or allocate
 * and free memory of the device; and those that load kernels, or from the begin to the end of a
 * capture.
 */
struct wait {
	int64_t start, end;
	uint32_t thread; /* of CALL_PREPARES, waits_of_process() of its process */
	uint32_t name;
	uint8_t kind; /* enum call_kind */
};

struct waits {
	struct wait *list; /* by thread, then by start */
	size_t count, cap;
};

/* Of a trace with api_calls. */
void waits_init(struct waits *waits, const struct trace *trace);
void waits_release(struct waits *waits);

/* The call that a thread was in at a time, or NULL. */
const struct wait *waits_at(const struct waits *waits, uint32_t thread, int64_t time);

/*
 * For how long of [from, to) a thread was in calls that allocate or free, or, with
 * waits_of_process(), any thread in calls that prepare; and the name of the longest.
 */
uint64_t waits_sum(
	const struct waits *waits, uint32_t thread, int64_t from, int64_t to, uint32_t *name);

static inline uint32_t waits_of_process(uint32_t process)
{
	return UINT32_MAX - process;
}

/*
 * One trace on its way into a survey: its operations in the order of their start, device by
 * device. Each part of the walk adds the losses of some kinds.
 */
struct host_gap { /* idle time in which the launching thread made no CUDA call */
	int64_t from, launch, to;
	uint32_t op;    /* the one that was launched at last */
	uint32_t range; /* around most of the time until then, its name; NAME_NONE: unknown */
};

#define RANGE_OF_OP (NAME_NONE - 1)

struct lost_piece {
	enum loss_kind kind;
	uint32_t op;
	int64_t from, to;
	uint32_t range, name; /* range: its name, or RANGE_OF_OP: that around the launch */
};

/* The operations of a device and process. */
struct walk_device {
	uint32_t process, device;
	size_t begin, end; /* in walk->order */
};

struct device_walk {
	struct survey *survey;
	const struct trace *trace;
	struct cover cover;
	struct waits waits;
	bool *communicates; /* by op */
	uint32_t *order;    /* all operations by process, device and start */
	size_t count;
	struct walk_device *devices;
	size_t device_count, devices_cap;
	bool fetches;          /* the same copies in each step: LOSS_FETCH */
	struct busy computing; /* when kernels or graphs ran */
	uint8_t *kernel_kinds; /* by name; 0: not known yet */
	/* The latest product that may be one of an attention, and whether its softmax is behind. */
	struct lost_piece product;
	bool after_softmax;
	/* Elementwise kernels after a product; whether a softmax is among them. */
	struct lost_piece held[16];
	size_t held_count;
	bool from_product, has_softmax;
	int hopper;    /* 1: the devices are of that kind; -1: no; 0: not known yet */
	double *roofs; /* roof_of_products() */
	struct host_gap *gaps;
	size_t gap_count, gaps_cap;
};

/* ERR_FORMAT, ERR_PATTERN. */
bool device_walk_init(struct device_walk *walk, struct survey *survey, const struct trace *trace,
	struct err *err) MUST_CHECK;
void device_walk_release(struct device_walk *walk);

void device_walk_time(struct device_walk *walk);  /* steps, outliers, what ran in all steps */
void device_walk_gaps(struct device_walk *walk);  /* idle, small */
void device_walk_hosts(struct device_walk *walk); /* after gaps */
void device_walk_alone(struct device_walk *walk); /* what nothing hid */

void device_walk_sums(struct device_walk *walk); /* in place of all that, of sums */

/* The device and process of an operation. */
const struct stream *device_walk_stream(const struct device_walk *walk, uint32_t op);

/*
 * Add to a loss what of [from, to) is in typical steps of the operation's process. `name` is
 * its own if NAME_NONE.
 */
void device_walk_lose(struct device_walk *walk, const struct lost_piece *piece);

/* What of [from, to), which a kernel that is not small adds, is lost by how it computes. */
void device_walk_judge(struct device_walk *walk, uint32_t op, int64_t from, int64_t to);
/* The same of one too small for that: a product or softmax tells what others are of. */
void device_walk_pass(struct device_walk *walk, uint32_t op);
void device_walk_judge_end(struct device_walk *walk); /* before and after those of a device */

/* What communication, a copy or a fill is lost to that nothing hides. */
enum loss_kind device_walk_kind(const struct device_walk *walk, uint32_t op);

/* Whether an operation moves pages of unified memory. */
bool device_walk_is_managed(const struct device_walk *walk, uint32_t op);

/* Kernels below this are small: a launch takes the CPU longer, and the GPU about a third. */
enum { SMALL_KERNEL_NS = 10000, SMALL_START_NS = 3000 };

/* A copy of at most this is a value that the CPU asked for: .item(); one of less is no weight. */
enum { VALUE_BYTES = 4096, FETCH_BYTES = 1 << 20 };

#endif /* STATS_SURVEY_DEVICE_WALK_H */
