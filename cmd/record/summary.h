#ifndef CMD_RECORD_SUMMARY_H
#define CMD_RECORD_SUMMARY_H

#include "base/err.h"

struct outcome; /* cmd/record/outcome.h */
struct config;  /* capture/config.h */

/* Which ranks of a distributed run print a summary. */
enum summary_of {
	SUMMARY_RANK0, /* the first, one line; others only what went wrong */
	SUMMARY_ALL,
	SUMMARY_NONE,
};

/* "rank0", "all" and so on, by enum summary_of; NULL after the last. */
const char *summary_word(size_t index);

/* The input of a recording's summary. */
struct summary {
	const struct outcome *outcome;
	const struct config *config;
	const char *command; /* argv[0] */
	enum summary_of which;
	const char *rank, *world; /* this process's, and their number; NULL: it is no rank */
};

/* Totals over all processes, and whether the recording is usable. */
struct summary_totals {
	uint64_t ops, ns, ranges, dropped;
	size_t files;     /* that were written */
	size_t processes; /* that wrote them */
	size_t early;     /* processes that did not report that they finished */
	size_t none;      /* of those, the ones that ended before anything was written */
	size_t unknown;   /* and the ones without figures */
	size_t cut;       /* whose recording ended before them */
	bool something;   /* there is, or may be, something to show */
	bool succeeded;   /* and no process failed to record */
};

void summary_add_up(const struct summary *summary, struct summary_totals *totals);

/* Print the summary, as much of it as `which` says, lines of "gpuflame: ...". Names are defanged.
 */
void summary_print(const struct summary *summary);

#endif /* CMD_RECORD_SUMMARY_H */
