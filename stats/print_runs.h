#ifndef STATS_PRINT_RUNS_H
#define STATS_PRINT_RUNS_H

#include "stats/stats_run.h"

/*
 * Reports whose files have been read, printed in their order. Several of one file gather when it
 * is their turn, so that not all of their data is in memory at once, and a second thread takes
 * turns too: what is printed out of order is held if it is little, and waits if it is much.
 */
struct print_runs {
	const struct stats_input *input;
	struct stats_request *requests;
	struct report_run *runs; /* by request */
	size_t count;
	struct trace **kept; /* the traces of the runs, of which less and less is kept */
	size_t kept_count;
	const char *label; /* of the files, in titles; or NULL */
	struct printer *printer;
};

/* Those without lacks. Errors as stats_run(). */
bool print_runs(struct print_runs *of, struct err *err) MUST_CHECK;

/* Release what a run has gathered. */
void print_runs_release(struct report_run *run);

/* Several reports of one file, which gather one after the other. */
bool print_runs_take_turns(const struct stats_input *input, size_t count);

/* False, with the report named if it cannot be made from the files. */
bool print_runs_fail(const struct report *report, struct err *err);

#endif /* STATS_PRINT_RUNS_H */
