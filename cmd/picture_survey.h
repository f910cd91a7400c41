#ifndef CMD_PICTURE_SURVEY_H
#define CMD_PICTURE_SURVEY_H

#include "collapse/collapse_file.h"

/*
 * What the header of a picture says about a single report that its stacks do not tell: the number
 * of GPUs, their idle time, the number of steps, and what costs most.
 */
struct picture_survey {
	struct trace_look look;
	bool is_done;
	uint64_t devices;
	uint64_t steps;      /* 0: none, or of several processes */
	double idle_percent; /* of the time from the first operation to the last one */
	char finding[256];   /* "Look at first: TITLE: at most 12.0 % of the step"; "": none */
};

/*
 * Make collapse_file() survey the trace that it folds, unless these options leave out part of it.
 * `survey` must not move until then; a report without a trace has no survey.
 */
void picture_survey_ask(struct picture_survey *survey, struct collapse_options *options);

#endif /* CMD_PICTURE_SURVEY_H */
