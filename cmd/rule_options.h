#ifndef CMD_RULE_OPTIONS_H
#define CMD_RULE_OPTIONS_H

#include "base/opt.h"
#include "collapse/names/ruleset.h"

/*
 * The options that choose rules, for every command that applies them.
 */

/* Set defaults, and add the options to `table`. */
void rule_options_init(struct ruleset *set, struct opt *table, size_t room);

/* The same without default rules. */
void rule_options_init_bare(struct ruleset *set, struct opt *table, size_t room);
void rule_options_release(struct ruleset *set);

/*
 * out_check() for the files that rules are read from, which are inputs, too.
 * ERR_USAGE, ERR_NOMEM.
 */
bool rule_options_check_output(
	const struct ruleset *set, const char *output, struct err *err) MUST_CHECK;

/* Print each preset's name and what it is for. */
void rule_options_list_presets(void);

/* Print a preset's rules. ERR_USAGE for an unknown name. */
bool rule_options_print_preset(const char *name, struct err *err) MUST_CHECK;

#endif /* CMD_RULE_OPTIONS_H */
