#ifndef CAPTURE_WRITE_TRACE_TEXTS_H
#define CAPTURE_WRITE_TRACE_TEXTS_H

#include "base/names.h"
#include "capture/write/trace_db.h"

/*
 * The texts of a trace, StringIds: names of ranges, from struct stacks, and of
 * functions and kernels. For the worker.
 */
struct trace_texts {
	uint32_t written; /* texts of the program, in the file */
	uint32_t next;    /* and with the transaction */

	struct names own; /* other texts */
	uint32_t own_written;

	struct kernel_slot *kernels;
	uint32_t *functions; /* ids by number; 0: not known yet */
	size_t functions_cap;
};

/* The ids of a kernel's names: in full, the function's alone, and mangled. */
struct kernel_texts {
	uint32_t full, brief, mangled;
};

bool trace_texts_init(struct trace_texts *texts, struct err *err) MUST_CHECK;

void trace_texts_release(struct trace_texts *texts);

/* Ids; if memory runs out, the transaction fails. `function` is EVENT_CALL's number. */
uint32_t trace_texts_own(struct trace_texts *texts, struct trace_db *db, const char *text);
uint32_t trace_texts_function(struct trace_texts *texts, struct trace_db *db, uint32_t function);

/* `buffer`: struct operation's. The result is valid until the next call. */
const struct kernel_texts *trace_texts_kernel(
	struct trace_texts *texts, struct trace_db *db, const char *mangled, uint32_t buffer);

/* Write the texts that the file does not have yet; they take effect with the commit. */
void trace_texts_write(struct trace_texts *texts, struct trace_db *db);
void trace_texts_committed(struct trace_texts *texts);

#endif /* CAPTURE_WRITE_TRACE_TEXTS_H */
