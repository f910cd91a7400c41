#ifndef CAPTURE_WRITE_MISSING_H
#define CAPTURE_WRITE_MISSING_H

#include <stdbool.h>
#include <stdint.h>

struct file_facts; /* capture_file.h */
struct sources;    /* sources.h */

/*
 * At the end, operations that are still pending become losses, unless CUPTI reported them as
 * dropped. If buffers could not be read, they are counted as those of the buffers.
 */
void missing_count(struct file_facts *facts);

/*
 * At the end: why records did not come. `result` is that of the last flush. For the worker.
 *
 * missing_report_all(): there was none, which is an error if anything was launched.
 * missing_report(): so many did not come; the last record of an operation came at
 * `last_op_ns` of clock_ns(), 0: never.
 * missing_report_stacks(): how many threads had ranges open that had begun before the capture.
 */
void missing_report_all(const struct sources *from, int result);
void missing_report_stacks(const struct sources *from, bool has_file);
void missing_report(const struct sources *from, int result, uint64_t missing, int64_t last_op_ns);

#endif /* CAPTURE_WRITE_MISSING_H */
