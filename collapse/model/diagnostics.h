#ifndef COLLAPSE_MODEL_DIAGNOSTICS_H
#define COLLAPSE_MODEL_DIAGNOSTICS_H

#include "base/err.h"

/*
 * Messages about a report, beside its contents: each text once, with the number of times it
 * occurred.
 */
enum diagnostic_kind {
	DIAGNOSTIC_LOSS,    /* losses, in the report's own words */
	DIAGNOSTIC_MISSING, /* ours, on a part of a run that no file holds */
	DIAGNOSTIC_NOTICE,  /* ours, on its age or on a guess that was made: not an anomaly */
	DIAGNOSTIC_LIMIT,   /* ours, on what reports of its age lack: for summaries */
	DIAGNOSTIC_AGAIN,   /* ours, on what several files hold, so that it is counted again */
	DIAGNOSTIC_LATE,    /* ours, on ranges that had begun before the recording */
};

struct diagnostic {
	char *text; /* malloc'ed; of a report: verbatim */
	uint64_t count;
	enum diagnostic_kind kind;
};

struct diagnostics {
	struct diagnostic *list;
	size_t count, cap;
};

/* Begin with a zeroed struct. */
void diagnostics_release(struct diagnostics *diagnostics);

/* Keep a copy of a text; repeated ones are counted. */
void diagnostics_add(struct diagnostics *diagnostics, enum diagnostic_kind kind, const char *text);

/* Move all of `from`, leaving it empty. */
void diagnostics_take(struct diagnostics *diagnostics, struct diagnostics *from);

/* Remove a text. */
void diagnostics_drop(struct diagnostics *diagnostics, const char *text);

/* Sort by text, so that the order of arrival does not matter. */
void diagnostics_sort(struct diagnostics *diagnostics);

/* Whether there is one of a kind; and whether not all was recorded, or read. */
bool diagnostics_have(const struct diagnostics *diagnostics, enum diagnostic_kind kind);
bool diagnostics_have_loss(const struct diagnostics *diagnostics);

#endif /* COLLAPSE_MODEL_DIAGNOSTICS_H */
