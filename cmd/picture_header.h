#ifndef CMD_PICTURE_HEADER_H
#define CMD_PICTURE_HEADER_H

#include <limits.h>

#include "base/compiler.h"
#include "base/tree.h"
#include "collapse/collapse_file.h"
#include "collapse/input/file_list.h"
#include "stats/survey/survey.h"

/*
 * What the header of a picture says about a single report that its stacks do not tell: the number
 * of GPUs, their idle time, the number of steps, and what costs most.
 */
struct picture_survey {
	struct trace_look look;
	struct survey survey;   /* while reports are read */
	struct names names;     /* the rest is of several reports: */
	struct origins origins; /* of those that have been looked at, */
	size_t files;           /* and how many could be */
	bool adopts;            /* as the picture does */
	bool is_done;
	uint64_t devices;
	uint64_t steps;               /* 0: none, or of several processes */
	double idle_percent;          /* of the steps */
	double communication_percent; /* the same, that nothing hides */
	char phases[160];             /* words_of_phases() */
	char finding_frame[4096];     /* what it is about, as a frame is called; "": none */
	char finding[256]; /* "Start here: TITLE: at most 12.0 % of the step"; "": none */
};

/*
 * Have reports surveyed when they are read, of several for what costs most alone, unless options
 * leave out part of them or one has no trace. `survey` must not move until it is ended.
 */
void picture_survey_ask(struct picture_survey *survey, const struct file_list *files,
	struct collapse_options *options);
void picture_survey_end(struct picture_survey *survey, size_t files);

/*
 * Of several reports, their idle time and communication: `wall` is that of struct collapse, and
 * `more` what is idle beside it.
 */
void header_look_at_wall(struct picture_survey *survey, const struct tree *wall, uint64_t more);

/* What a picture is of, in words: its title and the line below it. */
struct picture_header {
	char title[NAME_MAX + 1];
	char words[3 * NAME_MAX]; /* the names of two files, too */
};

/* The title is the file's name, of several that of their folder, or the first one's. */
void header_begin(struct picture_header *header, const char *const *paths, size_t count);

/* "job 4711, ranks 0-7", if that is what the files are. */
void header_name_job(struct picture_header *header, const struct origins *origins);

/* Add to the line, as far as there is room. */
void header_add(struct picture_header *header, const char *format, ...) PRINTF_LIKE(2, 3);

/* "47.9 ms GPU time", or of a unit other than nanoseconds "349 operations"; `what` may be "". */
void header_add_width(
	struct picture_header *header, const char *what, const char *unit, const struct tree *tree);

/*
 * How many ranks, GPUs and steps there are, and the idle share: from the frames added by `--by`,
 * and frames [GPU idle], or else from `survey`, NULL if there is none. `steps`: if known otherwise,
 * else 0.
 */
void header_add_groups(struct picture_header *header, const struct tree *tree, uint64_t steps,
	const struct picture_survey *survey);

#endif /* CMD_PICTURE_HEADER_H */
