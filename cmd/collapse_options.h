#ifndef CMD_COLLAPSE_OPTIONS_H
#define CMD_COLLAPSE_OPTIONS_H

#include "base/opt.h"
#include "cmd/rule_options.h"
#include "collapse/collapse_files.h"

/*
 * The command line of the collapse stage: option tables and parsed values,
 * shared by `gpuflame collapse` and `gpuflame FILE`.
 */
struct collapse_words {
	struct collapse_options options;
	struct files_options files;
	bool summary, strict;
	bool is_live; /* that a captured process still runs is no anomaly */
	struct opt table[80];
};

/* Set defaults, and the table for opt_parse(). */
void collapse_words_init(struct collapse_words *words);
void collapse_words_release(struct collapse_words *words);

/* Check the rules; no file is needed. ERR_PATTERN, ERR_IO, ERR_NOMEM. */
bool collapse_words_check(const struct collapse_words *words, struct err *err) MUST_CHECK;

#endif /* CMD_COLLAPSE_OPTIONS_H */
