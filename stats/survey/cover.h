#ifndef STATS_SURVEY_COVER_H
#define STATS_SURVEY_COVER_H

#include "collapse/fold/nest.h"
#include "collapse/plan/batches.h"

/*
 * The time that findings are about: the training steps, as in step_sum (step_windows.h); of a
 * process without steps, the time from its first operation to its last one.
 */
enum cover_kind {
	COVER_TYPICAL,
	COVER_OUTLIER, /* above Tukey's fence, and a tenth above the median, of its phase */
	COVER_WARM_UP, /* likewise, and the first step of its process */
};

struct cover_span {
	int64_t start, end;
	uint32_t process;
	uint32_t range; /* the step, or TRACE_NONE */
	uint32_t name;  /* of the step, with its number if that is another; or NAME_NONE */
	enum cover_kind kind;
	struct serving_batch batch; /* a server's */
};

struct cover {
	struct cover_span *spans; /* by process, then by start; disjoint within a process */
	size_t count, cap;
	/* By op: what kernels of NCCL that send and receive are lost to, by the range of a
	 * collective around them; enum loss_kind, or 0. */
	uint8_t *collectives;
	/* By op: the range of that, or the innermost one around its launch, or TRACE_NONE. */
	uint32_t *range_of;
	uint64_t medians_ns[BATCH_PHASES]; /* of steps */
	bool begins_late; /* after what the file can't vouch for, in some process */
};

/*
 * Who else wants to know the ranges around each launch, which are found but once: called with
 * what nest_next() gives. `launch` is NULL if nobody does.
 */
struct cover_watch {
	bool (*launch)(void *context, const struct nest *nest, struct err *err);
	void *context;
};

/* Also finds the range around each operation. ERR_FORMAT, and what `watch` fails with. */
bool cover_init(struct cover *cover, const struct trace *trace, const struct cover_watch *watch,
	struct err *err) MUST_CHECK;
void cover_release(struct cover *cover);

/* The first span of a process, or of a later one, that ends after a time. */
size_t cover_find(const struct cover *cover, uint32_t process, int64_t time);

#endif /* STATS_SURVEY_COVER_H */
