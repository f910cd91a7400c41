#ifndef CAPTURE_WRITE_TRACE_SCHEMA_H
#define CAPTURE_WRITE_TRACE_SCHEMA_H

/*
 * The tables of trace mode, as SQL: those of an nsys export, schema 3.11, that are
 * filled, and constant contents: META_DATA_EXPORT, and the ENUM_* tables that
 * nsys's reports require. Our own (format.h) are added.
 */
extern const char trace_schema[];      /* tables of events and texts */
extern const char trace_more_schema[]; /* the rest, and constant contents */

/* nsys's numbers for rows of NVTX_EVENTS: ENUM_NSYS_EVENT_TYPE. */
enum nsys_event_type {
	NSYS_MARK = 34,
	NSYS_PUSH_POP = 59,
	NSYS_START_END = 60,
	NSYS_DOMAIN = 75,
};

/* Prepared statements. */
enum trace_statement {
	INSERT_STRING,
	INSERT_NVTX,
	INSERT_CALL,
	INSERT_KERNEL,
	INSERT_MEMCPY,
	INSERT_MEMSET,
	INSERT_GRAPH,
	INSERT_NODE,
	INSERT_THREAD_NAME,
	INSERT_SCHEMA,
	INSERT_SCHEMA_ENTRY,
	DELETE_PROVISIONAL,
	TRACE_STATEMENTS,
};

extern const char *const trace_statements[TRACE_STATEMENTS];

#endif /* CAPTURE_WRITE_TRACE_SCHEMA_H */
