#ifndef COLLAPSE_ROCPROF_ROCPROF_RECORDS_H
#define COLLAPSE_ROCPROF_ROCPROF_RECORDS_H

#include "base/idmap.h"
#include "collapse/model/trace.h"

/*
 * What rocprofv3 writes, record by record, as JSON or as a database: the readers of both fill the
 * numbers of a record, and end it here. Included by them alone.
 */
enum rocprof_field {
	FIELD_ID, /* of an agent, a kernel, a text, an event */
	FIELD_TYPE,
	FIELD_PID,
	FIELD_THREAD,
	FIELD_KIND,
	FIELD_OPERATION,
	FIELD_CORRELATION,
	FIELD_START,
	FIELD_END,
	FIELD_AGENT,
	FIELD_FROM,
	FIELD_TO,
	FIELD_QUEUE,
	FIELD_KERNEL,
	FIELD_BYTES,
	FIELDS,
};

/* Names by a number. */
struct rocprof_names {
	struct idmap ids;
	uint32_t *names;
	size_t cap;
};

struct rocprof_records {
	uint64_t want;
	struct trace *trace;
	uint64_t numbers[FIELDS]; /* of the current record; 0: it has none */
	uint32_t name;            /* the text that it has */
	uint64_t pid, kinds;      /* of JSON: how many kinds came, with their operations */
	struct idmap gpus;        /* agents that are */
	struct rocprof_names kernels, texts, operations;
};

void rocprof_put_name(struct rocprof_names *names, uint64_t id, uint32_t name);

/* An operation's name, "MEMORY_COPY_HOST_TO_DEVICE", is put by its kind and number. */
static inline uint64_t rocprof_operation_key(uint64_t kind, uint64_t operation)
{
	return kind << 32 | (operation & UINT32_MAX);
}

/* Whether the name of what the current record is of has `word`. */
bool rocprof_operation_has(const struct rocprof_records *records, const char *word);

/* The ends of records. All kernels come before copies. */
void rocprof_end_kernel(struct rocprof_records *records);
void rocprof_end_dispatch(struct rocprof_records *records);
void rocprof_end_copy(struct rocprof_records *records);
void rocprof_end_call(struct rocprof_records *records);
void rocprof_end_range(struct rocprof_records *records);

/* All has been read: which call launched each operation. */
void rocprof_end(struct rocprof_records *records);
void rocprof_release(struct rocprof_records *records);

#endif /* COLLAPSE_ROCPROF_ROCPROF_RECORDS_H */
