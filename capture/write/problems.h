#ifndef CAPTURE_WRITE_PROBLEMS_H
#define CAPTURE_WRITE_PROBLEMS_H

#include "capture/write/capture_file.h"

/*
 * At the end of a capture: report what is missing from it, and the likely cause. `result` is that
 * of the last flush; `last_op_ns`: when an operation last arrived, or 0.
 */
void problems_report(const struct sources *from, const struct file_facts *facts, int result,
	int64_t last_op_ns, bool has_file);

/*
 * Steps may be called otherwise than was thought, and hours may pass until the end: tell that there
 * was none among so many operations. False: it is too early.
 */
bool problems_tell_without_step(const struct sources *from, uint64_t ops);

/* At the end: report that there was none, and all was recorded. False: there was one. */
bool problems_without_step(const struct sources *from, uint64_t ops);

#endif /* CAPTURE_WRITE_PROBLEMS_H */
