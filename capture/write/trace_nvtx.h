#ifndef CAPTURE_WRITE_TRACE_NVTX_H
#define CAPTURE_WRITE_TRACE_NVTX_H

#include "capture/program/threads.h"
#include "capture/write/trace_db.h"

/*
 * NVTX_EVENTS: a range becomes a row when it ends. One that is open at a flush
 * ends there provisionally. And the tables of schemas of payloads. For the worker.
 */
struct trace_payload {
	unsigned char *bytes;
	size_t size, cap;
};

struct trace_range {
	int64_t start_ns;
	uint32_t domain, name; /* name: NAME_NONE, or a text of struct stacks */
	bool is_span;
	uint32_t number_type; /* nvtxPayloadType_t; 0: it has no number */
	uint64_t number;      /* its bits */
	struct trace_payload payload;
};

struct trace_nvtx {
	/* In the file, and in the transaction: */
	uint32_t domains, next_domains;                    /* how many have rows */
	const struct payload_schema *schema, *next_schema; /* the last that has rows */
};

/* A thread's range begins; its level `at`, from 0, ends. */
void trace_nvtx_open(struct trace_db *db, struct thread *thread, const struct trace_range *range);
void trace_nvtx_close(struct trace_db *db, struct thread *thread, uint32_t at, int64_t end_ns);
/* The number that a thread's level has; more of its payloads. */
void trace_nvtx_set_number(struct thread *thread, uint32_t at, uint64_t number, uint32_t type);
void trace_nvtx_add_payload(
	struct trace_db *db, struct thread *thread, uint32_t at, const void *bytes, size_t size);

/* The thread ends, with its open ranges. */
void trace_nvtx_thread_ended(struct trace_db *db, struct thread *thread);

/* The file is finished: the thread's open ranges are not of a later one. */
void trace_nvtx_forget(struct thread *thread);

void trace_nvtx_mark(
	struct trace_db *db, const struct thread *thread, const struct trace_range *mark);

/* Write what makes the file complete as of now; it takes effect with the commit. */
void trace_nvtx_write(struct trace_nvtx *nvtx, struct trace_db *db);
void trace_nvtx_committed(struct trace_nvtx *nvtx);

#endif /* CAPTURE_WRITE_TRACE_NVTX_H */
