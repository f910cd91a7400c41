#ifndef CMD_COLLAPSE_OPTIONS_H
#define CMD_COLLAPSE_OPTIONS_H

#include "base/opt.h"
#include "collapse/stage.h"

/*
 * The command line of the collapse stage: its option table, and what the words
 * came to. `gpuflame collapse` and `gpuflame FILE` share it.
 */
struct rule_word {
	enum rule_kind kind;
	bool is_file; /* text is the path of a rules file; kind says nothing */
	const char *text;
};

struct collapse_words {
	struct collapse_options options;
	struct collapse_defaults defaults;
	bool summary, strict, quiet;
	struct rule_word *rules; /* in the order of the command line */
	size_t rule_count, rules_cap;
	struct opt table[40];
};

/* Defaults, and the table that opt_parse() fills them by. */
void collapse_words_init(struct collapse_words *words);
void collapse_words_release(struct collapse_words *words);

/* Whether the rules are sound, which takes no file. ERR_PATTERN, ERR_IO, ERR_NOMEM. */
bool collapse_words_check(const struct collapse_words *words, struct err *err) MUST_CHECK;

/*
 * Fold all `files` into `collapse`, which is made here and released by the
 * caller on success. Prints progress, oddities and the summary as asked.
 * ERR_FORMAT for oddities under --strict; else as collapse_file().
 */
bool collapse_run(const struct collapse_words *words, const char *const *files, int count,
	struct collapse *collapse, struct err *err) MUST_CHECK;

#endif /* CMD_COLLAPSE_OPTIONS_H */
