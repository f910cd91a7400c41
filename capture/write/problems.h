#ifndef CAPTURE_WRITE_PROBLEMS_H
#define CAPTURE_WRITE_PROBLEMS_H

#include "capture/device/activity.h"
#include "capture/write/capture_file.h"

/* What was told of a capture while it goes on, each once. */
struct problems {
	struct activity_loss seen; /* when it was last looked at */
	int64_t many_ns; /* when there were many launches without a record; 0: there were not */
	struct activity_loss watched; /* the last time that the cost of CUPTI was */
	int64_t watched_ns;
	bool is_costly; /* CUPTI was, when that was looked at last */
	const char *
		ended; /* why recording ends before the program: FORMAT_ENDED_*; NULL: it goes on */
	bool is_unrecorded, is_timeless, is_unknown, is_without_step;
};

/*
 * While it goes on: tell at once what only gets worse. There are no records, or many without times
 * or without a launch; or no step among so many operations: steps may be called otherwise than was
 * thought, and hours may pass until the end. If CUPTI takes more of the time than it may, it
 * records less from now on. True: it is still too much, or another client ended CUPTI, and
 * recording is to end.
 */
bool problems_tell(const struct sources *from, struct problems *told, struct activity_loss *loss,
	uint64_t ops);

/* Whether another client ended CUPTI, which is reported once; `goes_on`: the program does. */
bool problems_detached(const struct sources *from, struct problems *told, bool goes_on);

/*
 * At the end of a capture: report what is missing from it, and the likely cause. `result` is that
 * of the last flush; `last_op_ns`: when an operation last arrived, or 0.
 */
void problems_report(const struct sources *from, const struct file_facts *facts, int result,
	struct problems *told, const struct activity_loss *loss, int64_t last_op_ns, bool has_file);

/* At the end: report that there was no step; fold mode recorded all. False: there was one. */
bool problems_without_step(const struct sources *from, uint64_t ops);

#endif /* CAPTURE_WRITE_PROBLEMS_H */
