#ifndef CAPTURE_WRITE_CAPTURE_FILE_H
#define CAPTURE_WRITE_CAPTURE_FILE_H

#include "base/err.h"

struct capture_db; /* capture_db.h */
struct sources;    /* sources.h */

enum loss {
	LOSS_DROPPED,
	LOSS_TIMELESS,
	LOSS_BACKWARDS,
	LOSS_NOMEM,
	LOSS_BUFFERS,
	LOSS_MISSING,
	LOSSES,
};

/* What a capture states about itself: FORMAT_META_*, FORMAT_LOSS_*. */
struct file_facts {
	const char *mode;
	const char *ended; /* FORMAT_ENDED_* */
	uint64_t ops, ns, ranges, steps;
	uint64_t shared; /* nodes that stand for names that differ in digits (fold mode) */
	const char *step_cells;
	uint64_t pending;  /* launched operations without a record yet */
	uint64_t cupti_ns; /* what CUPTI says that it took of the program's time */
	uint32_t inside;   /* threads with ranges that began before the capture */
	int64_t end_ns;    /* since 1970 */
	struct file_loss {
		const char *what;
		uint64_t count, ns;
		bool has_ns;
	} loss[LOSSES];
};

/* Counts that go on from one capture of the process to the next. */
struct file_counts {
	uint64_t ranges, lost_events, dropped, lost_buffers;
};

struct file_counts capture_file_count(const struct sources *from);

/* Replace the rows of GPUFLAME_META and GPUFLAME_LOSS, which exist. */
bool capture_file_write_facts(const struct sources *from, const struct capture_db *db,
	const struct file_facts *facts, struct err *err) MUST_CHECK;

/*
 * At the end, operations that are still pending become losses, unless CUPTI reported them as
 * dropped. If buffers could not be read, they are counted as those of the buffers.
 */
void capture_file_count_missing(struct file_facts *facts);

/* At each tick: how fast `devices` are that ran something, a bit each; 0: a capture begins. */
void capture_file_sample(const struct sources *from, uint64_t devices);

#endif /* CAPTURE_WRITE_CAPTURE_FILE_H */
