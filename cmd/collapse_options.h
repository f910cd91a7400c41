#ifndef CMD_COLLAPSE_OPTIONS_H
#define CMD_COLLAPSE_OPTIONS_H

#include "base/opt.h"
#include "cmd/rule_options.h"
#include "collapse/collapse_files.h"

/*
 * The command line of the collapse stage: its option tables, and what the words
 * came to. `gpuflame collapse` and `gpuflame FILE` share it.
 */
struct collapse_words {
	struct collapse_options options;
	struct files_options files;
	bool summary, strict, quiet;
	struct opt table[80];
};

/* Defaults, and the table that opt_parse() fills them by. */
void collapse_words_init(struct collapse_words *words);
void collapse_words_release(struct collapse_words *words);

/* Whether the rules are sound, which takes no file. ERR_PATTERN, ERR_IO, ERR_NOMEM. */
bool collapse_words_check(const struct collapse_words *words, struct err *err) MUST_CHECK;

/*
 * Tell on stderr of the options that were given and did nothing: `useful` is
 * struct collapse's, of all files together.
 */
void collapse_words_print_useless(const struct collapse_words *words, uint32_t useful);

/*
 * Fold all `files` into `collapse`, which is made here and released by the
 * caller on success. Prints progress, oddities and the summary as asked.
 * ERR_FORMAT for oddities under --strict; else as collapse_file().
 */
bool collapse_run(const struct collapse_words *words, const char *const *files, int count,
	struct collapse *collapse, struct err *err) MUST_CHECK;

#endif /* CMD_COLLAPSE_OPTIONS_H */
