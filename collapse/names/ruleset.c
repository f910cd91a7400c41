#include "collapse/names/ruleset.h"

#include "base/rules_text.h"
#include "collapse/names/presets.h"

/* llm.c's names, optionally after a domain; captures of sums have N for numbers, too */
static const char layer_pattern[] = "^((?:[^:]*:)?Layer) (?:\\d+|N)$";
static const char step_pattern[] =
	"^((?:[^:]*:)?(?:Train|Generation) step) (?:\\d+|N)(?:(?: of |/)(?:\\d+|N))?$";

static bool add_defaults(const struct default_rules *defaults, struct rules *rules, struct err *err)
{
	const struct {
		bool wanted;
		enum rule_kind kind;
		unsigned on;
		const char *pattern, *replacement;
	} list[] = {
		{ defaults->strip_layer_number, RULE_RENAME, RULE_ON(FRAME_RANGE), layer_pattern,
			"$1" },
		{ defaults->strip_train_iter_number, RULE_RENAME, RULE_ON(FRAME_RANGE),
			step_pattern, "$1" },
		{ defaults->strip_graph_number, RULE_RENAME, RULE_ON(FRAME_LEAF),
			"^\\[CUDA graph -?\\d+\\]$", "[CUDA graph]" },
		{ defaults->filter_out_validation, RULE_FILTER_OUT, RULE_ON(FRAME_RANGE),
			"validation", NULL },
	};

	for (size_t i = 0; i < ARRAY_SIZE(list); i++) {
		if (list[i].wanted && !rules_add(rules, list[i].kind, list[i].on, list[i].pattern,
					      list[i].replacement, err))
			return false;
	}
	return true;
}

static bool add_word(const struct rule_word *word, struct rules *rules, struct err *err)
{
	if (word->is_file)
		return rules_read_file(rules, word->text, err);
	if (word->kind == RULE_RENAME)
		return rules_add_rename(rules, RULE_ON_ALL, word->text, err);
	return rules_add(rules, word->kind, RULE_ON_ALL, word->text, NULL, err);
}

bool ruleset_add(const struct ruleset *set, struct rules *rules, struct err *err)
{
	if (!add_defaults(&set->defaults, rules, err) ||
		(set->presets != NULL && !presets_add(rules, set->presets, err)) ||
		!kernel_names_add(rules, set->kernel_names, err))
		return false;
	for (size_t i = 0; i < set->word_count; i++) {
		if (!add_word(&set->words[i], rules, err))
			return false;
	}
	return true;
}

bool ruleset_leaves_validation(const struct ruleset *set)
{
	bool chooses = false;

	for (size_t i = 0; i < set->word_count; i++)
		chooses |= set->words[i].is_file || set->words[i].kind == RULE_FILTER_OUT ||
			   set->words[i].kind == RULE_ONLY;
	return set->defaults.filter_out_validation && !chooses;
}

bool ruleset_strip_numbers(const struct ruleset *set, struct tree *tree, uint32_t keep_levels,
	bool leaves_too, uint32_t **twins, struct err *err)
{
	struct rules keep;
	struct strip_options options = {
		.mode = set->strip_numbers,
		.keep_levels = keep_levels,
		.leaves_too = leaves_too,
		.keep = &keep,
	};
	bool ok = true;

	if (set->strip_numbers == STRIP_NONE)
		return true;
	rules_init(&keep, tree->names);
	if (!set->defaults.strip_layer_number)
		ok = rules_add(&keep, RULE_ONLY, RULE_ON_ALL, layer_pattern, NULL, err);
	if (ok && !set->defaults.strip_train_iter_number)
		ok = rules_add(&keep, RULE_ONLY, RULE_ON_ALL, step_pattern, NULL, err);
	if (keep.count == 0)
		options.keep = NULL;
	ok = ok && strip_numbers(tree, &options, twins, err);
	rules_release(&keep);
	return ok;
}
