#ifndef CAPTURE_WRITE_PROBLEMS_H
#define CAPTURE_WRITE_PROBLEMS_H

#include "capture/write/capture_file.h"

/*
 * At the end of a capture: report what is missing from it, and the likely cause. `result` is that
 * of the last flush; `last_op_ns`: when an operation last arrived, or 0.
 */
void problems_report(const struct sources *from, const struct file_facts *facts, int result,
	int64_t last_op_ns, bool has_file);

#endif /* CAPTURE_WRITE_PROBLEMS_H */
