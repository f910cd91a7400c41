#ifndef STATS_FINDINGS_FINDING_WORDS_H
#define STATS_FINDINGS_FINDING_WORDS_H

#include "stats/findings/findings_make.h"

/* The parts of a finding in words, clean for a terminal; nothing where there is nothing to say. */
enum finding_part {
	PART_SHARE,
	PART_PLACE,
	PART_NUMBERS,
	PART_SENTENCE,
	PART_COMMAND,
	PART_ADVICE,
	PART_SOURCE,
};

void words_of_part(const struct findings *findings, const struct finding *finding,
	const struct findings_print *print, enum finding_part part, struct text *out);

/* "12.3 % of the step, 4.56 ms" */
void words_of_share(
	const struct findings *findings, const struct finding *finding, struct text *out);

/* Of a server, "; decode: 9.70 ms a step at bs 32". */
void words_of_phases(const struct survey *survey, struct text *out);

/* What was looked at, and how much was found. */
void words_of_run(
	const struct findings *findings, const struct findings_print *print, struct text *out);

#endif /* STATS_FINDINGS_FINDING_WORDS_H */
