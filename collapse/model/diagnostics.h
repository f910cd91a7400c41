#ifndef COLLAPSE_MODEL_DIAGNOSTICS_H
#define COLLAPSE_MODEL_DIAGNOSTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/*
 * What is to be known of a report beside what is in it: each text once, with the
 * number of times that it was met.
 */
enum diagnostic_kind {
	DIAGNOSTIC_LOSS,   /* the report's own words on what it lost */
	DIAGNOSTIC_NOTICE, /* ours, on its age or a guess that was made: nothing that is odd */
	DIAGNOSTIC_LIMIT,  /* ours, on what reports of its age can't tell: for summaries */
};

struct diagnostic {
	char *text; /* malloc'ed; of a report: as it stands there */
	uint64_t count;
	enum diagnostic_kind kind;
};

struct diagnostics {
	struct diagnostic *list;
	size_t count, cap;
};

/* Begin with a zeroed struct. */
void diagnostics_release(struct diagnostics *diagnostics);

/* Keep a copy of a text; the same again is counted. ERR_NOMEM. */
bool diagnostics_add(struct diagnostics *diagnostics, enum diagnostic_kind kind, const char *text,
	struct err *err) MUST_CHECK;

/* Take over what `from` has, which is then empty; on failure, some of it. ERR_NOMEM. */
bool diagnostics_take(
	struct diagnostics *diagnostics, struct diagnostics *from, struct err *err) MUST_CHECK;

/* In the order of their texts, so that it does not matter in which they came. */
void diagnostics_sort(struct diagnostics *diagnostics);

/* Whether there is one of a kind. */
bool diagnostics_has(const struct diagnostics *diagnostics, enum diagnostic_kind kind);

#endif /* COLLAPSE_MODEL_DIAGNOSTICS_H */
