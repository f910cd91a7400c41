#ifndef COLLAPSE_MODEL_SYNC_RECORD_H
#define COLLAPSE_MODEL_SYNC_RECORD_H

#include <stdint.h>

/*
 * What a call made a stream or its own thread wait for, where the report has records of that:
 * trace->syncs. Calls are given by their correlation ids.
 */
struct sync_record {
	uint32_t process;
	uint32_t stream; /* that waited, an index in trace->streams; TRACE_NONE: the thread */
	uint32_t on;     /* the stream that it waited for */
	uint32_t call;   /* that made it wait */
	uint32_t record; /* the call that recorded an event on `on`; or `call`: all before that */
};

#endif /* COLLAPSE_MODEL_SYNC_RECORD_H */
