#ifndef CAPTURE_WRITE_TRACE_FILE_H
#define CAPTURE_WRITE_TRACE_FILE_H

#include "capture/device/activity.h"
#include "capture/write/capture_file.h"
#include "capture/program/threads.h"

/*
 * Captures of trace mode: every event, in the tables of an nsys export (schema
 * 3.11), so that their readers read these, too. The file has its final name
 * from the start and is complete after each flush. For the worker.
 */
struct trace_file;

/*
 * A file that is created when there is something to write: *path is then set.
 * ERR_NOMEM.
 */
struct trace_file *trace_file_new(const struct sources *from, char **path, struct err *err);

/*
 * The file is finished: what the threads have open or in their queues belongs to no later
 * one. `file` may be NULL.
 */
void trace_file_free(struct trace_file *file);

/*
 * Add the events in a thread's queue, up to `most`: whether that was all; if the thread has ended,
 * its open ranges do, too. The first failure is kept for trace_file_flush().
 */
bool trace_file_read_events(
	struct trace_file *file, struct thread *thread, bool has_ended, uint64_t most);

/* An activity_sink. */
void trace_file_add(void *sink, const struct operation *op);

/* Operations so far, their time, and those lost to failures. */
void trace_file_counts(const struct trace_file *file, uint64_t *ops, uint64_t *ns, uint64_t *lost);

/* Whether it has rows that are not flushed, of whatever kind. */
bool trace_file_has_new(const struct trace_file *file);

/*
 * Write everything to the file: open ranges end now, until the next flush.
 * `facts` are the current ones. ERR_IO: what came since the last flush is lost,
 * and counted.
 */
bool trace_file_flush(
	struct trace_file *file, const struct file_facts *facts, struct err *err) MUST_CHECK;

#endif /* CAPTURE_WRITE_TRACE_FILE_H */
