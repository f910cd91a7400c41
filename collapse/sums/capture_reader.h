#ifndef COLLAPSE_SUMS_CAPTURE_READER_H
#define COLLAPSE_SUMS_CAPTURE_READER_H

#include "collapse/model/trace.h"

/*
 * Captures of fold mode (capture/format.h): stacks with their sums, instead of
 * events. Those of trace mode are read as the nsys exports that they are.
 */

/* Whether the SQLite file is one. ERR_IO, ERR_FORMAT as database_open(). */
bool capture_is_folded(const char *path, bool *is_folded, struct err *err) MUST_CHECK;

/* What a capture says of itself; 0 where it does not. */
struct capture_facts {
	uint64_t steps; /* training steps: its stacks don't hold the names of all */
	uint64_t pid;
};

/* A stack, by its last frame. Stacks count from 1; 0 is the root, which is none of them. */
struct capture_stack {
	uint32_t parent; /* comes before it */
	uint32_t name;   /* in trace->names, its domain before it; NAME_NONE: nameless */
	uint8_t kind;    /* enum format_kind (capture/format.h) */
};

/* The operations of one device that ended in a stack. */
struct capture_value {
	uint32_t stack, device;
	uint64_t ns, count; /* count is not 0 */
	uint64_t min, max;  /* ns of one of them */
};

/* Who takes a capture in: all stacks in their order, then all values. */
struct capture_visitor {
	void *context;
	bool (*stack)(void *context, const struct capture_stack *stack, struct err *err);
	bool (*value)(void *context, const struct capture_value *value, struct err *err);
};

/*
 * Read a capture. What it says of loss and of its end goes to trace->diagnostics,
 * what it is to trace->format; of `trace` its names are used, and nothing else.
 * ERR_IO, ERR_FORMAT, ERR_NOMEM, and what the visitor fails with.
 */
bool capture_read(const char *path, const struct trace_want *want, struct trace *trace,
	const struct capture_visitor *visitor, struct capture_facts *facts,
	struct err *err) MUST_CHECK;

/* The kind of operation that a stack of a kind ends in; others count as kernels. */
enum op_kind capture_op_kind(uint8_t kind);

#endif /* COLLAPSE_SUMS_CAPTURE_READER_H */
