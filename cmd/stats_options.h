#ifndef CMD_STATS_OPTIONS_H
#define CMD_STATS_OPTIONS_H

#include "base/opt.h"
#include "stats/roofline/roofline.h"
#include "stats/stats_run.h"

/* The command line of gpuflame stats. */

struct stats_args {
	const char *output;
	struct collapse_options cut; /* what is selected, the names, and how to call nsys */
	struct stated_works stated;  /* --flops */
	struct gpu_peak peak;        /* --peak, if */
	struct row_options rows;
	const char *format_word;           /* NULL: not given */
	const struct print_format *format; /* NULL: by the output's suffix */
	size_t budget;                     /* of JSON; 0: any */
	bool no_default_rules;             /* of the screen */
	bool list, per_rank, keep_going, strict, partial;
	unsigned color;    /* enum color_when */
	bool to_folder;    /* a file of each report */
	FILE *partial_out; /* of --partial, when it is open */
	bool whole_runs;   /* see struct stats_input */
	size_t read;       /* files */
	bool all;          /* "all" is among the reports: one that cannot be shown is skipped */
	struct stats_request *requests;
	size_t count, cap;
	struct opt table[72];
};

/* Set defaults, and the table for opt_parse(). */
void stats_options_init(struct stats_args *words);
void stats_options_release(struct stats_args *words);

/* Ask for all reports that fit; NULL: all. ERR_FORMAT. */
bool stats_options_add_all(struct stats_args *words, bool (*fits)(const struct report *report),
	struct err *err) MUST_CHECK;

/* Print what each report is. */
void stats_options_list(void);

/* Check options, and choose the format. ERR_USAGE, ERR_PATTERN, ERR_IO. */
bool stats_options_settle(struct stats_args *words, struct err *err) MUST_CHECK;

#endif /* CMD_STATS_OPTIONS_H */
