#ifndef CAPTURE_WRITE_TRACE_SCHEMA_H
#define CAPTURE_WRITE_TRACE_SCHEMA_H

/*
 * The tables of trace mode, as SQL: those of an nsys export, schema 3.11, as far as
 * they are filled, and what of their contents never changes: META_DATA_EXPORT, and
 * the ENUM_* tables that nsys's reports insist on. Beside them stand our own
 * (format.h).
 */
extern const char trace_schema[];      /* tables of events and texts */
extern const char trace_more_schema[]; /* the rest, and what never changes */

/* nsys's numbers for rows of NVTX_EVENTS: ENUM_NSYS_EVENT_TYPE. */
enum nsys_event_type {
	NSYS_CATEGORY = 33,
	NSYS_MARK = 34,
	NSYS_PUSH_POP = 59,
	NSYS_START_END = 60,
	NSYS_DOMAIN = 75,
};

/* What is run again and again. */
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
	DELETE_NVTX,
	TRACE_STATEMENTS,
};

const char *trace_statement_sql(enum trace_statement which);

/* What makes the statement's table, where that is only made when it gets a row; or NULL. */
const char *trace_statement_table(enum trace_statement which);

#endif /* CAPTURE_WRITE_TRACE_SCHEMA_H */
