#ifndef COLLAPSE_KINETO_KINETO_SPANS_H
#define COLLAPSE_KINETO_KINETO_SPANS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * Calls and operators by their ids, until all events are known: a list that grows at its end and is
 * read from its beginning. Each is stored as its difference from the one before, in 8 bytes or so,
 * in blocks, which are not copied as the list grows.
 */
struct kineto_span {
	int64_t start, end; /* not before `start` */
	uint64_t id;
	uint32_t thread, name;
};

/* A zeroed struct is empty. */
struct kineto_spans {
	struct span_block *first, *newest;
	size_t count;
	struct kineto_span last;
};

/* Where reading is: zeroed, at the beginning. */
struct kineto_spans_at {
	const struct span_block *block;
	size_t at;
	struct kineto_span span; /* the latest */
};

void kineto_spans_add(struct kineto_spans *spans, const struct kineto_span *span);

/* The next span: at->span. False: there is none. */
bool kineto_spans_next(const struct kineto_spans *spans, struct kineto_spans_at *at);

void kineto_spans_release(struct kineto_spans *spans);

#endif /* COLLAPSE_KINETO_KINETO_SPANS_H */
