#ifndef STATS_FINDINGS_FINDING_WORDS_H
#define STATS_FINDINGS_FINDING_WORDS_H

#include "stats/findings/findings_make.h"

/* The parts of a finding in words, clean for a terminal; nothing where there is nothing to say. */
typedef bool findings_words_fn(const struct findings *findings, const struct finding *finding,
	const struct findings_print *print, struct text *out, struct err *err);

findings_words_fn words_of_share, words_of_place, words_of_numbers, words_of_sentence,
	words_of_command, words_of_advice, words_of_source;

/* What was looked at, and how much was found. */
bool words_of_run(const struct findings *findings, const struct findings_print *print,
	struct text *out, struct err *err) MUST_CHECK;

#endif /* STATS_FINDINGS_FINDING_WORDS_H */
