#ifndef COLLAPSE_NAMES_RULESET_H
#define COLLAPSE_NAMES_RULESET_H

#include "base/rules.h"
#include "collapse/names/kernel_names.h"
#include "collapse/names/strip_numbers.h"

/* Specification of rules, from which they are created for each names table. All is borrowed. */

/* Rules that apply by default; each may be disabled. */
struct default_rules {
	bool strip_layer_number;
	bool strip_train_iter_number;
	bool strip_graph_number;
	bool filter_out_validation; /* ruleset_is_validation() */
};

static inline bool ruleset_is_validation(const struct name *range)
{
	return strstr(range->text, "validation") != NULL;
}

/* A rule from the command line, or a file of rules. */
struct rule_word {
	enum rule_kind kind;
	bool is_file;     /* text is the path of a rules file; kind is unused */
	const char *text; /* RULE_RENAME: "REGEX=REPLACEMENT" */
};

struct ruleset {
	struct default_rules defaults;
	enum kernel_names kernel_names;
	const char *presets; /* see presets_add(); NULL: none */
	struct rule_word *words;
	size_t word_count, words_cap;
	enum strip_mode strip_numbers;
	bool strip_given; /* by the user, not the default */
};

/* Whether stacks are left out by the rule for validation, and by no others. */
bool ruleset_leaves_validation(const struct ruleset *set);

/*
 * Add the rules, in the order of the struct. ERR_PATTERN, ERR_IO for files,
 * ERR_USAGE for an unknown preset.
 */
bool ruleset_add(const struct ruleset *set, struct rules *rules, struct err *err) MUST_CHECK;

/*
 * strip_numbers() as the set says, if it does (*twins is left alone if not); if a default rule that
 * would have removed numbers is disabled, names that it matches keep theirs. `keep_levels`,
 * `leaves_too` and `twins` are passed to strip_numbers().
 */
bool ruleset_strip_numbers(const struct ruleset *set, struct tree *tree, uint32_t keep_levels,
	bool leaves_too, uint32_t **twins, struct err *err) MUST_CHECK;

#endif /* COLLAPSE_NAMES_RULESET_H */
