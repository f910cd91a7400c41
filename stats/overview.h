#ifndef STATS_OVERVIEW_H
#define STATS_OVERVIEW_H

#include "stats/findings/findings.h"
#include "stats/read_files.h"

/*
 * The default output of `gpuflame stats FILE`: one screen that shows where the time goes: how
 * busy the devices were, with what, and in which ranges.
 */
struct overview_options {
	size_t width; /* columns of a line */
	bool color;
	bool blocks;          /* bars of block characters; otherwise of '#' */
	bool with_validation; /* what is in ranges of that name is not left out of the tables */
	bool json;            /* for programs, with so many bytes at most, or 0: any */
	size_t budget;
	size_t top; /* how many kernels and how many ranges */
};

/*
 * Read all files of `input`, and write the screen to `out`; write errors are left to whoever
 * closes it. Errors: as stats_run(); ERR_EMPTY when there is neither a GPU operation nor a
 * range; ERR_USAGE for a partial result.
 */
bool overview_print(const struct stats_input *input, const struct overview_options *options,
	FILE *out, struct stats_notes *notes, struct err *err) MUST_CHECK;

/*
 * `gpuflame findings`: read all files of `input`, apply the rules, and write what was found to
 * `out`; write errors are left to whoever closes it. Nothing is written if no file was read.
 * Errors: those of reading; ERR_EMPTY when there is no GPU operation, or a partial result is of
 * reports alone; ERR_FORMAT when a file holds sums only, or a partial result is of a selection.
 */
bool findings_files(const struct stats_input *input, const struct findings_print *print,
	findings_print_fn *format, FILE *out, struct stats_notes *notes,
	struct err *err) MUST_CHECK;

/* What leaves out part of a device's work would make idle time of it: ERR_USAGE. */
bool findings_check_selection(const struct selection *selection, struct err *err) MUST_CHECK;

/*
 * After the last trace of a survey: who is slow (survey->verdict, slow_rank), as the report
 * rank_cost has it, and what is lost by waiting for others. ERR_SUM: a sum overflows.
 */
bool compare_ranks(struct survey *survey, struct err *err) MUST_CHECK;

#endif /* STATS_OVERVIEW_H */
